package bufpool

import (
	"sync/atomic"
	"time"
)

// Counters are a pool's events since it was made. They are counted where a page is read, written or waited for, never
// where it is found.
type Counters struct {
	Reads           atomic.Int64 // pages read, those of read-ahead included
	ReadAhead       atomic.Int64 // pages placed by read-ahead
	Writes          atomic.Int64 // pages written
	LazyWrites      atomic.Int64 // those of them written behind the foreground
	CheckpointPages atomic.Int64 // and those by a checkpoint
	PageWaits       Waits        // for a page being read: by the waiting request itself, or by read-ahead
}

// Counters are the pool's.
func (p *Pool) Counters() *Counters { return &p.counts }

// Waits are waits of one type.
type Waits struct{ count, total, longest atomic.Int64 }

// Since counts a wait that began at start.
func (w *Waits) Since(start time.Time) {
	d := int64(time.Since(start))
	w.count.Add(1)
	w.total.Add(d)
	for {
		was := w.longest.Load()
		if d <= was || w.longest.CompareAndSwap(was, d) {
			return
		}
	}
}

// Read gives the number of waits, their sum and the longest.
func (w *Waits) Read() (count int64, total, longest time.Duration) {
	return w.count.Load(), time.Duration(w.total.Load()), time.Duration(w.longest.Load())
}

// Reset forgets the waits (DBCC SQLPERF … CLEAR).
func (w *Waits) Reset() {
	w.count.Store(0)
	w.total.Store(0)
	w.longest.Store(0)
}
