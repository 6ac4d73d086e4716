package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// Statement compiles a whole SELECT statement.
func (c *Compiler) Statement(s *ast.SelectStatement) (*Query, error) {
	top := &TopScope{C: c}
	if err := c.Options(s.OptimizerHints); err != nil {
		return nil, err
	}
	if err := c.With(s.WithCtesAndXmlNamespaces); err != nil {
		return nil, err
	}
	r := roleStatement
	if s.Into != nil {
		r = roleInto
	}
	return c.compile(top, s.QueryExpression, r)
}

// role is a query expression's place: it decides on ORDER BY without TOP (not in a nested one) and on
// assignments to variables (in a statement of its own only).
type role uint8

const (
	roleNested role = iota
	roleExists
	roleTraced // nested, below what a statement changes
	roleSource
	roleStatement
	roleInto // SELECT … INTO
)

func nested(traced bool) role {
	if traced {
		return roleTraced
	}
	return roleNested
}

// Source compiles the query of INSERT … SELECT. Its ORDER BY is the order rows are inserted and identity values given in.
func (c *Compiler) Source(q ast.QueryExpression) (*Query, error) {
	return c.compile(&TopScope{C: c}, q, roleSource)
}

// compile compiles a query expression in a scope.
func (c *Compiler) compile(parent expr.Scope, q ast.QueryExpression, r role) (*Query, error) {
	if c.depth++; c.depth > maxQueryDepth {
		return nil, sqltype.Errorf(191, "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller queries.")
	}
	defer func() { c.depth-- }()
	switch n := expr.MendQuery(q).(type) {
	case *ast.QuerySpecification:
		return c.spec(parent, n, r)
	case *ast.QueryParenthesisExpression:
		return c.compile(parent, n.QueryExpression, r)
	case *ast.BinaryQueryExpression:
		q, err := c.setOp(parent, n)
		if err == nil && (r == roleTraced || r == roleInto) {
			q.trace = setOpTrace(len(q.Columns))
		}
		return q, err
	default:
		return nil, c.fail(q, unsupportedNode(q))
	}
}

func outColumn(name string, t sqltype.Type, nullable bool) system.Column {
	if t.Kind == sqltype.KindNull {
		t = sqltype.Of(sqltype.Int)
	}
	return system.Column{Name: name, Type: t, Nullable: nullable}
}

// spec compiles SELECT … FROM … .
func (c *Compiler) spec(parent expr.Scope, n *ast.QuerySpecification, r role) (*Query, error) {
	switch f := n.ForClause.(type) {
	case nil:
	case *ast.XmlForClause:
		return c.forXML(parent, n, f, r)
	case *ast.JsonForClause:
		return nil, c.fail(f, Unsupported("FOR JSON"))
	default:
		return nil, c.fail(f, Unsupported("FOR BROWSE, or FOR READ ONLY or FOR UPDATE outside a cursor,"))
	}
	if n.WindowClause != nil {
		return nil, Unsupported("the WINDOW clause")
	}
	b := c.newBlock(parent)
	b.traces, b.into = r == roleTraced || r == roleInto, r == roleInto
	var where ast.BooleanExpression
	if n.WhereClause != nil {
		if n.WhereClause.Cursor != nil {
			return nil, Unsupported("WHERE CURRENT OF")
		}
		where = n.WhereClause.SearchCondition
	}
	p, err := b.from(n.FromClause, where)
	if err != nil {
		return nil, err
	}
	return b.query(p, n, r)
}

// query compiles what comes after FROM and WHERE, whose rows p gives.
func (b *block) query(p producer, n *ast.QuerySpecification, r role) (*Query, error) {
	c := b.c
	if n.GroupByClause != nil {
		if err := b.groupBy(n.GroupByClause); err != nil {
			return nil, err
		}
	} else if hasAggregate(n) {
		b.agg = &aggregation{implicit: true}
	}
	b.phase = phaseSelect
	at := len(b.touched)
	b.values = r >= roleSource && b.agg == nil
	out, err := b.selectList(n.SelectElements, r == roleStatement)
	if err != nil {
		return nil, err
	}
	b.values = false
	if err := b.checkSequences(n); err != nil {
		return nil, c.fail(n, err)
	}
	if r == roleExists && b.agg == nil && len(b.windows) == 0 && n.OrderByClause == nil {
		out, b.touched = nil, b.touched[:at] // only whether there is a row counts
	}
	var having *expr.Cond
	if n.HavingClause != nil {
		b.phase = phaseHaving
		if having, err = expr.CompileBool(b, b.regroup(n.HavingClause.SearchCondition).(ast.BooleanExpression)); err != nil {
			return nil, err
		}
	}
	b.phase = phaseOrderBy
	ord, err := b.orderBy(n.OrderByClause, out, n.UniqueRowFilter == "Distinct")
	if err != nil {
		return nil, err
	}
	lim, err := b.limit(n)
	if err != nil {
		return nil, err
	}
	if n.OrderByClause != nil && r < roleSource && lim == nil {
		return nil, c.fail(n.OrderByClause, sqltype.Errorf(1033, "The ORDER BY clause is invalid in views, inline functions, derived tables, subqueries, and common table expressions, unless TOP, OFFSET or FOR XML is also specified."))
	}
	distinct := n.UniqueRowFilter == "Distinct"
	var tr *trace
	var located []*engine.Table
	switch {
	case b.traces:
		var address *expr.Expr
		if tr, address = b.traced(out, distinct); tr.at >= 0 {
			out = append(out, outExpr{e: address, assign: -1, hidden: true})
		}
	case c.Updatable && r == roleStatement && b.agg == nil && !distinct:
		out, located = b.addresses(out)
	}
	p = b.finish(p, having)
	if len(ord) > 0 && (!distinct && b.inRisingOrder(p, ord, out) || b.orderedScan(p, ord, lim)) {
		ord = nil
	}
	if err := b.settle(); err != nil {
		return nil, err
	}
	q, err := b.assembleOutput(p, out, ord, lim, distinct)
	if err != nil {
		return nil, err
	}
	q.trace, q.Located = tr, located
	if len(ord) == 0 && !distinct {
		q.rising = b.risingColumn(out)
	}
	return q, nil
}

// finish puts grouping, HAVING and window functions on top of the rows.
func (b *block) finish(p producer, having *expr.Cond) producer {
	if b.agg != nil {
		b.aggs = len(b.agg.groups) + len(b.agg.calls)
		g := &grouped{p: p, agg: b.agg, dop: b.c.dop()}
		if g.count = b.countOnly(p); g.count == nil && len(b.agg.groups) == 0 {
			if g.edge = b.edgeScan(p); g.edge == nil {
				g.par = b.splittable(p)
			}
		}
		p = g
		if having != nil {
			p = filtered(p, []*expr.Cond{having})
		}
	} else if having != nil {
		p = filtered(p, []*expr.Cond{having})
	}
	for n, w := range b.windows {
		w.p, w.base = p, b.aggs
		if n == 0 && b.agg == nil {
			w.sortBelow()
		}
		w.srcs, w.keep = nil, b.aggs
		if b.agg == nil {
			for i := range b.sources {
				w.srcs = append(w.srcs, i)
			}
		}
		for i, c := range w.calls {
			*c.slot = b.aggs + i
		}
		b.aggs += len(w.calls)
		p = w
	}
	return p
}
