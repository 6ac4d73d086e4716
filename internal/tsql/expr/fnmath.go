package expr

import (
	"math"

	"scanfrag/internal/sqltype"
)

func mathFunctions() map[string]builtin {
	return map[string]builtin{
		"ABS":     {min: 1, max: 1, build: buildAbs},
		"CEILING": {min: 1, max: 1, build: buildCeiling},
		"FLOOR":   {min: 1, max: 1, build: buildCeiling},
		"SIGN":    {min: 1, max: 1, build: buildSign},
		"ROUND":   {min: 2, max: 3, build: buildRound},
		"POWER":   {min: 2, max: 2, build: buildPower},
		"RAND":    {min: 0, max: 1, build: buildRand},
	}
}

// numberArg types the argument of ABS, CEILING, FLOOR, SIGN, ROUND and POWER:
// bit becomes int, tinyint and smallint stay in int, text becomes float.
func numberArg(e *Expr, name string) (*Expr, error) {
	k := e.Type.Kind
	switch {
	case k == sqltype.Bit:
		return ConvertTo(e, sqltype.Of(sqltype.Float))
	case k == sqltype.TinyInt || k == sqltype.SmallInt:
		return ConvertTo(e, sqltype.Of(sqltype.Int))
	case k == sqltype.Real || k.IsString() || k == sqltype.KindNull:
		return ConvertTo(e, sqltype.Of(sqltype.Float))
	case k == sqltype.SmallMoney:
		return ConvertTo(e, sqltype.Of(sqltype.Money))
	case k.IsNumeric():
		return e, nil
	}
	return nil, badArgument(e.Type, 1, name)
}

func buildAbs(_ *compiler, name string, a []*Expr) (*Expr, error) {
	e, err := numberArg(a[0], name)
	if err != nil {
		return nil, err
	}
	t := e.Type
	if t.Kind.IsInt() {
		f := e.EvalInt
		k := t.Kind
		out := &Expr{Type: t, Nullable: e.Nullable, EvalInt: func(env *Env) (int64, bool, error) {
			i, null, err := f(env)
			if err != nil || null || i >= 0 {
				return i, null, err
			}
			i, err = sqltype.ApplyInt(sqltype.OpSub, 0, i, k)
			return i, false, err
		}}
		out.Eval = boxInt(k, out.EvalInt)
		return fold(out, e), nil
	}
	return strict1(t, e, func(v sqltype.Value) (sqltype.Value, error) {
		if signOf(v) < 0 {
			return sqltype.Neg(v, t)
		}
		return v, nil
	}), nil
}

func signOf(v sqltype.Value) int {
	switch {
	case v.Kind == sqltype.Decimal:
		return v.D.Sign()
	case v.Kind.IsApprox():
		switch f := v.Float(); {
		case f < 0:
			return -1
		case f > 0:
			return 1
		}
		return 0
	case v.I < 0:
		return -1
	case v.I > 0:
		return 1
	}
	return 0
}

func buildSign(_ *compiler, name string, a []*Expr) (*Expr, error) {
	e, err := numberArg(a[0], name)
	if err != nil {
		return nil, err
	}
	t := e.Type
	if t.Kind == sqltype.Decimal && t.Prec == t.Scale { // room for the 1
		t = sqltype.DecimalOf(min(int(t.Prec)+1, 38), min(int(t.Scale), 37))
	}
	return strict1(t, e, func(v sqltype.Value) (sqltype.Value, error) {
		return sqltype.Convert(sqltype.IntOf(sqltype.Int, int64(signOf(v))), t, 0, true)
	}), nil
}

func buildCeiling(_ *compiler, name string, a []*Expr) (*Expr, error) {
	e, err := numberArg(a[0], name)
	if err != nil {
		return nil, err
	}
	up := name == "CEILING"
	switch k := e.Type.Kind; {
	case k.IsInt():
		return e, nil
	case k.IsApprox():
		return strict1(e.Type, e, func(v sqltype.Value) (sqltype.Value, error) {
			if up {
				return sqltype.FloatOf(math.Ceil(v.Float())), nil
			}
			return sqltype.FloatOf(math.Floor(v.Float())), nil
		}), nil
	case k == sqltype.Money:
		return strict1(e.Type, e, func(v sqltype.Value) (sqltype.Value, error) {
			q := v.I / 10000
			if r := v.I % 10000; r > 0 && up {
				q++
			} else if r < 0 && !up {
				q--
			}
			v.I = q * 10000
			return v, nil
		}), nil
	}
	t := sqltype.DecimalOf(int(e.Type.Prec), 0)
	return strict1(t, e, func(v sqltype.Value) (sqltype.Value, error) {
		d := v.D.Floor()
		if up {
			d = v.D.Ceil()
		}
		return sqltype.Convert(sqltype.DecimalValue(d), t, 0, true)
	}), nil
}

// buildRand without a seed is one number per statement and place in the text,
// as a runtime constant; with a seed it restarts the session's sequence.
func buildRand(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	t := sqltype.Of(sqltype.Float)
	if len(a) == 0 {
		site := new(byte)
		return New(t, false, func(env *Env) (sqltype.Value, error) {
			draw := func() (sqltype.Value, error) { return sqltype.FloatOf(env.Session.Rand()), nil }
			if env.Stmt == nil {
				return draw()
			}
			return env.Stmt.once(site, draw)
		}, nil), nil
	}
	seed, err := asInt(a[0])
	if err != nil {
		return nil, err
	}
	return New(t, true, func(env *Env) (sqltype.Value, error) {
		v, err := seed.Eval(env)
		if err != nil {
			return v, err
		}
		return sqltype.FloatOf(env.Session.Seed(int32(v.I))), nil // RAND(NULL) is RAND(0)
	}, nil), nil
}
