package bufpool

import (
	"context"
	"time"

	"scanfrag/internal/page"
)

// RampUp switches buffer-pool ramp-up on: until the pool has been full for the first time, a request of a page that
// is not there reads the aligned eight pages around it (documented of the server; of its Enterprise-class editions
// only, and the other pages are counted neither as physical nor as read-ahead reads: observed).
func (p *Pool) RampUp() { p.ramp.Store(true) }

// Ramping reports whether ramp-up is on and the pool has not been full yet.
func (p *Pool) Ramping() bool { return p.ramp.Load() }

// readExtent is the request of page id, which is not in the pool, while ramping up: it reads those of its extent's
// pages around it that are not there either. A page that it cannot give is left to the request itself.
func (s *Store) readExtent(id page.ID, io *IO) {
	p := s.pool
	at := int(id.No() % page.ExtentPages)
	first := id - page.ID(at)
	end := min(page.ExtentPages, int(s.file(id.File()).Pages()-first.No()))
	absent := func(i int) bool {
		sl := s.slot(first + page.ID(i))
		return sl == nil || sl.Load() == 0
	}
	from, to := around(at, end, absent)
	r := p.ahead.spare.Get().(*aheadRead)
	defer p.ahead.spare.Put(r)
	r.ctx, r.s, r.io, r.ramp = context.Background(), s, nil, true
	start := time.Now()
	if _, ok := s.place(r, Run{First: first + page.ID(from), N: to - from, Want: 1<<(to-from) - 1}); !ok {
		return
	}
	// Others may have been first with some of the pages: what is still in one piece is read.
	own := func(i int) bool { return i < r.n && r.frames[i] >= 0 }
	at -= from
	if from, to = at, at; own(at) {
		from, to = around(at, r.n, own)
	}
	for i, f := range r.frames[:r.n] {
		if f >= 0 && (i < from || i >= to) {
			p.abandon(f)
		}
	}
	if from == to {
		return
	}
	r.n = copy(r.frames[:], r.frames[from:to])
	r.first += page.ID(from)
	s.fill(r, nil)
	p.counts.PageWaits.Since(start)
	if io != nil && !absent(int(id-first)) {
		io.Physical.Add(1)
	}
}

// around widens at to the indexes from..to-1 below end for which ok holds.
func around(at, end int, ok func(i int) bool) (from, to int) {
	from, to = at, at+1
	for from > 0 && ok(from-1) {
		from--
	}
	for to < end && ok(to) {
		to++
	}
	return from, to
}
