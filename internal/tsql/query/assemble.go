package query

import (
	"math"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/tsql/expr"
)

// assemble joins units left-deep, attaching every conjunct as soon as its sources are
// there. The first unit is the one UPDATE or DELETE changes, else the first
// written; then come units linked by an equality, the rest as written.
func (b *block) assemble(units []*unit, preds []*pred) (producer, error) {
	if len(units) == 0 {
		return filtered(oneRow{}, leftover(preds)), nil
	}
	for _, u := range units {
		if u.leaf != nil {
			b.ownFilter(u, preds)
		}
		if u.inner != nil {
			b.ownFilter(u.inner, preds)
		}
	}
	rest := append([]*unit(nil), units...)
	first := 0
	for i, u := range rest {
		if u.track {
			first = i
		}
	}
	cur := rest[first]
	rest = append(rest[:first], rest[first+1:]...)
	cur = &unit{p: filtered(b.bounded(cur, preds), take(preds, cur.set)), leaf: cur.leaf, set: cur.set, rows: cur.rows, track: cur.track}
	for len(rest) > 0 {
		k := next(cur, rest, preds)
		u := rest[k]
		rest = append(rest[:k:k], rest[k+1:]...)
		var err error
		if cur, err = b.join(cur, u, preds); err != nil {
			return nil, err
		}
	}
	return filtered(cur.p, leftover(preds)), nil
}

// next chooses the unit to join: one whose dependencies are met and that an equality
// links to what is there, else the first whose dependencies are met.
func next(cur *unit, rest []*unit, preds []*pred) int {
	fallback := -1
	for i, u := range rest {
		if u.deps&^cur.set != 0 {
			continue
		}
		if fallback < 0 {
			fallback = i
		}
		for _, p := range preds {
			if !p.used && isEquality(p.ast) && p.refs&u.set != 0 && p.refs&cur.set != 0 && p.refs&^(u.set|cur.set) == 0 {
				return i
			}
		}
	}
	return max(fallback, 0)
}

func isEquality(n ast.BooleanExpression) bool {
	c, ok := n.(*ast.BooleanComparisonExpression)
	return ok && c.ComparisonType == "Equals"
}

// ownFilter moves the conjuncts on a base table alone into its scan, and finds the seeks they allow.
func (b *block) ownFilter(u *unit, preds []*pred) {
	for _, p := range preds {
		if p.used || p.refs != u.set {
			continue
		}
		p.used = true
		u.leaf.preds = append(u.leaf.preds, p)
		u.rows *= selectivity(p.ast)
	}
	u.rows = math.Max(u.rows, 1)
	u.leaf.seeks = b.seeksOf(u.leaf, nil, 0)
	for _, s := range u.leaf.seeks {
		if s.unique {
			u.rows = 1
		}
	}
}

func selectivity(n ast.BooleanExpression) float64 {
	if isEquality(n) {
		return 0.01
	}
	return 0.3
}

// take gives the unused conjuncts that sources in set can answer, and marks them used.
func take(preds []*pred, set uint64) []*expr.Cond {
	var out []*expr.Cond
	for _, p := range preds {
		if !p.used && p.refs&^set == 0 {
			p.used = true
			out = append(out, p.cond)
		}
	}
	return out
}

func leftover(preds []*pred) []*expr.Cond { return take(preds, ^uint64(0)) }

// join adds unit u to cur: an index seek per row when a key of u is bound by cur and
// cur is small, a hash join on equalities, else nested loops.
func (b *block) join(cur, u *unit, preds []*pred) (*unit, error) {
	out := &unit{set: cur.set | u.set, rows: math.Max(cur.rows, 1) * math.Max(u.rows, 1), track: cur.track || u.track}
	if s := b.seekPerRow(cur, u, preds); s != nil {
		out.p = &loopJoin{left: cur.p, right: u.p, conds: take(preds, out.set)}
		out.rows = cur.rows * s.perRow(u.leaf.s.rows)
		return out, nil
	}
	keys, err := b.equalities(preds, cur.set, u.set)
	if err != nil {
		return nil, err
	}
	conds := take(preds, out.set)
	if u.deps != 0 || len(keys) == 0 || u.track {
		right := u.p
		if u.deps == 0 && !u.track {
			right = b.cached(u)
		}
		out.p = &loopJoin{left: cur.p, right: right, conds: conds, leftSet: cur.set}
		return out, nil
	}
	h := &hashJoin{keys: keys, conds: conds, state: b.c.slot()}
	// The smaller side is kept in memory, unless it is the one whose cursor must stay on its row.
	if cur.rows < u.rows && !cur.track {
		h.probe, h.build, h.buildSet = u.p, cur.p, cur.set
		for i := range h.keys {
			h.keys[i].l, h.keys[i].r = h.keys[i].r, h.keys[i].l
		}
	} else {
		h.probe, h.build, h.buildSet = cur.p, u.p, u.set
	}
	out.rows = math.Max(cur.rows, u.rows)
	out.p = h
	return out, nil
}

// seekPerRow decides whether u is read by a seek for each row of cur, and leaves it with the seeks to do so.
// A descent is taken for the price of reading eight rows, a look-up for another.
func (b *block) seekPerRow(cur, u *unit, preds []*pred) *seek {
	if u.leaf == nil || u.track {
		return nil
	}
	sc := u.leaf
	seeks := b.seeksOf(sc, preds, cur.set)
	for _, s := range seeks {
		rows := 0.0 // looked up for each
		if s.ix.ID > 1 {
			rows = min(s.perRow(sc.s.rows), math.Sqrt(sc.s.rows)) // without statistics
		}
		if s.outer && (cur.rows*8*(1+rows) < sc.s.rows || s.ix.ID == 1 && b.tooBig(cur, u)) {
			sc.seeks = seeks
			return s
		}
	}
	return nil
}

// tooBig reports that a hash join's smaller side would hardly fit in memory.
func (b *block) tooBig(cur, u *unit) bool {
	bytes := func(u *unit) float64 {
		n := 0.0
		for _, i := range bits(u.set) {
			n += 100
			if t := b.sources[i].table; t != nil {
				n += float64(t.Layout.FixedEnd)
			}
		}
		return n * u.rows
	}
	return min(bytes(cur), bytes(u)) > float64(b.c.Host.StatementMemory())/2
}

// filter drops rows that fail a condition.
type filter struct {
	p     producer
	conds []*expr.Cond
}

func filtered(p producer, conds []*expr.Cond) producer {
	if len(conds) == 0 {
		return p
	}
	return &filter{p, conds}
}

func (f *filter) run(x *Exec, env *expr.Env, emit func() error) error {
	return f.p.run(x, env, func() error {
		for _, c := range f.conds {
			ok, err := c.True(env)
			if err != nil || !ok {
				return err
			}
		}
		return emit()
	})
}

// oneRow is the source of a query without FROM.
type oneRow struct{}

func (oneRow) run(_ *Exec, _ *expr.Env, emit func() error) error { return emit() }
