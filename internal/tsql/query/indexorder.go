package query

import (
	"math"
	"slices"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
)

// orderedScan has a lone base table's scan deliver the order asked for, if an index can and that costs no more than
// sorting.
func (b *block) orderedScan(p producer, keys []sortKey, lim *limit) bool {
	sc, ok := p.(*scan)
	if !ok || b.agg != nil || len(b.windows) > 0 {
		return false
	}
	goal := 0.0
	if lim != nil && !lim.percent {
		goal = math.Max(lim.estimate, 1)
	}
	return b.deliver(sc, keys, goal)
}

// deliver leaves sc with accesses in the order of keys only, of which the first goal rows are wanted (0: all).
func (b *block) deliver(sc *scan, keys []sortKey, goal float64) bool {
	paths := b.accesses(sc)
	if h := &sc.s.hints; goal > 0 && h.index < 0 && !h.forceSeek && !sc.s.track {
		for i, ix := range sc.s.table.Indexes { // worth its look-ups when few rows are wanted
			if i > 0 && sc.s.table.Readable(i) && !b.covered(sc.src, ix) {
				paths = append(paths, b.access(sc, i, nil, true))
			}
		}
	}
	sc.goal = goal
	total := sc.s.rows
	var ordered []*access
	best, other := math.Inf(1), math.Inf(1)
	for _, a := range paths {
		rows := total
		if a.seek != nil {
			rows = a.seek.perRow(total)
			if len(a.seek.eq) == 0 {
				rows = total * selectivity(nil)
			}
		}
		if back, ok := b.inOrder(sc, a, keys); ok {
			a.ordered, a.back = true, back
			ordered = append(ordered, a)
			best = min(best, sc.cost(a, sc.wanted(a, rows), total))
		} else {
			other = min(other, sc.cost(a, rows, total)+rows*a.passed*sortedRow)
		}
	}
	if len(ordered) == 0 || best > other {
		sc.goal = 0
		return false
	}
	sc.paths = ordered
	return true
}

// sortedRow is what sorting a row costs, in pages of a scan.
const sortedRow = 0.02

// inOrder reports whether a reads rows in the order of keys, and in which direction. Columns that the seek binds by
// equality have one value.
func (b *block) inOrder(sc *scan, a *access, keys []sortKey) (back, ok bool) {
	if a.seek != nil && a.seek.unique {
		return false, true
	}
	ix := sc.s.table.Indexes[a.ix]
	if ix.ID == 0 {
		return false, false
	}
	bound := 0
	if a.seek != nil {
		bound = len(a.seek.eq)
	}
	order, unique := indexOrder(sc.s.table, ix)
	at := bound
next:
	for _, k := range keys {
		col := b.keyColumn(sc.src, k.node)
		if col == nil {
			return false, false
		}
		for _, e := range ix.Keys[:bound] {
			if e.ColumnID == col.ID {
				continue next
			}
		}
		if at == len(order) {
			return back, unique // no two rows agree in what came before
		}
		if order[at].ColumnID != col.ID {
			return false, false
		}
		reverse := order[at].Desc != k.desc
		if at > bound && reverse != back {
			return false, false
		}
		back = reverse
		at++
	}
	return back, true
}

// indexOrder is what an index's rows are sorted by: its key and, unless that is unique, the clustered key as their
// locator. Unique tells that no two rows agree in all of it.
func indexOrder(t *engine.Table, ix *engine.Index) (keys []engine.IndexKey, unique bool) {
	base := t.Indexes[0]
	if ix.Unique || ix == base || t.IsHeap() {
		return ix.Keys, ix.Unique
	}
	keys = slices.Clone(ix.Keys)
	for _, k := range base.Keys {
		if !slices.ContainsFunc(keys, func(o engine.IndexKey) bool { return o.ColumnID == k.ColumnID }) {
			keys = append(keys, k)
		}
	}
	return keys, base.Unique
}

// keyColumn is the base table's column that n names, nil for anything else.
func (b *block) keyColumn(src int, n ast.ScalarExpression) *engine.Column {
	ref, ok := unparen(n).(*ast.ColumnReferenceExpression)
	if !ok || ref.MultiPartIdentifier == nil {
		return nil
	}
	i, c, err := b.lookup(identifiers(ref.MultiPartIdentifier))
	if err != nil || i != src {
		return nil
	}
	return &b.sources[i].table.Columns[b.sources[i].cols[c].ord]
}

// edgeScan has a lone MIN or MAX of a column read its first row that is not NULL from an index. The scan is nil
// when none serves.
func (b *block) edgeScan(p producer) *scan {
	sc, ok := p.(*scan)
	if !ok || len(b.agg.groups) > 0 || len(b.agg.calls) != 1 || b.agg.calls[0].f.edge == 0 {
		return nil
	}
	f := b.agg.calls[0].f
	col := b.keyColumn(sc.src, f.node)
	if col == nil || !b.deliver(sc, []sortKey{{node: f.node, desc: f.edge < 0}}, 1) {
		return nil
	}
	for _, a := range sc.paths {
		s := seek{ix: sc.s.table.Indexes[a.ix]}
		if a.seek != nil {
			s = *a.seek
		}
		if s.next == nil && len(s.eq) < len(s.ix.Keys) {
			s.next, s.desc = columnByID(sc.s.table, s.ix.Keys[len(s.eq)].ColumnID), s.ix.Keys[len(s.eq)].Desc
		}
		s.notNull = s.next == col // not when col is bound by equality and next is the column after it
		a.seek = &s
	}
	return sc
}
