package expr

import "scanfrag/internal/sqltype"

func logicFunctions() map[string]builtin {
	return map[string]builtin{
		"ISNULL":    {min: 2, max: 2, build: buildIsNull},
		"CHOOSE":    {min: 2, max: -1, build: buildChoose},
		"ISNUMERIC": {min: 1, max: 1, build: buildIsNumeric},
		"GREATEST":  {min: 1, max: 254, build: buildExtreme},
		"LEAST":     {min: 1, max: 254, build: buildExtreme},
	}
}

// buildIsNull has the first argument's type, length included, unlike COALESCE.
func buildIsNull(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	if a[0].Type.Kind == sqltype.KindNull {
		return a[1], nil
	}
	other, err := ConvertTo(a[1], a[0].Type)
	if err != nil {
		return nil, err
	}
	return firstNotNull(a[0].Type, other.Nullable, []*Expr{a[0], other}), nil
}

// buildChoose counts from 1; an index outside the list is NULL.
func buildChoose(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	index, err := asInt(a[0])
	if err != nil {
		return nil, err
	}
	vals := append([]*Expr(nil), a[1:]...)
	t, err := commonType(vals)
	if err != nil {
		return nil, err
	}
	if t.Kind == sqltype.KindNull {
		t = sqltype.Of(sqltype.Int)
	}
	for i := range vals {
		if vals[i], err = ConvertTo(vals[i], t); err != nil {
			return nil, err
		}
	}
	out := New(t, true, func(env *Env) (sqltype.Value, error) {
		i, null, err := index.EvalInt(env)
		if err != nil || null || i < 1 || i > int64(len(vals)) {
			return sqltype.NullOf(t.Kind), err
		}
		return vals[i-1].Eval(env)
	}, nil)
	return fold(out, append(vals, index)...), nil
}

// buildIsNumeric is 1 for text that converts to int, decimal, money or float.
func buildIsNumeric(_ *compiler, name string, a []*Expr) (*Expr, error) {
	e := a[0]
	t := sqltype.Of(sqltype.Int)
	if e.Type.Kind.IsDateTime() || e.Type.Kind == sqltype.UniqueIdentifier || e.Type.Kind.IsBinary() {
		return Constant(t, sqltype.IntOf(t.Kind, 0)), nil
	}
	out := New(t, false, func(env *Env) (sqltype.Value, error) {
		v, err := e.Eval(env)
		if err != nil || v.Null {
			return sqltype.IntOf(t.Kind, 0), err
		}
		return sqltype.IntOf(t.Kind, isNumeric(v)), nil
	}, nil)
	return fold(out, e), nil
}

func isNumeric(v sqltype.Value) int64 {
	if v.Kind.IsNumeric() {
		return 1
	}
	if !v.Kind.IsString() || sqltype.CompareText(v.S, "") == 0 {
		return 0
	}
	for _, t := range []sqltype.Type{sqltype.Of(sqltype.Money), sqltype.Of(sqltype.Float), sqltype.DecimalOf(38, 0)} {
		if _, err := sqltype.Convert(v, t, 0, true); err == nil {
			return 1
		}
	}
	return 0
}

// buildExtreme ignores NULLs.
func buildExtreme(_ *compiler, name string, a []*Expr) (*Expr, error) {
	t, err := commonType(a)
	if err != nil {
		return nil, err
	}
	if t.Kind == sqltype.KindNull {
		return nil, badArgument(t, 1, name)
	}
	vals := make([]*Expr, len(a))
	for i := range a {
		if vals[i], err = ConvertTo(a[i], t); err != nil {
			return nil, err
		}
	}
	sign := 1
	if name == "LEAST" {
		sign = -1
	}
	out := New(t, true, func(env *Env) (sqltype.Value, error) {
		best := sqltype.NullOf(t.Kind)
		for _, e := range vals {
			v, err := e.Eval(env)
			if err != nil {
				return v, err
			}
			if !v.Null && (best.Null || sign*sqltype.Compare(v, best) > 0) {
				best = v
			}
		}
		return best, nil
	}, nil)
	return fold(out, vals...), nil
}
