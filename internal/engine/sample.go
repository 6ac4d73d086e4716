package engine

import (
	"context"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// sampleStep is SAMPLED's share: one page in a hundred (documented as 1 % of the pages; which ones is not).
const sampleStep = 100

func (s *storage) store() *bufpool.Store { return s.t.store }

// eachPage calls fn for every step-th page in allocation order, which is one of s's.
func (s *storage) eachPage(ctx context.Context, list extentList, step int, fn func(p *page.Page) error) error {
	visit := func(_ int, p *page.Page) error {
		if err := s.owned(p); err != nil {
			return err
		}
		return fn(p)
	}
	if step == 1 {
		return list.walk(ctx, s.store(), visit)
	}
	n := 0
	for _, e := range list {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		for i := range page.ID(page.ExtentPages) {
			if e.Mask>>i&1 == 0 {
				continue
			}
			if n++; n%step != 0 {
				continue
			}
			ref, err := s.store().Get(e.First+i, nil)
			if err != nil {
				return err
			}
			err = visit(n, ref.Page)
			ref.Release()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// scale makes counts of a sample counts of all pages.
func (s *recordSums) scale(pages int64) {
	if s.pages == 0 || s.pages == pages {
		return
	}
	f := float64(pages) / float64(s.pages)
	for _, n := range []*int64{&s.records, &s.ghosts, &s.forwarded, &s.stubs, &s.bytes, &s.used, &s.free} {
		*n = int64(float64(*n)*f + 0.5)
	}
	s.pages = pages
}

// sampledStats is SAMPLED of a large index: order from the level above, records from the sample.
func (s *storage) sampledStats(ctx context.Context, l LevelStats) ([]LevelStats, error) {
	o, err := s.leafOrder(ctx)
	if err != nil {
		return nil, err
	}
	o.fillIndex(&l)
	list, err := extentsOf(s.unit())
	if err != nil {
		return nil, err
	}
	var sums recordSums
	err = s.eachPage(ctx, list, sampleStep, func(p *page.Page) error {
		if p.Level() == 0 {
			sums.add(p)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sums.scale(o.pages)
	sums.fill(&l)
	return []LevelStats{l}, nil
}
