package extsort

import (
	"fmt"

	"scanfrag/internal/page"
)

// Sorted gives the records of one range back in order. It is part of its Sorter and ends with it.
type Sorted struct {
	s  *Sorter
	m  *merger
	hi *bound // where the range ends; nil: with the last record
}

// Sort ends the adding.
func (s *Sorter) Sort() (*Sorted, error) {
	all, err := s.SortRanges(1)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// SortRanges ends the adding and divides the records among at most n ranges of keys, to be consumed side by
// side: of about equal size as far as samples tell, none without records unless there is none at all, records of
// equal key in one. Memory for fewer ranges makes fewer. Runs beyond what the memory can merge at once
// are merged in passes.
func (s *Sorter) SortRanges(n int) ([]*Sorted, error) {
	if err := s.wait(); err != nil {
		return nil, err
	}
	last := s.arenas[s.cur]
	other := s.arenas[1-s.cur]
	var frames []*page.Page
	if len(s.runs) > 0 {
		n = max(1, min(n, other.limit/(2*2*smallBuffer))) // two runs each can always be merged
		if s.readFrames(n) > other.limit {
			// The last arena's memory is needed for reading, too.
			if len(last.index) > 0 {
				if err := s.spill(); err != nil {
					return nil, err
				}
				if err := s.wait(); err != nil {
					return nil, err
				}
			}
			last = nil
		}
		var err error
		if frames, err = s.mergeFrames(last, n); err != nil {
			return nil, err
		}
		for s.readFrames(n) > len(frames) {
			if err := s.pass(frames); err != nil {
				return nil, err
			}
		}
	}
	if last != nil && !s.ordered {
		s.sort(last)
	}
	var all []*Sorted
	cuts := s.cuts(last, n)
	for i := range len(cuts) + 1 {
		o := &Sorted{s: s}
		var lo *bound
		if i > 0 {
			lo = &cuts[i-1]
		}
		if i < len(cuts) {
			o.hi = &cuts[i]
		}
		each := len(frames) / (len(cuts) + 1)
		o.m = s.openMerge(s.runs, last, frames[i*each:(i+1)*each], lo)
		all = append(all, o)
	}
	return all, nil
}

// readFrames is the least memory for reading all runs in n ranges.
func (s *Sorter) readFrames(n int) int { return 2 * smallBuffer * len(s.runs) * n }

// mergeFrames is the memory for reading runs in n ranges: that of the arenas, last's apart, as far as
// the runs need it.
func (s *Sorter) mergeFrames(last *arena, n int) ([]*page.Page, error) {
	var frames []*page.Page
	for _, a := range s.arenas {
		if a == last {
			continue
		}
		want := min(a.limit, max(0, 2*runBuffer*len(s.runs)*n-len(frames)))
		if n := want - len(a.frames); n > 0 {
			got, err := s.opt.Pool.Borrow(s.ctx, n)
			if err != nil {
				return nil, fmt.Errorf("sort: %w", err)
			}
			a.frames = append(a.frames, got...)
		}
		frames = append(frames, a.frames...)
	}
	return frames, nil
}

// pass merges groups of consecutive runs, so that arrival order among equal keys is kept.
func (s *Sorter) pass(frames []*page.Page) error {
	fan := max(2, len(frames)/(2*smallBuffer))
	var merged []run
	for from := 0; from < len(s.runs); from += fan {
		group := s.runs[from:min(from+fan, len(s.runs))]
		if len(group) == 1 {
			merged = append(merged, group[0])
			continue
		}
		m := s.openMerge(group, nil, frames, nil)
		r, err := s.writeRun(m.next)
		m.close()
		if err != nil {
			return fmt.Errorf("sort: merge %d runs: %w", len(group), err)
		}
		merged = append(merged, r)
	}
	s.runs = merged
	return nil
}

// Next is the next record in order, valid until the call after; nil at the end, and from then on.
func (o *Sorted) Next() ([]byte, error) {
	rec, err := o.m.next()
	if err != nil {
		return nil, fmt.Errorf("sort: %w", err)
	}
	if rec != nil && o.hi != nil && !o.s.below(rec, o.hi) {
		o.m.sources, rec = nil, nil
	}
	return rec, nil
}

// Close waits for reads in flight. Sorter.Close must still be called.
func (o *Sorted) Close() { o.m.close() }
