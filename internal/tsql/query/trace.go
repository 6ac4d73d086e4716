package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// trace tells what the rows of a query come from: a statement changes base tables through a common table expression, a
// derived table or a view by it. The query's rows carry, behind their columns, the address of the row of the base that is picked.
type trace struct {
	bases   []*base
	columns []origin // of the query's columns
	at      int      // place of the address in a row; -1: rows have none
	alone   bool     // below the query there is one table: each of its rows comes once
}

// base is a reference to a base table below a query.
type base struct {
	table *engine.Table
	use   *Use
	hints *hints
	pick  func() // has rows carry the addresses of this one's rows
	lost  lost
}

// lost says what a query does with the rows of a base that leaves them without addresses.
type lost uint8

const (
	notLost  lost = iota
	inGroups      // aggregates, DISTINCT, GROUP BY, PIVOT
	inSetOps      // set operators, recursion
)

// origin is the base table's column that a query's column is; without a base it is derived or constant.
type origin struct {
	base *base
	col  *engine.Column
	call *ast.IdentityFunctionCall // of SELECT … INTO
}

// traced makes the trace of the block, whose select list is out, and the expression of the address.
func (b *block) traced(out []outExpr, distinct bool) (*trace, *expr.Expr) {
	t := &trace{at: len(out), alone: len(b.sources) == 1}
	how := notLost
	if distinct || b.agg != nil {
		how, t.at = inGroups, -1
	}
	address := func(*expr.Env) (sqltype.Value, error) { return sqltype.NullOf(sqltype.VarBinary), nil }
	add := func(src, at int, o base, pick func()) *base {
		o.pick, o.lost = func() {
			pick()
			address = func(env *expr.Env) (sqltype.Value, error) {
				if r := &env.Rows[src]; !r.Null {
					return r.Vals[at], nil
				}
				return sqltype.NullOf(sqltype.VarBinary), nil
			}
		}, max(o.lost, how)
		t.bases = append(t.bases, &o)
		return &o
	}
	from := make([]map[*base]*base, len(b.sources)) // a source's bases to the block's
	for i, s := range b.sources {
		from[i] = map[*base]*base{}
		switch {
		case s.table != nil:
			from[i][nil] = add(i, 0, base{table: s.table, use: b.c.use(s.table), hints: &s.hints}, func() { s.locate = true })
		case s.trace != nil:
			t.alone = t.alone && s.trace.alone
			for _, o := range s.trace.bases {
				from[i][o] = add(i, s.trace.at, *o, o.pick)
			}
		}
	}
	for _, o := range out {
		of := origin{call: o.identity}
		if o.src >= 0 {
			switch s := b.sources[o.src]; {
			case s.table != nil:
				of.base, of.col = from[o.src][nil], &s.table.Columns[s.cols[o.col].ord]
			case s.trace != nil:
				in := s.trace.columns[o.col]
				of.base, of.col = from[o.src][in.base], in.col
			}
		}
		t.columns = append(t.columns, of)
	}
	return t, expr.New(sqltype.VarBinaryOf(sqltype.MaxArg), true, func(env *expr.Env) (sqltype.Value, error) { return address(env) }, nil)
}

// setOpTrace is the trace of a query of n columns made by set operators.
func setOpTrace(n int) *trace {
	b := &base{lost: inSetOps}
	t := &trace{at: -1, alone: true, bases: []*base{b}}
	for range n {
		t.columns = append(t.columns, origin{base: b})
	}
	return t
}

// Identity is what makes column i of a SELECT … INTO an identity column: a call of the IDENTITY function, or the property of the
// column that it is. A join, a grouping, a set operator, an expression and a second listing end that (documented).
func (q *Query) Identity(i int) (call *ast.IdentityFunctionCall, inherited *engine.Identity) {
	o := q.trace.columns[i]
	if o.base == nil || o.base.lost != notLost || !q.trace.alone || o.col.Identity == nil {
		return o.call, nil
	}
	for j, p := range q.trace.columns {
		if j != i && p.col == o.col {
			return nil, nil
		}
	}
	return nil, o.col.Identity
}
