package bufpool

import (
	"sync"
	"sync/atomic"

	"scanfrag/internal/page"
)

// The frames' memory is populated in pieces of warmPiece frames, when the first use of frames comes
// within warmLead of what is populated. All at once would cost a second at the start and memory that a small
// database never uses.
const (
	warmPiece = 32 << 20 / page.Size
	warmLead  = 2 * warmPiece
	// warmFrom frames are left to their first touch: many servers never need more.
	warmFrom = warmPiece / 2
)

// warmup populates memory ahead of the first use of frames, which the free list gives out
// upwards: else a load would wait for the system's zeroing with every new frame.
type warmup struct {
	due  atomic.Int32 // a first use from this frame on wants more; above all frames when there is no more
	busy atomic.Bool
	done sync.WaitGroup
	to   int32 // populated up to here; the one goroutine's
}

func (w *warmup) init(frames int) {
	w.due.Store(warmFrom)
	if frames < 2*warmLead {
		w.due.Store(int32(frames)) // not worth it
	}
}

// used tells that frame f is in use.
func (p *Pool) used(f int32) {
	w := &p.warm
	if f < w.due.Load() || !w.busy.CompareAndSwap(false, true) {
		return
	}
	w.done.Go(func() {
		defer w.busy.Store(false)
		for w.to < int32(p.frames) && w.to < f+warmLead {
			to := min(w.to+warmPiece, int32(p.frames))
			if !populate(p.mapping[int(w.to)*page.Size : int(to)*page.Size]) {
				to = int32(p.frames)
			}
			w.to = to
		}
		if w.to == int32(p.frames) {
			w.due.Store(w.to)
		} else {
			w.due.Store(w.to - warmLead + warmPiece)
		}
	})
}
