package query

import (
	"math"
	"slices"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// access is one way to read a base table: an index or a key range of it, with or without a look-up of the table's row.
type access struct {
	ix      int   // place in Table.Indexes; 0 is the heap or clustered index
	seek    *seek // nil: all of it
	lookup  bool  // the index does not have all columns that are read
	ordered bool  // in key order
	back    bool  // backwards

	keep   []*expr.Cond // conjuncts on the index's own columns, checked before a row is looked up
	filter []*expr.Cond // the others
	kept   float64      // share of the rows that keep is guessed to leave
	passed float64      // … and that all conjuncts beside the seek's leave
}

// randomPage is what a page costs that is read for one row, where a page of a scan costs 1: the server's cost model
// has 0.003125 and 0.000740 seconds for them (observed in its plans).
const randomPage = 4

// cost of reading rows of total rows with a, in pages.
func (sc *scan) cost(a *access, rows, total float64) float64 {
	t := sc.s.table
	pages, depth := t.Leaves(a.ix)
	share := 1.0
	if total > 0 {
		share = rows / total
	}
	c := float64(pages)*share + randomPage*float64(depth)
	if a.lookup {
		_, depth = t.Leaves(0)
		c += rows * a.kept * float64(randomPage+depth-1)
	}
	return c
}

// goal is how many of a's rows are read when only the first sc.goal that pass are wanted.
func (sc *scan) wanted(a *access, rows float64) float64 {
	if sc.goal > 0 {
		return min(rows, math.Ceil(sc.goal/a.passed))
	}
	return rows
}

// accesses lists the ways to read the table, given all columns that the block reads. Each can answer alone.
func (b *block) accesses(sc *scan) []*access {
	t, h := sc.s.table, &sc.s.hints
	var out []*access
	for i, ix := range t.Indexes {
		if h.index >= 0 && h.index != i || !t.Readable(i) {
			continue
		}
		covered := b.covered(sc.src, ix)
		if s := sc.seekOn(ix); s != nil && !h.forceScan {
			out = append(out, b.access(sc, i, s, !covered))
			if i == 0 || h.index == i {
				continue // all of it never costs less
			}
		}
		if h.forceSeek || !(covered && !sc.s.track) && i > 0 && h.index != i {
			continue
		}
		out = append(out, b.access(sc, i, nil, !covered))
	}
	// One row by a unique key beats everything; without a look-up first.
	for _, lookup := range []bool{false, true} {
		for _, a := range out {
			if a.seek != nil && a.seek.unique && a.lookup == lookup {
				return []*access{a}
			}
		}
	}
	return out
}

func (b *block) access(sc *scan, i int, s *seek, lookup bool) *access {
	a := &access{ix: i, seek: s, lookup: lookup, kept: 1, passed: 1}
	ix := sc.s.table.Indexes[i]
	for _, p := range sc.preds {
		share := selectivity(p.ast)
		if s != nil && slices.Contains(s.preds, p) {
			share = 1
		}
		a.passed *= share
		if lookup && !p.impure && !slices.ContainsFunc(p.cols, func(c colref) bool { return c.src == sc.src && !sc.s.table.Covers(ix, c.col.ID) }) {
			a.keep = append(a.keep, p.cond)
			a.kept *= share
			continue
		}
		a.filter = append(a.filter, p.cond)
	}
	return a
}

// colref is a base table's column as an expression reads it.
type colref struct {
	src int
	col *engine.Column
}

// covered reports whether the index has all columns of the source that the block reads.
func (b *block) covered(src int, ix *engine.Index) bool {
	t := b.sources[src].table
	return !slices.ContainsFunc(b.touched, func(c colref) bool { return c.src == src && !t.Covers(ix, c.col.ID) })
}

// settle ends the block's compilation: it lists the accesses of scans that no ORDER BY decided about.
func (b *block) settle() error {
	for _, sc := range b.scans {
		if sc.paths == nil {
			sc.paths = b.accesses(sc)
		}
		if len(sc.paths) == 1 && sc.paths[0].seek != nil && sc.paths[0].seek.unique {
			b.c.points++
		}
		if len(sc.paths) == 0 {
			return sqltype.Errorf(8622, "Query processor could not produce a query plan because of the hints defined in this query. Resubmit the query without specifying any hints and without using SET FORCEPLAN.")
		}
	}
	return nil
}

// choose takes the cheapest access for the values that bounds have now, with its range in st; empty: no row can qualify.
func (sc *scan) choose(x *Exec, env *expr.Env, spec *engine.ScanSpec, st *scanState) (best *access, empty bool, err error) {
	best = sc.paths[0]
	if len(sc.paths) > 1 {
		least := math.Inf(1)
		total := float64(sc.s.table.Rows())
		for _, a := range sc.paths {
			rows := total
			if a.seek != nil {
				ok, err := sc.point(a, env, spec, st)
				if err != nil {
					return nil, false, err
				}
				if !ok {
					return a, true, nil
				}
				if r := spec.Range; r != nil && (r.Lo != nil || r.Hi != nil) {
					tx, err := x.Txn(sc.s.table)
					if err != nil {
						return nil, false, err
					}
					if rows, err = tx.Estimate(x.Ctx, *spec); err != nil {
						return nil, false, err
					}
				}
			}
			if c := sc.cost(a, sc.wanted(a, rows), total); c < least {
				best, least = a, c
			}
		}
	}
	ok, err := sc.point(best, env, spec, st)
	return best, !ok, err
}

// point has spec read what a reads. False: no row can qualify.
func (sc *scan) point(a *access, env *expr.Env, spec *engine.ScanSpec, st *scanState) (ok bool, err error) {
	spec.Index, spec.Lookup = sc.s.table.Indexes[a.ix], a.lookup
	spec.Ordered, spec.Single, spec.Range = a.ordered, false, nil
	if a.seek == nil && !a.back {
		return true, nil
	}
	st.rng.Lo, st.rng.Hi, st.rng.LoOpen, st.rng.HiOpen, st.rng.Backward = nil, nil, false, false, a.back
	if a.seek != nil {
		if ok, err := a.seek.bounds(env, st); err != nil || !ok {
			return false, err
		}
		if st.rng.Lo == nil && st.rng.Hi == nil && !a.back {
			return true, nil
		}
		spec.Single = a.seek.unique && len(st.lo.Cols) == len(spec.Index.Keys)
	}
	spec.Range, spec.Ordered = &st.rng, true
	return true, nil
}
