package btree

import (
	"context"
	"math/bits"
	"sync/atomic"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// extentQueue is the unit's extents as reads of up to 512 KB in IAM order, taken by the workers
// of an allocation-order scan.
type extentQueue struct {
	runs  []bufpool.Run
	taken atomic.Int64
}

func (q *extentQueue) fill(t *Tree) error {
	var list []bufpool.Extent
	err := t.unit.Extents(func(first page.ID, pages uint8) bool {
		list = append(list, bufpool.Extent{First: first, Mask: pages})
		return true
	})
	q.runs = bufpool.ExtentRuns(list, bufpool.ExtentBatch, nil)
	return err
}

func (q *extentQueue) next() (bufpool.Run, bool) {
	i := q.taken.Add(1) - 1
	if i >= int64(len(q.runs)) {
		return bufpool.Run{}, false
	}
	return q.runs[i], true
}

// extentWalker yields one worker's pages of an allocation-order scan, reading ahead.
type extentWalker struct {
	t        *Tree
	ctx      context.Context
	io       *bufpool.IO
	q        *extentQueue
	ahead    *bufpool.Ahead // nil: no read-ahead
	runs     []bufpool.Run  // taken; the first is being consumed
	consumed int
}

func (w *extentWalker) next() (id page.ID, ok bool) {
	if w.ahead != nil {
		for w.ahead.Need(w.consumed) > 0 {
			r, ok := w.q.next()
			if !ok {
				w.ahead.End()
				break
			}
			w.t.store.ReadAhead(w.ctx, r, w.io)
			w.runs = append(w.runs, r)
			w.ahead.Issued(bits.OnesCount64(r.Want))
		}
	}
	for len(w.runs) > 0 && w.runs[0].Want == 0 {
		w.runs = w.runs[1:]
	}
	if len(w.runs) == 0 {
		r, ok := w.q.next()
		if !ok {
			return 0, false
		}
		w.runs = append(w.runs, r)
	}
	r := &w.runs[0]
	i := bits.TrailingZeros64(r.Want)
	r.Want &= r.Want - 1
	w.consumed++
	return r.First + page.ID(i), true
}
