package engine

import "scanfrag/internal/page"

// The definitions behind the physical figures, for figures that are known and not measured here.

// LeafOrder counts what a walk along a leaf level, or over a heap, met.
type LeafOrder struct {
	Pages, Fragments int64 // fragments: runs of physically consecutive pages
	Extents          int64
	ExtentSwitches   int64 // moves to another extent
	ExtentJumps      int64 // extents that do not follow the one before physically
}

// ShowContigOf is what DBCC SHOWCONTIG reports of such a walk over pages with freeBytes in all.
func ShowContigOf(l LeafOrder, freeBytes int64) Contig {
	o := order{pages: l.Pages, fragments: l.Fragments, extents: l.Extents, switches: l.ExtentSwitches, jumps: l.ExtentJumps}
	c := o.contig()
	(&recordSums{pages: l.Pages, free: freeBytes}).density(&c)
	return c
}

// StatsOf is the row of sys.dm_db_index_physical_stats for a level of an index: its order, and the lengths of the
// records on each of its pages.
func StatsOf(l LeafOrder, records [][]int) LevelStats {
	var s LevelStats
	(&order{pages: l.Pages, fragments: l.Fragments}).fillIndex(&s)
	var sums recordSums
	for _, onPage := range records {
		p := new(page.Page)
		p.Init(page.TypeData, 0, page.MakeID(1, page.ExtentPages), 0, 0)
		for i, length := range onPage {
			p.Insert(i, page.NewRecord(nil, page.Layout{FixedEnd: length - 3, Cols: 1}))
		}
		sums.add(p)
	}
	sums.fill(&s)
	return s
}
