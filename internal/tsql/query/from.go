package query

import (
	"math"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// producer delivers combinations of rows: each run sets Env.Rows of the sources
// it covers and calls emit once per row.
type producer interface {
	run(x *Exec, env *expr.Env, emit func() error) error
}

// unit is a part of a FROM clause that is joined as a whole: one source, or an outer join.
type unit struct {
	p     producer
	leaf  *scan // a base table
	set   uint64
	rows  float64 // estimate
	track bool
	deps  uint64 // sources its own producer reads (APPLY)
	// inner is the base table on the preserved side of LEFT JOINs: WHERE conditions on it alone filter its scan.
	inner *unit
}

// pred is one conjunct of a search condition.
type pred struct {
	ast    ast.BooleanExpression
	cond   *expr.Cond
	refs   uint64
	cols   []colref // read, possibly more than once
	used   bool
	impure bool // has a subquery, a call or an outer reference: keep it out of parallel scans
}

// from compiles a FROM clause and WHERE condition together.
func (b *block) from(f *ast.FromClause, where ast.BooleanExpression) (producer, error) {
	var units []*unit
	var preds []*pred
	if f != nil {
		for _, r := range f.TableReferences {
			us, ps, err := b.tableRef(r)
			if err != nil {
				return nil, err
			}
			units, preds = append(units, us...), append(preds, ps...)
		}
	}
	b.lo, b.hi = 0, len(b.sources)
	if where != nil {
		ps, err := b.conjuncts(expr.ReassociateBool(where))
		if err != nil {
			return nil, err
		}
		preds = append(preds, ps...)
	}
	return b.assemble(units, preds)
}

// conjuncts splits a condition at its ANDs and compiles each part.
func (b *block) conjuncts(n ast.BooleanExpression) ([]*pred, error) {
	switch t := n.(type) {
	case *ast.BooleanParenthesisExpression:
		return b.conjuncts(expr.ReassociateBool(t.Expression))
	case *ast.BooleanBinaryExpression:
		if strings.EqualFold(t.BinaryExpressionType, "And") {
			l, err := b.conjuncts(t.FirstExpression)
			if err != nil {
				return nil, err
			}
			r, err := b.conjuncts(t.SecondExpression)
			return append(l, r...), err
		}
	}
	refs, subs, calls := b.refs, b.subs, b.calls
	b.refs, b.subs, b.outer, b.calls = 0, false, false, false
	at := len(b.touched)
	cond, err := expr.CompileBool(b, n)
	if err != nil {
		return nil, err
	}
	p := &pred{ast: n, cond: cond, refs: b.refs, cols: b.touched[at:len(b.touched):len(b.touched)], impure: b.subs || b.calls}
	b.refs, b.subs, b.calls = refs|p.refs, subs || b.subs, calls || b.calls
	return []*pred{p}, nil
}

// tableRef compiles one table reference into units and the conjuncts of its inner
// joins.
func (b *block) tableRef(r ast.TableReference) ([]*unit, []*pred, error) {
	b.c.depth++
	defer func() { b.c.depth-- }()
	if b.c.depth > maxQueryDepth {
		return nil, nil, sqltype.Errorf(191, "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller queries.")
	}
	switch r := r.(type) {
	case *ast.JoinParenthesisTableReference:
		return b.tableRef(r.Join)
	case *ast.UnqualifiedJoin:
		return b.unqualified(r)
	case *ast.QualifiedJoin:
		return b.qualified(r)
	case *ast.NamedTableReference:
		u, err := b.named(r, b.opens(r))
		return one(b.tracked(u, r)), nil, b.c.fail(r, err)
	case *ast.QueryDerivedTable:
		u, err := b.derived(r.QueryExpression, ident(r.Alias), r.Columns, b.parent, b.opens(r))
		return one(b.tracked(u, r)), nil, err
	case *ast.PivotedTableReference:
		u, err := b.pivot(r)
		return one(u), nil, err
	case *ast.UnpivotedTableReference:
		u, err := b.unpivot(r)
		return one(u), nil, err
	case *ast.InlineDerivedTable:
		u, err := b.inline(r, b.parent)
		return one(u), nil, err
	case *ast.SchemaObjectFunctionTableReference:
		var parts []string
		for _, i := range r.SchemaObject.Identifiers {
			parts = append(parts, i.Value)
		}
		u, err := b.function(parts, r.Parameters, ident(r.Alias), r.Columns)
		return one(u), nil, b.c.fail(r, err)
	case *ast.GlobalFunctionTableReference:
		u, err := b.rowset(r)
		return one(u), nil, b.c.fail(r, err)
	case *ast.BuiltInFunctionTableReference:
		u, err := b.function([]string{"sys", r.Name.Value}, r.Parameters, ident(r.Alias), r.Columns)
		return one(u), nil, b.c.fail(r, err)
	}
	return nil, nil, b.c.fail(r, unsupportedNode(r))
}

// opens reports whether the rows of a table reference are traced to base tables: of the one that the statement changes, and of all
// below it.
func (b *block) opens(r ast.TableReference) bool { return b.traces || b.changes(r) }

func (b *block) changes(r ast.TableReference) bool { return b.target != nil && b.target == r }

// tracked marks the unit of the reference that the statement changes.
func (b *block) tracked(u *unit, r ast.TableReference) *unit {
	if u != nil && b.changes(r) {
		b.sources[bits(u.set)[0]].track, u.track = true, true
	}
	return u
}

func one(u *unit) []*unit {
	if u == nil {
		return nil
	}
	return []*unit{u}
}

func ident(i *ast.Identifier) string {
	if i == nil {
		return ""
	}
	return i.Value
}

func (b *block) unqualified(r *ast.UnqualifiedJoin) ([]*unit, []*pred, error) {
	lu, lp, err := b.tableRef(r.FirstTableReference)
	if err != nil {
		return nil, nil, err
	}
	switch strings.ToUpper(r.UnqualifiedJoinType) {
	case "CROSSJOIN":
		ru, rp, err := b.tableRef(r.SecondTableReference)
		return append(lu, ru...), append(lp, rp...), err
	case "CROSSAPPLY", "OUTERAPPLY":
		return b.apply(r, lu, lp, strings.EqualFold(r.UnqualifiedJoinType, "OuterApply"))
	}
	return nil, nil, Unsupported("this kind of join")
}

func (b *block) qualified(r *ast.QualifiedJoin) ([]*unit, []*pred, error) {
	first := b.hi
	lu, lp, err := b.tableRef(r.FirstTableReference)
	if err != nil {
		return nil, nil, err
	}
	ru, rp, err := b.tableRef(r.SecondTableReference)
	if err != nil {
		return nil, nil, err
	}
	saved := b.lo
	b.lo = first
	on, err := b.conjuncts(expr.ReassociateBool(r.SearchCondition))
	b.lo = saved
	if err != nil {
		return nil, nil, err
	}
	if strings.EqualFold(r.QualifiedJoinType, "Inner") {
		return append(lu, ru...), append(append(lp, rp...), on...), nil
	}
	left, err := b.whole(lu, lp)
	if err != nil {
		return nil, nil, err
	}
	right, err := b.whole(ru, rp)
	if err != nil {
		return nil, nil, err
	}
	u, err := b.outerJoin(strings.ToUpper(r.QualifiedJoinType), left, right, on)
	return one(u), nil, err
}

// whole assembles units into one.
func (b *block) whole(us []*unit, ps []*pred) (*unit, error) {
	if len(us) == 1 && len(ps) == 0 {
		return us[0], nil
	}
	p, err := b.assemble(us, ps)
	if err != nil {
		return nil, err
	}
	u := &unit{p: p, rows: 1}
	for _, o := range us {
		u.set |= o.set
		u.rows *= math.Max(o.rows, 1)
		u.track = u.track || o.track
		u.deps |= o.deps
	}
	u.deps &^= u.set
	return u, nil
}
