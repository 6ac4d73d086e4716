package extsort

import (
	"fmt"

	"scanfrag/internal/page"
)

// Sorted gives the records back in order. It is part of its Sorter and ends with it.
type Sorted struct {
	s *Sorter
	m *merger
}

// Sort ends the adding. Runs beyond what the memory can merge at once are merged in passes.
func (s *Sorter) Sort() (*Sorted, error) {
	if err := s.wait(); err != nil {
		return nil, err
	}
	last := s.arenas[s.cur]
	other := s.arenas[1-s.cur]
	if len(s.runs) == 0 {
		if !s.ordered {
			s.sort(last)
		}
		return &Sorted{s, s.openMerge(nil, last, nil)}, nil
	}
	need := 2 * smallBuffer * len(s.runs)
	if need > other.limit {
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
	frames, err := s.mergeFrames(last)
	if err != nil {
		return nil, err
	}
	for 2*smallBuffer*len(s.runs) > len(frames) {
		if err := s.pass(frames); err != nil {
			return nil, err
		}
	}
	if last != nil {
		if !s.ordered {
			s.sort(last)
		}
	}
	return &Sorted{s, s.openMerge(s.runs, last, frames)}, nil
}

// mergeFrames is the memory for reading runs: that of the arenas, last's apart, as far as
// the runs need it.
func (s *Sorter) mergeFrames(last *arena) ([]*page.Page, error) {
	var frames []*page.Page
	for _, a := range s.arenas {
		if a == last {
			continue
		}
		want := min(a.limit, max(0, 2*runBuffer*len(s.runs)-len(frames)))
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
		m := s.openMerge(group, nil, frames)
		w := s.writer()
		var rec []byte
		var err error
		for {
			if rec, err = m.next(); rec == nil || err != nil {
				break
			}
			if err = w.add(rec); err != nil {
				break
			}
		}
		m.close()
		r, ferr := w.finish()
		if err == nil {
			err = ferr
		}
		if err != nil {
			return fmt.Errorf("sort: merge %d runs: %w", len(group), err)
		}
		merged = append(merged, r)
	}
	s.runs = merged
	return nil
}

// Next is the next record in order, valid until the call after; nil at the end.
func (o *Sorted) Next() ([]byte, error) {
	rec, err := o.m.next()
	if err != nil {
		return nil, fmt.Errorf("sort: %w", err)
	}
	return rec, nil
}

// Close waits for reads in flight. Sorter.Close must still be called.
func (o *Sorted) Close() { o.m.close() }
