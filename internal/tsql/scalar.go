package tsql

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

func unsupported(what string) error { return query.Unsupported(what) }

// scalar is an expression outside queries. One without subqueries is compiled at once and
// evaluated without ado; one with subqueries or sequences is a plan like a statement's.
type scalar struct {
	e    *expr.Expr // nil: see plan
	plan *plan[*expr.Expr]
	bind func(f *frame) error
}

func (p *program) scalar(n ast.ScalarExpression) (*scalar, error) {
	return p.scalarWith(n, func(s expr.Scope) (*expr.Expr, error) { return expr.Compile(s, n) })
}

// scalarAs converts the value to t as an assignment does.
func (p *program) scalarAs(n ast.ScalarExpression, t sqltype.Type) (*scalar, error) {
	return p.scalarWith(n, func(s expr.Scope) (*expr.Expr, error) { return expr.CompileAs(s, n, t) })
}

func (p *program) scalarWith(n any, compile func(expr.Scope) (*expr.Expr, error)) (*scalar, error) {
	if !query.HasSubquery(n) && !query.HasSequence(n) {
		e, err := compile(p.scope())
		return &scalar{e: e}, err
	}
	s := &scalar{plan: newPlan(n, func(f *frame, c *query.Compiler) (*expr.Expr, error) { return compile(&query.TopScope{C: c}) })}
	s.bind = s.plan.bind
	return s, nil
}

func (s *scalar) eval(f *frame) (v sqltype.Value, err error) {
	if s.plan == nil {
		f.env.Stmt.Reset()
		return s.e.Eval(&f.env)
	}
	_, err = s.plan.run(f, func(e *expr.Expr, x *query.Exec) (int64, error) {
		v, err = e.Eval(x.Env)
		return 0, err
	})
	return v, err
}

// condition is a search condition of IF and WHILE.
type condition struct {
	c    *expr.Cond
	plan *plan[*expr.Cond]
	bind func(f *frame) error
}

func (p *program) condition(n ast.BooleanExpression) (*condition, error) {
	if !query.HasSubquery(n) {
		c, err := expr.CompileBool(p.scope(), n)
		return &condition{c: c}, err
	}
	c := &condition{plan: newPlan(n, func(f *frame, c *query.Compiler) (*expr.Cond, error) {
		return expr.CompileBool(&query.TopScope{C: c}, n)
	})}
	c.bind = c.plan.bind
	return c, nil
}

func (c *condition) eval(f *frame) (ok bool, err error) {
	if c.plan == nil {
		f.env.Stmt.Reset()
		t, err := c.c.Eval(&f.env)
		return t == expr.True, err
	}
	_, err = c.plan.run(f, func(e *expr.Cond, x *query.Exec) (int64, error) {
		ok, err = e.True(x.Env)
		return 0, err
	})
	return ok, err
}
