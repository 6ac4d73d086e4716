package expr

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// chain compiles a mended tree of operators; its leaves go back to expr.
func (c *compiler) chain(n ast.ScalarExpression) (*Expr, error) {
	switch n := n.(type) {
	case *ast.BinaryExpression:
		op, ok := binaryOps[n.BinaryExpressionType]
		if !ok {
			return nil, unsupported("operator %s", n.BinaryExpressionType)
		}
		l, err := c.chain(n.FirstExpression)
		if err != nil {
			return nil, err
		}
		r, err := c.chain(n.SecondExpression)
		if err != nil {
			return nil, err
		}
		return Binary(op, l, r)
	case *ast.UnaryExpression:
		if n.UnaryExpressionType == "BitwiseNot" {
			e, err := c.expr(n.Expression)
			if err != nil {
				return nil, err
			}
			return bitNot(e)
		}
		e, err := c.chain(n.Expression)
		if err != nil {
			return nil, err
		}
		switch n.UnaryExpressionType {
		case "Positive":
			return e, nil
		case "Negative":
			return negate(e)
		}
		return nil, unsupported("operator %s", n.UnaryExpressionType)
	}
	return c.expr(n)
}

var binaryOps = map[string]sqltype.Op{
	"Add": sqltype.OpAdd, "Subtract": sqltype.OpSub, "Multiply": sqltype.OpMul, "Divide": sqltype.OpDiv,
	"Modulo": sqltype.OpMod, "BitwiseAnd": sqltype.OpAnd, "BitwiseOr": sqltype.OpOr, "BitwiseXor": sqltype.OpXor,
}

// Binary combines two compiled operands, as SET @v += … needs it.
func Binary(op sqltype.Op, l, r *Expr) (*Expr, error) {
	lt, rt := l.Type, r.Type
	if op < sqltype.OpAnd {
		lt, rt = operandType(l, r.Type), operandType(r, l.Type)
	}
	out, inL, inR, err := sqltype.Result(op, lt, rt)
	if err != nil {
		return nil, err
	}
	if l, err = operand(l, inL); err != nil {
		return nil, err
	}
	if r, err = operand(r, inR); err != nil {
		return nil, err
	}
	nullable := l.Nullable || r.Nullable
	if out.Kind.IsInt() {
		e := &Expr{Type: out, Nullable: nullable, EvalInt: intArith(op, l, r, out.Kind)}
		e.Eval = boxInt(out.Kind, e.EvalInt)
		return fold(e, l, r), nil
	}
	if out.Kind.IsString() {
		return concatenate(l, r, out), nil
	}
	le, re := l.Eval, r.Eval
	e := New(out, nullable, func(env *Env) (sqltype.Value, error) {
		a, err := le(env)
		if err != nil {
			return a, err
		}
		b, err := re(env)
		if err != nil {
			return b, err
		}
		v, err := sqltype.Apply(op, a, b, out)
		if err != nil {
			_, _, err = arithFault(env, err)
			return sqltype.NullOf(out.Kind), err
		}
		return v, nil
	}, nil)
	return fold(e, l, r), nil
}

// concatenate is string + string; with CONCAT_NULL_YIELDS_NULL off one NULL is
// the empty string.
func concatenate(l, r *Expr, out sqltype.Type) *Expr {
	le, re := l.Eval, r.Eval
	e := New(out, l.Nullable || r.Nullable, func(env *Env) (sqltype.Value, error) {
		a, err := le(env)
		if err != nil {
			return a, err
		}
		b, err := re(env)
		if err != nil {
			return b, err
		}
		if a.Null != b.Null && env.Session != nil && !env.Session.Option("CONCAT_NULL_YIELDS_NULL") {
			a.Null, b.Null = false, false
		}
		return sqltype.Apply(sqltype.OpAdd, a, b, out)
	}, nil)
	if l.value.Null || r.value.Null {
		return e
	}
	return fold(e, l, r)
}

// operandType is e's type for typing an operation with a decimal or a
// literal: an integer literal counts with its own digits (2.0/3 is numeric/numeric(1,0)).
func operandType(e *Expr, other sqltype.Type) sqltype.Type {
	if !e.literal || e.Type.Kind != sqltype.Int || other.Kind != sqltype.Decimal {
		return e.Type
	}
	n, i := 1, e.value.I
	if i < 0 {
		i = -i
	}
	for i >= 10 {
		n, i = n+1, i/10
	}
	return sqltype.DecimalOf(n, 0)
}

// operand converts to the type the operation works in. A decimal keeps its own
// precision and scale.
func operand(e *Expr, t sqltype.Type) (*Expr, error) {
	if e.Type.Kind == t.Kind && t.Kind != sqltype.KindNull {
		return e, nil
	}
	return ConvertTo(e, t)
}

func negate(e *Expr) (*Expr, error) {
	t, err := sqltype.NegType(e.Type)
	if err != nil {
		return nil, err
	}
	if e.Type.Kind == sqltype.KindNull {
		return Constant(t, sqltype.NullOf(t.Kind)), nil
	}
	out := &Expr{Type: t, Nullable: e.Nullable}
	eval := e.Eval
	if t.Kind.IsInt() {
		f := e.EvalInt
		k := t.Kind
		out.EvalInt = func(env *Env) (int64, bool, error) {
			i, null, err := f(env)
			if err != nil || null {
				return 0, null, err
			}
			i, err = sqltype.ApplyInt(sqltype.OpSub, 0, i, k)
			return i, false, err
		}
		out.Eval = boxInt(k, out.EvalInt)
	} else {
		out.Eval = func(env *Env) (sqltype.Value, error) {
			v, err := eval(env)
			if err != nil {
				return v, err
			}
			return sqltype.Neg(v, t)
		}
	}
	r := fold(out, e)
	r.literal = r.Const && e.literal
	return r, nil
}

func bitNot(e *Expr) (*Expr, error) {
	if e.Type.Kind == sqltype.KindNull {
		return Constant(sqltype.Of(sqltype.Int), sqltype.NullOf(sqltype.Int)), nil
	}
	if !e.Type.Kind.IsInt() {
		return nil, sqltype.Errorf(8117, "Operand data type %s is invalid for '~' operator.", typeName(e.Type))
	}
	out := New(e.Type, e.Nullable, func(env *Env) (sqltype.Value, error) {
		v, err := e.Eval(env)
		return sqltype.BitNot(v), err
	}, nil)
	return fold(out, e), nil
}

// typeName is a type's name in messages.
func typeName(t sqltype.Type) string {
	if t.Kind == sqltype.Decimal {
		return "numeric"
	}
	return t.Kind.String()
}
