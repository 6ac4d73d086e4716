package engine

import (
	"context"

	"scanfrag/internal/page"
)

// Contig is what DBCC SHOWCONTIG reports about the leaf level.
type Contig struct {
	Pages, Extents, ExtentSwitches int64
	AvgFreeBytes, AvgPageDensity   float64
	BestCount, ActualCount         int64
	ScanDensity                    float64
	LogicalFragmentation           float64
	ExtentFragmentation            float64
	Rows                           int64
	MinRecord, MaxRecord           int
	AvgRecord                      float64
	Forwarded                      int64
	Fast                           bool // rows, record sizes and free bytes unknown
}

// ShowContig walks the leaf level of an index, or a heap. Fast does not read leaf pages; of a heap it changes
// nothing, as documented. For heaps LogicalFragmentation means nothing and is 0.
func (tx *Txn) ShowContig(ctx context.Context, t *Table, indexID int, fast bool) (Contig, error) {
	s, _, err := tx.measured(ctx, t, indexID)
	if err != nil {
		return Contig{}, err
	}
	fast = fast && s.heap == nil
	var (
		o    *order
		sums recordSums
	)
	switch {
	case s.heap != nil:
		list, err := extentsOf(s.unit())
		if err != nil {
			return Contig{}, err
		}
		o = &order{}
		for _, e := range list {
			for i := range page.ID(page.ExtentPages) {
				if e.Mask>>i&1 != 0 {
					o.add(e.First + i)
				}
			}
		}
		if err := s.eachPage(ctx, list, 1, func(p *page.Page) error { sums.add(p); return nil }); err != nil {
			return Contig{}, err
		}
	case fast:
		if o, err = s.leafOrder(ctx); err != nil {
			return Contig{}, err
		}
	default:
		levels, err := s.measureTree(ctx)
		if err != nil {
			return Contig{}, err
		}
		o, sums = &levels[0].order, levels[0].sums
	}
	c := o.contig()
	c.Fast = fast
	if s.heap != nil {
		c.LogicalFragmentation = 0
	}
	if !fast {
		sums.density(&c)
	}
	return c, nil
}
