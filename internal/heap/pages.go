package heap

import (
	"context"
	"math/bits"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// pages is a worker's walk over the pages of the runs it claims, one pinned at a
// time, with its own read-ahead up to about 500 pages before the scan.
type pages struct {
	s     *Supplier
	ahead *bufpool.Ahead
	queue []bufpool.Run // claimed, read ahead, not begun
	run   bufpool.Run   // what is left of the run in hand, in Want
	done  int           // pages walked
	ref   bufpool.Ref
	p     *page.Page // nil: none pinned
	id    page.ID
	err   error
}

// advance pins the next page; false at the end or on an error.
func (w *pages) advance() bool {
	w.leave()
	if w.err != nil {
		return false
	}
	if w.s.ctx.Err() != nil {
		w.err = context.Cause(w.s.ctx)
		return false
	}
	w.readAhead()
	for w.run.Want == 0 {
		if len(w.queue) > 0 {
			w.run, w.queue = w.queue[0], w.queue[1:]
			continue
		}
		var ok bool
		if w.run, ok = w.s.claim(); !ok {
			return false
		}
	}
	w.id = w.run.First + page.ID(bits.TrailingZeros64(w.run.Want))
	w.run.Want &= w.run.Want - 1
	w.done++
	r, err := w.s.h.get(w.id, w.s.opt.IO)
	if err != nil {
		w.err = err
		return false
	}
	w.ref, w.p = r, r.Page
	return true
}

func (w *pages) readAhead() {
	if w.s.opt.NoReadAhead {
		return
	}
	for w.ahead.Need(w.done) > 0 {
		run, ok := w.s.claim()
		if !ok {
			w.ahead.End()
			return
		}
		w.s.h.st.ReadAhead(w.s.ctx, run, w.s.opt.IO)
		w.ahead.Issued(bits.OnesCount64(run.Want))
		w.queue = append(w.queue, run)
	}
}

// leave unpins the page in hand.
func (w *pages) leave() {
	if w.p != nil {
		w.ref.Release()
		w.p = nil
	}
}
