package expr

import "scanfrag/internal/sqltype"

// Builders for functions that give NULL when any argument is NULL. All fold
// when their arguments are constant, so f must depend on them alone.

func strict1(t sqltype.Type, a *Expr, f func(sqltype.Value) (sqltype.Value, error)) *Expr {
	ev := a.Eval
	k := t.Kind
	e := New(t, a.Nullable, func(env *Env) (sqltype.Value, error) {
		v, err := ev(env)
		if err != nil || v.Null {
			return sqltype.NullOf(k), err
		}
		return f(v)
	}, nil)
	return fold(e, a)
}

func strict2(t sqltype.Type, a, b *Expr, f func(a, b sqltype.Value) (sqltype.Value, error)) *Expr {
	k := t.Kind
	e := New(t, true, func(env *Env) (sqltype.Value, error) {
		v, err := a.Eval(env)
		if err != nil {
			return v, err
		}
		w, err := b.Eval(env)
		if err != nil || v.Null || w.Null {
			return sqltype.NullOf(k), err
		}
		return f(v, w)
	}, nil)
	return fold(e, a, b)
}

func strictN(t sqltype.Type, args []*Expr, f func([]sqltype.Value) (sqltype.Value, error)) *Expr {
	k := t.Kind
	e := New(t, true, func(env *Env) (sqltype.Value, error) {
		var buf [4]sqltype.Value
		vals := buf[:0]
		null := false
		for _, a := range args {
			v, err := a.Eval(env)
			if err != nil {
				return v, err
			}
			null = null || v.Null
			vals = append(vals, v)
		}
		if null {
			return sqltype.NullOf(k), nil
		}
		return f(vals)
	}, nil)
	return fold(e, args...)
}

// text brings an argument to a character type: character kinds stay, others
// become varchar as an implicit conversion gives it.
func text(e *Expr) (*Expr, error) {
	switch {
	case e.Type.Kind.IsString():
		return e, nil
	case e.Type.Kind == sqltype.KindNull:
		return ConvertTo(e, sqltype.VarCharOf(1))
	case e.Type.IsMax():
		return ConvertTo(e, sqltype.VarCharOf(sqltype.MaxArg))
	case e.Type.Kind.IsBinary():
		return ConvertTo(e, sqltype.VarCharOf(int(e.Type.Len)))
	}
	return ConvertTo(e, sqltype.VarCharOf(textWidth(e.Type)))
}

// textWidth is enough for any value of t as text.
func textWidth(t sqltype.Type) int {
	switch t.Kind {
	case sqltype.Decimal:
		return 41
	case sqltype.UniqueIdentifier:
		return 36
	case sqltype.SQLVariant:
		return 8000
	case sqltype.DateTimeOffset:
		return 34
	}
	return 30
}

func asInt(e *Expr) (*Expr, error) { return ConvertTo(e, sqltype.Of(sqltype.Int)) }

func asBigInt(e *Expr) (*Expr, error) { return ConvertTo(e, sqltype.Of(sqltype.BigInt)) }

func asFloat(e *Expr) (*Expr, error) { return ConvertTo(e, sqltype.Of(sqltype.Float)) }

// varOf is the variable-length type of t's family with n characters; max stays max.
func varOf(t sqltype.Type, n int) sqltype.Type {
	if n != sqltype.MaxArg {
		limit := 8000
		if t.Kind.IsNational() {
			limit = 4000
		}
		n = max(1, min(n, limit))
	}
	if t.Kind.IsNational() {
		return sqltype.NVarCharOf(n)
	}
	return sqltype.VarCharOf(n)
}

// sameLength is varOf with t's own length.
func sameLength(t sqltype.Type) sqltype.Type { return varOf(t, t.Chars()) }
