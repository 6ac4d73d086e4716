package bufpool

import (
	"context"
	"fmt"

	"scanfrag/internal/page"
)

// Fresh pins a frame for a page about to be initialised, without reading it; the page is
// dirty and its bytes are zero.
func (s *Store) Fresh(id page.ID) (Ref, error) {
	p, key := s.pool, s.keyOf(id)
	sl, err := s.makeSlot("make", id)
	if err != nil {
		return Ref{}, err
	}
	for {
		if f := sl.Load() - 1; f >= 0 {
			if p.pin(f, key) {
				r := Ref{&p.pages[f], p, f}
				r.Dirty()
				*r.Page = page.Page{}
				return r, nil
			}
			p.waitState(context.Background(), f, key, isBusy)
			continue
		}
		f, err := s.install(sl, key)
		if err != nil {
			return Ref{}, fmt.Errorf("make page %d:%d of %s: %w", id.File(), id.No(), s.file(id.File()).Name(), err)
		}
		if f < 0 {
			continue
		}
		p.pages[f] = page.Page{}
		p.change(f, stBusy, stValid|stDirty|stWarm|1)
		p.dirtied()
		p.supply.progress()
		return Ref{&p.pages[f], p, f}, nil
	}
}
