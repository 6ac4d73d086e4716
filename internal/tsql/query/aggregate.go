package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// aggregation is the grouping of a block. After it, Env.Aggs holds the group's
// expressions first, then the aggregates' results.
type aggregation struct {
	groups   []groupExpr
	calls    []*aggCall
	implicit bool // aggregates without GROUP BY: one row even from nothing
	sets     groupingSets
}

// groupExpr is one GROUP BY expression. src and col are set for a plain column.
type groupExpr struct {
	node     ast.ScalarExpression
	e        *expr.Expr
	src, col int
}

// aggCall is one aggregate of the block.
type aggCall struct {
	f    *aggFunc
	key  string // source form, so that the same aggregate is computed once
	slot int    // in Aggs
}

var aggregateNames = map[string]bool{"COUNT": true, "COUNT_BIG": true, "SUM": true, "AVG": true, "MIN": true, "MAX": true,
	"STDEV": true, "STDEVP": true, "VAR": true, "VARP": true, "CHECKSUM_AGG": true, "STRING_AGG": true,
	"APPROX_COUNT_DISTINCT": true, "GROUPING": true, "GROUPING_ID": true}

func isAggregate(f *ast.FunctionCall) bool {
	return f.CallTarget == nil && f.FunctionName != nil && aggregateNames[strings.ToUpper(f.FunctionName.Value)]
}

// column resolves a column after grouping: it must be a GROUP BY column, error 8120 otherwise (8121 in HAVING, 8127 in ORDER BY).
func (a *aggregation) column(b *block, src, col int, ref *ast.ColumnReferenceExpression) (*expr.Expr, error) {
	for i, g := range a.groups {
		if g.src == src && g.col == col {
			return aggExpr(i, g.e.Type, g.e.Nullable), nil
		}
	}
	b.c.Host.LineFailed(int32(ref.StartLine))
	s := b.sources[src]
	name := s.cols[col].name
	if s.alias != "" {
		name = s.alias + "." + name
	}
	if len(s.parts) > 1 {
		name = strings.Join(s.parts, ".") + "." + s.cols[col].name
	}
	switch b.phase {
	case phaseHaving:
		return nil, sqltype.Errorf(8121, "Column '%s' is invalid in the HAVING clause because it is not contained in either an aggregate function or the GROUP BY clause.", name)
	case phaseOrderBy:
		return nil, sqltype.Errorf(8127, "Column \"%s\" is invalid in the ORDER BY clause because it is not contained in either an aggregate function or the GROUP BY clause.", name)
	}
	return nil, sqltype.Errorf(8120, "Column '%s' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause.", name)
}

// aggExpr reads Env.Aggs[i].
func aggExpr(i int, t sqltype.Type, nullable bool) *expr.Expr {
	return expr.New(t, nullable, func(env *expr.Env) (sqltype.Value, error) { return env.Aggs[i], nil }, nil)
}

// groupBy compiles the GROUP BY clause; the block becomes an aggregating one.
func (b *block) groupBy(g *ast.GroupByClause) error {
	if b.agg == nil {
		b.agg = &aggregation{}
	}
	if g.All {
		return Unsupported("GROUP BY ALL")
	}
	with := g.GroupByOption
	if strings.EqualFold(with, "None") {
		with = ""
	}
	several := with != ""
	for i, s := range g.GroupingSpecifications {
		for c, ok := s.(*ast.CompositeGroupingSpecification); ok && len(c.Items) == 1; c, ok = s.(*ast.CompositeGroupingSpecification) {
			s = c.Items[0] // GROUP BY (a % 3)
		}
		g.GroupingSpecifications[i] = s
		if _, plain := s.(*ast.ExpressionGroupingSpecification); !plain {
			several = true
		}
	}
	if _, total := g.GroupingSpecifications[0].(*ast.GrandTotalGroupingSpecification); total && len(g.GroupingSpecifications) == 1 {
		b.agg.implicit = true // GROUP BY (): one row even from nothing
		return nil
	}
	if several {
		return b.groupingSets(g.GroupingSpecifications, with)
	}
	for _, s := range g.GroupingSpecifications {
		if _, err := b.groupExpr(s.(*ast.ExpressionGroupingSpecification).Expression); err != nil {
			return err
		}
	}
	return nil
}

// aggregateCall compiles an aggregate: in a select list it becomes a read of its result.
func (b *block) aggregateCall(f *ast.FunctionCall) (*expr.Expr, error) {
	name := strings.ToUpper(f.FunctionName.Value)
	switch {
	case b.phase == phaseFrom:
		return nil, sqltype.Errorf(147, "An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a HAVING clause or a select list, and the column being aggregated is an outer reference.")
	case b.phase == phaseArg:
		return nil, sqltype.Errorf(130, "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.")
	case b.agg == nil:
		return nil, sqltype.Errorf(147, "An aggregate may not appear here: %s.", name)
	}
	if name == "GROUPING" || name == "GROUPING_ID" {
		return b.grouping(name, f)
	}
	key := nodeKey(f)
	for _, c := range b.agg.calls {
		if c.key == key {
			return aggExpr(c.slot, c.f.typ, c.f.nullable), nil
		}
	}
	saved := b.phase
	b.phase = phaseArg
	af, err := b.compileAggregate(name, f)
	b.phase = saved
	if err != nil {
		return nil, err
	}
	c := &aggCall{f: af, key: key, slot: len(b.agg.groups) + len(b.agg.calls)}
	b.agg.calls = append(b.agg.calls, c)
	return aggExpr(c.slot, af.typ, af.nullable), nil
}

// hasAggregate looks for aggregates of this block (not of subqueries) in select list, HAVING and ORDER BY.
func hasAggregate(q *ast.QuerySpecification) bool {
	found := false
	look := func(n any) {
		walkExpr(n, func(n any) bool {
			if f, ok := n.(*ast.FunctionCall); ok && isAggregate(f) && f.OverClause == nil {
				found = true
			}
			return !found
		})
	}
	for _, e := range q.SelectElements {
		look(e)
	}
	if q.HavingClause != nil {
		return true
	}
	if q.OrderByClause != nil {
		look(q.OrderByClause)
	}
	return found
}
