package bufpool

import (
	"context"
	"math/bits"
	"slices"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// ReadAhead starts reading run and returns at once (it blocks only while 64 reads are in
// flight and as many wait, while no frame is clean, or until ctx ends). Pages already cached
// are trimmed from either end and discarded in the middle, and are protected as those that are read.
// A page requested by Get while its read is in flight waits for it and is not a physical read.
// A page that cannot be read is not admitted: Get then meets the error itself.
func (s *Store) ReadAhead(ctx context.Context, run Run, io *IO) {
	p := s.pool
	if run.N < 1 || run.N > pagefile.MaxRun || ctx.Err() != nil {
		return
	}
	for i := range run.N { // cached pages are kept, not wanted
		id := run.First + page.ID(i)
		sl := s.slot(id)
		if run.Want>>i&1 == 0 || sl == nil {
			continue
		}
		if f := sl.Load() - 1; f >= 0 {
			p.keep(f, s.keyOf(id))
			run.Want &^= 1 << i
		}
	}
	if run = run.trim(); run.N == 0 {
		return
	}
	// The run's ends exist: so does all between.
	if _, err := s.makeSlot("read", run.First+page.ID(run.N-1)); err != nil {
		return
	}
	for run.N > 0 {
		r := p.ahead.spare.Get().(*aheadRead)
		r.ctx, r.s, r.io = ctx, s, io
		var ok bool
		run, ok = s.place(r, run)
		if !ok {
			p.ahead.spare.Put(r)
			continue
		}
		p.ahead.submit(r)
	}
}

// keep protects a cached page until the scan gets there, as if it had been read for it: else the clock could take it
// just before, and the scan would read it by itself.
func (p *Pool) keep(f int32, key uint64) {
	st := p.state[f].Load()
	if st&(stValid|stAhead|stRef) == stValid && p.key[f].Load() == key {
		p.state[f].CompareAndSwap(st, st|stAhead) // lost to another change: the page is in use
	}
}

// place installs frames for wanted pages of run, as many as there are frames at once, and
// returns what is left of run. False: there is nothing to read in r. It waits only for its
// first frames, while it holds none: two scans cannot wait for each other.
func (s *Store) place(r *aheadRead, run Run) (rest Run, ok bool) {
	p := s.pool
	var got [pagefile.MaxRun]int32
	have, err := p.take(r.ctx, got[:bits.OnesCount64(run.Want)])
	if err != nil {
		return Run{}, false
	}
	slices.Sort(got[:have]) // neighbours in memory: fewer pieces for the drive
	r.first, r.n = run.First, 0
	next, i := 0, 0
	for ; i < run.N && next < have; i++ {
		r.frames[i] = -1
		if run.Want>>i&1 == 0 {
			continue
		}
		sl, err := s.makeSlot("read", run.First+page.ID(i))
		if err != nil { // the file has shrunk: there is no rest
			i = run.N
			break
		}
		f := got[next]
		p.key[f].Store(s.keyOf(run.First + page.ID(i)))
		if !sl.CompareAndSwap(0, f+1) { // a Get was first
			p.key[f].Store(0)
			continue
		}
		r.frames[i] = f
		r.n = i + 1
		next++
	}
	for _, f := range got[next:have] {
		p.release(f)
	}
	if i < run.N {
		rest = Run{First: run.First + page.ID(i), N: run.N - i, Want: run.Want >> i}.trim()
	}
	return rest, r.n > 0
}

// fill reads and admits the pages of r, each verified.
func (s *Store) fill(r *aheadRead, spill *page.Page) {
	p := s.pool
	for i, f := range r.frames[:r.n] {
		if r.pages[i] = spill; f >= 0 {
			r.pages[i] = &p.pages[f]
		}
	}
	err := r.ctx.Err()
	if s.closed.Load() {
		err = pagefile.ErrClosed
	}
	if err == nil {
		err = s.file(r.first.File()).ReadPages(r.first.No(), r.pages[:r.n])
	}
	// First all are checked, then all are admitted: a scan that waits for the first page would
	// otherwise catch up with the checks and sleep again at every page.
	bad := uint64(0)
	for i, f := range r.frames[:r.n] {
		if f >= 0 && (err != nil || s.verify(r.first+page.ID(i), r.pages[i]) != nil) {
			bad |= 1 << i
		}
	}
	admitted := int64(0)
	for i, f := range r.frames[:r.n] {
		switch {
		case f < 0:
		case bad>>i&1 != 0:
			p.abandon(f)
		default:
			p.change(f, stBusy, stValid|stAhead)
			admitted++
		}
	}
	p.counts.Reads.Add(admitted)
	if !r.ramp {
		p.counts.ReadAhead.Add(admitted)
		if r.io != nil {
			r.io.ReadAhead.Add(admitted)
		}
	}
	r.ctx, r.s, r.io, r.ramp = nil, nil, nil, false
	p.supply.progress()
}
