package expr

import (
	"errors"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// ConvertTo wraps e in an implicit conversion to t; e itself when it already
// has that type. Error 206 or 257 when there is none.
func ConvertTo(e *Expr, t sqltype.Type) (*Expr, error) { return convert(e, t, 0, false) }

// StoreTo wraps e in the conversion of an INSERT or UPDATE to a column of type t:
// as ConvertTo, but text that does not fit is error 8152 (see sqltype.Store and
// sqltype.Truncated).
func StoreTo(e *Expr, t sqltype.Type) (*Expr, error) {
	from := e.Type
	textual := from.Kind.IsString() && t.Kind.IsString() || from.Kind.IsBinary() && t.Kind.IsBinary()
	if !textual || t.IsMax() || from == t {
		return ConvertTo(e, t)
	}
	eval := e.Eval
	out := New(t, e.Nullable, func(env *Env) (sqltype.Value, error) {
		v, err := eval(env)
		if err != nil {
			return v, err
		}
		r, err := sqltype.Store(v, from, t)
		if se := (*sqltype.Error)(nil); errors.As(err, &se) && se.Number == 8152 && env.Session != nil && !env.Session.Option("ANSI_WARNINGS") {
			return sqltype.ConvertFrom(v, from, t, 0, false) // cut silently
		}
		return r, err
	}, nil)
	return fold(out, e), nil
}

func convert(e *Expr, t sqltype.Type, style int, explicit bool) (*Expr, error) {
	if e.Type == t && style == 0 {
		return e, nil
	}
	from := e.Type
	if err := sqltype.CheckConversion(from, t, explicit); err != nil {
		return nil, err
	}
	out := &Expr{Type: t, Nullable: e.Nullable}
	switch {
	case from.Kind == sqltype.KindNull:
		return Constant(t, sqltype.NullOf(t.Kind)), nil
	case from.Kind.IsInt() && t.Kind.IsInt():
		out.EvalInt = intConversion(e.EvalInt, from.Kind, t.Kind)
		out.Eval = boxInt(t.Kind, out.EvalInt)
		return fold(out, e), nil
	}
	if from.Kind.IsString() && t.Kind.IsDateTime() {
		return dateText(e, t, style), nil
	}
	eval := e.Eval
	out = New(t, e.Nullable, func(env *Env) (sqltype.Value, error) {
		v, err := eval(env)
		if err != nil {
			return v, err
		}
		return sqltype.ConvertFrom(v, from, t, style, explicit)
	}, nil)
	return fold(out, e), nil
}

// boxInt builds Values from an integer evaluator.
func boxInt(k sqltype.Kind, f func(*Env) (int64, bool, error)) func(*Env) (sqltype.Value, error) {
	return func(env *Env) (sqltype.Value, error) {
		i, null, err := f(env)
		return sqltype.Value{Kind: k, Null: null, I: i}, err
	}
}

func intConversion(f func(*Env) (int64, bool, error), from, to sqltype.Kind) func(*Env) (int64, bool, error) {
	if to != sqltype.Bit && !sqltype.Higher(from, to) { // always fits
		return f
	}
	return func(env *Env) (int64, bool, error) {
		i, null, err := f(env)
		if err != nil || null {
			return 0, null, err
		}
		i, err = sqltype.ConvertInt(i, to)
		return i, false, err
	}
}

func (c *compiler) cast(param ast.ScalarExpression, dt ast.DataTypeReference, style ast.ScalarExpression,
	coll *ast.Identifier, try bool) (*Expr, error) {
	if err := CheckCollation(coll); err != nil {
		return nil, err
	}
	t, err := dataTypeCast(dt)
	if err != nil {
		return nil, err
	}
	e, err := c.expr(param)
	if err != nil {
		return nil, err
	}
	st := intConst(0)
	if style != nil {
		if st, err = c.expr(style); err != nil {
			return nil, err
		}
		if st, err = asInt(st); err != nil {
			return nil, err
		}
	}
	if try {
		return tryConvert(e, t, st)
	}
	return convertStyle(e, t, st)
}

// convertStyle is CONVERT with a style that may vary; a NULL style gives NULL.
func convertStyle(e *Expr, t sqltype.Type, style *Expr) (*Expr, error) {
	if v, ok := style.Value(); ok {
		if v.Null {
			return Constant(t, sqltype.NullOf(t.Kind)), nil
		}
		return convert(e, t, int(v.I), true)
	}
	return styled(e, t, style, func(err error) error { return err })
}

// tryConvert makes a failing conversion NULL. Errors of the operand itself stay,
// and so does a conversion that is not allowed at all (529).
func tryConvert(e *Expr, t sqltype.Type, style *Expr) (*Expr, error) {
	return styled(e, t, style, func(err error) error {
		if se := (*sqltype.Error)(nil); errors.As(err, &se) && se.Number != 281 {
			return nil
		}
		return err
	})
}

// styled converts at run time; what the conversion fails with goes through filter, nil making it NULL.
func styled(e *Expr, t sqltype.Type, style *Expr, filter func(error) error) (*Expr, error) {
	from := e.Type
	if err := sqltype.CheckConversion(from, t, true); err != nil {
		return nil, err
	}
	out := New(t, true, func(env *Env) (sqltype.Value, error) {
		st, err := style.Eval(env)
		if err != nil || st.Null {
			return sqltype.NullOf(t.Kind), err
		}
		v, err := e.Eval(env)
		if err != nil {
			return v, err
		}
		var r sqltype.Value
		if from.Kind.IsString() && t.Kind.IsDateTime() {
			r, err = sqltype.DateFromText(v, t, int(st.I), env.dateOrder())
		} else {
			r, err = sqltype.ConvertFrom(v, from, t, int(st.I), true)
		}
		if err != nil {
			return sqltype.NullOf(t.Kind), filter(err)
		}
		return r, nil
	}, nil)
	if from.Kind.IsString() && t.Kind.IsDateTime() {
		return out, nil // depends on SET DATEFORMAT
	}
	return fold(out, e, style), nil
}

func (c *compiler) parse(s ast.ScalarExpression, dt ast.DataTypeReference, culture ast.ScalarExpression, try bool) (*Expr, error) {
	if culture != nil {
		return nil, unsupported("PARSE … USING")
	}
	return c.cast(s, dt, nil, nil, try)
}
