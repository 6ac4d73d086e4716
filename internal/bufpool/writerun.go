package bufpool

import (
	"sync/atomic"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// writeRun is one gathered write: pages first, first+1, … in frames.
type writeRun struct {
	s      *Store
	first  page.ID
	n      int
	frames [pagefile.MaxRun]int32
	pages  [pagefile.MaxRun]*page.Page
}

// beginWrite seals a dirty, unpinned page and marks it as being written.
func (p *Pool) beginWrite(f int32) bool {
	st := p.state[f].Load()
	if st&(stValid|stDirty|stWriting) != stValid|stDirty || st&stPins != 0 {
		return false
	}
	if !p.state[f].CompareAndSwap(st, st&^(stValid|stWarm)|stBusy|stWriting) {
		return false
	}
	p.pages[f].Seal()
	p.change(f, stBusy, stValid)
	return true
}

// gather makes r the run around frame f, whose write has begun: dirty, unpinned
// neighbours in the file join in on both sides; warm ones only when any is set.
func (r *writeRun) gather(p *Pool, f int32, any bool) {
	key := p.key[f].Load()
	r.s = p.stores[key>>48].Load()
	id := pageID(key)
	var back [pagefile.MaxRun]int32
	nb := 0
	for nb < pagefile.MaxRun-1 && id.No() > uint32(nb) {
		g, ok := p.beginNeighbour(r.s, id-page.ID(nb+1), any)
		if !ok {
			break
		}
		back[nb] = g
		nb++
	}
	r.first, r.n = id-page.ID(nb), 0
	for i := nb - 1; i >= 0; i-- {
		r.add(p, back[i])
	}
	r.add(p, f)
	for r.n < pagefile.MaxRun {
		g, ok := p.beginNeighbour(r.s, r.first+page.ID(r.n), any)
		if !ok {
			break
		}
		r.add(p, g)
	}
}

func (r *writeRun) add(p *Pool, f int32) {
	r.frames[r.n], r.pages[r.n] = f, &p.pages[f]
	r.n++
}

// beginNeighbour begins the write of page id if it is cached, dirty and unpinned.
func (p *Pool) beginNeighbour(s *Store, id page.ID, any bool) (int32, bool) {
	sl := s.slot(id)
	if sl == nil {
		return 0, false
	}
	f := sl.Load() - 1
	if f < 0 || !any && p.state[f].Load()&stWarm != 0 || p.key[f].Load() != s.keyOf(id) || !p.beginWrite(f) {
		return 0, false
	}
	if p.key[f].Load() != s.keyOf(id) { // changed hands just before
		p.change(f, stWriting, stWarm)
		return 0, false
	}
	return f, true
}

// write writes a run whose pages are sealed and ends their writing state. Its pages are counted in by.
func (p *Pool) write(r *writeRun, by *atomic.Int64) error {
	err := r.s.file(r.first.File()).WritePages(r.first.No(), r.pages[:r.n])
	for _, f := range r.frames[:r.n] {
		if err != nil {
			p.change(f, stWriting, 0)
			continue
		}
		// Counted first: Dirty waits for the end of writing, so the count cannot fall behind.
		p.dirty.Add(-1)
		p.change(f, stWriting|stDirty, 0)
	}
	if err != nil {
		r.s.failed(err)
	} else {
		p.counts.Writes.Add(int64(r.n))
		by.Add(int64(r.n))
	}
	p.supply.progress()
	return err
}
