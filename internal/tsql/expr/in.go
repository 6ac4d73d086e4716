package expr

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

func (c *compiler) in(n *ast.BooleanInExpression) (*Cond, error) {
	var out *Cond
	e, err := c.expr(n.Expression)
	if err != nil {
		return nil, err
	}
	if n.Subquery != nil {
		out, err = c.inSubquery(e, n.Subquery, EQ, SubqueryIn)
	} else {
		out, err = c.inList(e, n.Values)
	}
	if err != nil {
		return nil, err
	}
	if n.NotDefined {
		return not(out), nil
	}
	return out, nil
}

// inList is e = v1 OR e = v2 …; a list of integer constants is one set.
func (c *compiler) inList(e *Expr, nodes []ast.ScalarExpression) (*Cond, error) {
	vals, err := c.exprs(nodes...)
	if err != nil {
		return nil, err
	}
	if set, ok := intSet(e, vals); ok {
		f := e.EvalInt
		return &Cond{Const: e.Const, Eval: func(env *Env) (Tri, error) {
			i, null, err := f(env)
			if err != nil || null {
				return Unknown, err
			}
			_, in := set[i]
			return tri(in), nil
		}}, nil
	}
	var out *Cond
	for _, v := range vals {
		eq, err := Compare(EQ, e, v)
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = eq
		} else {
			out = Or(out, eq)
		}
	}
	return out, nil
}

func intSet(e *Expr, vals []*Expr) (map[int64]struct{}, bool) {
	if !e.Type.Kind.IsInt() || len(vals) < 4 {
		return nil, false
	}
	set := make(map[int64]struct{}, len(vals))
	for _, x := range vals {
		v, ok := x.Value()
		if !ok || v.Null || !x.Type.Kind.IsInt() {
			return nil, false
		}
		set[v.I] = struct{}{}
	}
	return set, true
}

// quantified is e op ANY|ALL (subquery).
func (c *compiler) quantified(n *ast.SubqueryComparisonPredicate) (*Cond, error) {
	op, ok := cmpOps[n.ComparisonType]
	if !ok {
		return nil, unsupported("comparison %s with %s", n.ComparisonType, n.SubqueryComparisonPredicateType)
	}
	e, err := c.expr(n.Expression)
	if err != nil {
		return nil, err
	}
	all := n.SubqueryComparisonPredicateType == "All"
	q := n.Subquery.QueryExpression
	switch {
	case !all && op == EQ:
		return c.inSubquery(e, q, EQ, SubqueryIn)
	case all && op == NE:
		in, err := c.inSubquery(e, q, EQ, SubqueryIn)
		if err != nil {
			return nil, err
		}
		return not(in), nil
	case all: // e op ALL q is NOT (e notop ANY q)
		any, err := c.inSubquery(e, q, op.negate(), SubqueryAll)
		if err != nil {
			return nil, err
		}
		return not(any), nil
	}
	return c.inSubquery(e, q, op, SubqueryAny)
}

func (o CmpOp) negate() CmpOp {
	switch o {
	case EQ:
		return NE
	case NE:
		return EQ
	case LT:
		return GE
	case LE:
		return GT
	case GT:
		return LE
	}
	return LT
}

// inSubquery is true when e op row holds for some row, Unknown when none holds
// but one is Unknown, false otherwise (an empty result is false even for a NULL e).
func (c *compiler) inSubquery(e *Expr, q ast.QueryExpression, op CmpOp, kind SubqueryKind) (*Cond, error) {
	sub, err := c.s.Subquery(q, kind)
	if err != nil {
		return nil, err
	}
	if op == EQ && sub.Contains != nil {
		probe, err := ConvertTo(e, sub.Type)
		if err == nil && sub.Type == e.Type {
			return &Cond{Eval: func(env *Env) (Tri, error) {
				v, err := probe.Eval(env)
				if err != nil {
					return Unknown, err
				}
				return sub.Contains(env, v)
			}}, nil
		}
	}
	// The row's value is handed to a comparison compiled once, through a one-slot expression.
	l, r, err := comparable(e, New(sub.Type, true, func(env *Env) (sqltype.Value, error) { return sqltype.Value{}, nil }, nil), op)
	if err != nil {
		return nil, err
	}
	rt, from := r.Type, sub.Type
	return &Cond{Eval: func(env *Env) (Tri, error) {
		a, err := l.Eval(env)
		if err != nil {
			return Unknown, err
		}
		out := False
		err = sub.Each(env, func(b sqltype.Value) (bool, error) {
			if a.Null || b.Null {
				out = Unknown
				return true, nil
			}
			if from != rt {
				if b, err = sqltype.ConvertFrom(b, from, rt, 0, false); err != nil {
					return false, err
				}
			}
			if op.Holds(sqltype.Compare(a, b)) {
				out = True
				return false, nil
			}
			return true, nil
		})
		return out, err
	}}, nil
}
