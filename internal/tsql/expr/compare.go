package expr

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// CmpOp is a comparison operator.
type CmpOp uint8

// The comparison operators.
const (
	EQ CmpOp = iota
	NE
	LT
	LE
	GT
	GE
)

var cmpNames = [...]string{"equal to", "not equal to", "less than", "less than or equal to", "greater than", "greater than or equal to"}

var cmpOps = map[string]CmpOp{
	"Equals": EQ, "NotEqualToBrackets": NE, "NotEqualToExclamation": NE, "LessThan": LT, "LessThanOrEqualTo": LE,
	"GreaterThan": GT, "GreaterThanOrEqualTo": GE, "NotLessThan": GE, "NotGreaterThan": LE,
}

// Holds applies the operator to the sign of a comparison.
func (o CmpOp) Holds(c int) bool {
	switch o {
	case EQ:
		return c == 0
	case NE:
		return c != 0
	case LT:
		return c < 0
	case LE:
		return c <= 0
	case GT:
		return c > 0
	}
	return c >= 0
}

// Flip is the operator with its operands exchanged.
func (o CmpOp) Flip() CmpOp {
	switch o {
	case LT:
		return GT
	case LE:
		return GE
	case GT:
		return LT
	case GE:
		return LE
	}
	return o
}

// ComparisonOp reads a comparison node's operator.
func ComparisonOp(n *ast.BooleanComparisonExpression) (CmpOp, bool) {
	o, ok := cmpOps[n.ComparisonType]
	return o, ok
}

func (c *compiler) comparison(n *ast.BooleanComparisonExpression) (*Cond, error) {
	op, ok := cmpOps[n.ComparisonType]
	if !ok {
		return nil, unsupported("comparison %s", n.ComparisonType)
	}
	e, err := c.exprs(n.FirstExpression, n.SecondExpression)
	if err != nil {
		return nil, err
	}
	return Compare(op, e[0], e[1])
}

// Compare compiles l op r: operands are brought to their common type, NULL
// gives Unknown. Errors 206, 257, 402.
func Compare(op CmpOp, l, r *Expr) (*Cond, error) {
	mayBeOff := isNullOperand(l) || isNullOperand(r)
	l, r, err := comparable(l, r, op)
	if err != nil {
		return nil, err
	}
	if mayBeOff && (op == EQ || op == NE) {
		c, err := compare(op, l, r)
		if err != nil {
			return nil, err
		}
		return ansiNulls(c, op, l, r), nil
	}
	return compare(op, l, r)
}

// isNullOperand reports the operands SET ANSI_NULLS OFF is about: a variable or
// the NULL constant.
func isNullOperand(e *Expr) bool { return e.isSlot || e.Const && e.value.Null }

// ansiNulls makes = and <> two-valued when ANSI_NULLS is off.
func ansiNulls(c *Cond, op CmpOp, l, r *Expr) *Cond {
	f := c.Eval
	return &Cond{Eval: func(env *Env) (Tri, error) {
		t, err := f(env)
		if err != nil || t != Unknown || env.Session == nil || env.Session.Option("ANSI_NULLS") {
			return t, err
		}
		a, err := l.Eval(env)
		if err != nil {
			return t, err
		}
		b, err := r.Eval(env)
		return tri((a.Null && b.Null) == (op == EQ)), err
	}}
}

func compare(op CmpOp, l, r *Expr) (*Cond, error) {
	if l.Type.Kind.IsInt() && r.Type.Kind.IsInt() {
		return &Cond{Const: l.Const && r.Const, Eval: compareInts(op, l, r)}, nil
	}
	le, re := l.Eval, r.Eval
	return &Cond{Const: l.Const && r.Const, Eval: func(env *Env) (Tri, error) {
		a, err := le(env)
		if err != nil {
			return Unknown, err
		}
		b, err := re(env)
		if err != nil || a.Null || b.Null {
			return Unknown, err
		}
		return tri(op.Holds(sqltype.Compare(a, b))), nil
	}}, nil
}

// comparable brings two operands to types sqltype.Compare takes together. Two
// integers, and two character kinds, stay as they are.
func comparable(l, r *Expr, op CmpOp) (*Expr, *Expr, error) {
	a, b := l.Type, r.Type
	switch {
	case a.Kind == sqltype.SQLVariant || b.Kind == sqltype.SQLVariant:
		return variantOperands(l, r)
	case a.Kind.IsInt() && b.Kind.IsInt(), a.Kind.IsString() && b.Kind.IsString(), a.Kind.IsBinary() && b.Kind.IsBinary(),
		a.Kind == b.Kind && a.Kind != sqltype.KindNull:
		return l, r, nil
	case a.Kind == sqltype.KindNull && b.Kind == sqltype.KindNull:
		t := sqltype.Of(sqltype.Int)
		return Constant(t, sqltype.NullOf(t.Kind)), Constant(t, sqltype.NullOf(t.Kind)), nil
	}
	t, err := sqltype.Common(a, b)
	if err != nil {
		return nil, nil, compareError(err, a, b, op)
	}
	if t.Kind == sqltype.Decimal {
		// Compared exactly: each operand keeps its own digits.
		if l, err = decimalOperand(l, t); err != nil {
			return nil, nil, err
		}
		r, err = decimalOperand(r, t)
		return l, r, err
	}
	if l, err = ConvertTo(l, t); err != nil {
		return nil, nil, err
	}
	r, err = ConvertTo(r, t)
	return l, r, err
}

func decimalOperand(e *Expr, common sqltype.Type) (*Expr, error) {
	switch {
	case e.Type.Kind == sqltype.Decimal:
		return e, nil
	case e.Type.Kind.IsNumeric():
		return ConvertTo(e, sqltype.AsDecimal(e.Type))
	}
	return ConvertTo(e, common)
}

// compareError names both types and the operator when no conversion exists.
func compareError(err error, a, b sqltype.Type, op CmpOp) error {
	if se, ok := err.(*sqltype.Error); ok && se.Number == 206 && !a.Kind.IsDateTime() && !b.Kind.IsDateTime() {
		return sqltype.Errorf(402, "The data types %s and %s are incompatible in the %s operator.", typeName(a), typeName(b), cmpNames[op])
	}
	return err
}

// variantOperands compares a sql_variant by its inner value: the other operand
// decides the type. Two variants of different type families order by family,
// which is refused here rather than guessed.
func variantOperands(l, r *Expr) (*Expr, *Expr, error) {
	unwrap := func(e *Expr, to sqltype.Type) *Expr {
		if e.Type.Kind != sqltype.SQLVariant {
			return e
		}
		return New(to, e.Nullable, func(env *Env) (sqltype.Value, error) {
			v, err := e.Eval(env)
			if err != nil || v.Null {
				return sqltype.NullOf(to.Kind), err
			}
			return sqltype.Convert(v, to, 0, true)
		}, nil)
	}
	if l.Type.Kind == r.Type.Kind {
		return nil, nil, unsupported("comparison of two sql_variant values")
	}
	if l.Type.Kind == sqltype.SQLVariant {
		return unwrap(l, r.Type), r, nil
	}
	return l, unwrap(r, l.Type), nil
}
