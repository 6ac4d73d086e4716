package expr

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

func (c *compiler) cond(n ast.BooleanExpression) (*Cond, error) {
	switch n := n.(type) {
	case *ast.BooleanParenthesisExpression:
		return c.cond(n.Expression)
	case *ast.BooleanBinaryExpression:
		return c.logic(ReassociateBool(n))
	case *ast.BooleanNotExpression:
		x, err := c.cond(n.Expression)
		if err != nil {
			return nil, err
		}
		return not(x), nil
	case *ast.BooleanComparisonExpression:
		return c.comparison(n)
	case *ast.BooleanIsNullExpression:
		return c.isNull(n)
	case *ast.BooleanTernaryExpression:
		return c.between(n)
	case *ast.BooleanInExpression:
		return c.in(n)
	case *ast.BooleanLikeExpression:
		return c.like(n)
	case *ast.DistinctPredicate:
		return c.distinct(n)
	case *ast.ExistsPredicate:
		q, err := c.s.Subquery(n.Subquery, SubqueryExists)
		if err != nil {
			return nil, err
		}
		return &Cond{Eval: func(env *Env) (Tri, error) {
			ok, err := q.Exists(env)
			return tri(ok), err
		}}, nil
	case *ast.SubqueryComparisonPredicate:
		return c.quantified(n)
	}
	return nil, unsupported("condition %s", nodeName(n))
}

// logic compiles a mended tree of AND and OR.
func (c *compiler) logic(n ast.BooleanExpression) (*Cond, error) {
	b, ok := n.(*ast.BooleanBinaryExpression)
	if !ok {
		return c.cond(n)
	}
	l, err := c.logic(b.FirstExpression)
	if err != nil {
		return nil, err
	}
	r, err := c.logic(b.SecondExpression)
	if err != nil {
		return nil, err
	}
	if b.BinaryExpressionType == "And" {
		return And(l, r), nil
	}
	return Or(l, r), nil
}

// And is three-valued and does not evaluate r when l is false.
func And(l, r *Cond) *Cond {
	le, re := l.Eval, r.Eval
	return &Cond{Const: l.Const && r.Const, Eval: func(env *Env) (Tri, error) {
		a, err := le(env)
		if err != nil || a == False {
			return False, err
		}
		b, err := re(env)
		if err != nil || b == False {
			return False, err
		}
		if a == True {
			return b, nil
		}
		return Unknown, nil
	}}
}

// Or is three-valued and does not evaluate r when l is true.
func Or(l, r *Cond) *Cond {
	le, re := l.Eval, r.Eval
	return &Cond{Const: l.Const && r.Const, Eval: func(env *Env) (Tri, error) {
		a, err := le(env)
		if err != nil || a == True {
			return a, err
		}
		b, err := re(env)
		if err != nil || b == True {
			return b, err
		}
		if a == False {
			return b, nil
		}
		return Unknown, nil
	}}
}

func not(x *Cond) *Cond {
	f := x.Eval
	return &Cond{Const: x.Const, Eval: func(env *Env) (Tri, error) {
		t, err := f(env)
		return t.Not(), err
	}}
}

func (c *compiler) isNull(n *ast.BooleanIsNullExpression) (*Cond, error) {
	e, err := c.expr(n.Expression)
	if err != nil {
		return nil, err
	}
	want := !n.IsNot
	if e.EvalInt != nil {
		f := e.EvalInt
		return &Cond{Const: e.Const, Eval: func(env *Env) (Tri, error) {
			_, null, err := f(env)
			return tri(null == want), err
		}}, nil
	}
	f := e.Eval
	return &Cond{Const: e.Const, Eval: func(env *Env) (Tri, error) {
		v, err := f(env)
		return tri(v.Null == want), err
	}}, nil
}

// between is a >= low AND a <= high; a is evaluated twice, as SQL Server
// rewrites it.
func (c *compiler) between(n *ast.BooleanTernaryExpression) (*Cond, error) {
	e, err := c.exprs(n.FirstExpression, n.SecondExpression, n.ThirdExpression)
	if err != nil {
		return nil, err
	}
	lo, err := Compare(GE, e[0], e[1])
	if err != nil {
		return nil, err
	}
	hi, err := Compare(LE, e[0], e[2])
	if err != nil {
		return nil, err
	}
	both := And(lo, hi)
	if n.TernaryExpressionType == "NotBetween" {
		return not(both), nil
	}
	return both, nil
}

func (c *compiler) exprs(nodes ...ast.ScalarExpression) ([]*Expr, error) {
	out := make([]*Expr, len(nodes))
	for i, n := range nodes {
		e, err := c.expr(n)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

func (c *compiler) distinct(n *ast.DistinctPredicate) (*Cond, error) {
	e, err := c.exprs(n.FirstExpression, n.SecondExpression)
	if err != nil {
		return nil, err
	}
	return distinct(e[0], e[1], n.IsNot)
}

// distinct is IS [NOT] DISTINCT FROM: NULLs equal each other, never Unknown.
func distinct(l, r *Expr, isNot bool) (*Cond, error) {
	l, r, err := comparable(l, r, EQ)
	if err != nil {
		return nil, err
	}
	le, re := l.Eval, r.Eval
	return &Cond{Const: l.Const && r.Const, Eval: func(env *Env) (Tri, error) {
		a, err := le(env)
		if err != nil {
			return False, err
		}
		b, err := re(env)
		if err != nil {
			return False, err
		}
		same := a.Null && b.Null || !a.Null && !b.Null && sqltype.Compare(a, b) == 0
		return tri(same == isNot), nil
	}}, nil
}
