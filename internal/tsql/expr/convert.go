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
		return sqltype.Store(v, from, t)
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
	if err := checkCollation(coll); err != nil {
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
	var out *Expr
	if style == nil {
		out, err = convert(e, t, 0, true)
	} else {
		out, err = c.convertStyle(e, t, style)
	}
	if err != nil || !try {
		return out, err
	}
	return attempt(out), nil
}

func (c *compiler) convertStyle(e *Expr, t sqltype.Type, styleNode ast.ScalarExpression) (*Expr, error) {
	s, err := c.expr(styleNode)
	if err != nil {
		return nil, err
	}
	if s, err = ConvertTo(s, sqltype.Of(sqltype.Int)); err != nil {
		return nil, err
	}
	if v, ok := s.Value(); ok {
		if v.Null {
			return Constant(t, sqltype.NullOf(t.Kind)), nil
		}
		return convert(e, t, int(v.I), true)
	}
	from := e.Type
	if err := sqltype.CheckConversion(from, t, true); err != nil {
		return nil, err
	}
	return New(t, true, func(env *Env) (sqltype.Value, error) {
		st, null, err := s.EvalInt(env)
		if err != nil || null {
			return sqltype.NullOf(t.Kind), err
		}
		v, err := e.Eval(env)
		if err != nil {
			return v, err
		}
		return sqltype.ConvertFrom(v, from, t, int(st), true)
	}, nil), nil
}

// attempt makes a conversion's failure NULL, as TRY_CAST does: errors of the
// conversion and of the operand's own evaluation are told apart only by kind, so
// any *sqltype.Error counts.
func attempt(e *Expr) *Expr {
	k := e.Type.Kind
	out := New(e.Type, true, func(env *Env) (sqltype.Value, error) {
		v, err := e.Eval(env)
		var se *sqltype.Error
		if errors.As(err, &se) {
			return sqltype.NullOf(k), nil
		}
		return v, err
	}, nil)
	return out
}

func (c *compiler) parse(s ast.ScalarExpression, dt ast.DataTypeReference, culture ast.ScalarExpression, try bool) (*Expr, error) {
	if culture != nil {
		return nil, unsupported("PARSE … USING")
	}
	return c.cast(s, dt, nil, nil, try)
}
