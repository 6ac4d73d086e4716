package bufpool

import (
	"sync"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// runWriter merges pages that come in file order into runs and keeps several writes in flight.
type runWriter struct {
	s     *Store
	cur   *writeRun
	slots chan *writeRun
	all   int // writes that may be in flight

	mu  sync.Mutex
	err error // the first
}

func newRunWriter(s *Store) *runWriter {
	w := &runWriter{s: s, slots: make(chan *writeRun, writesInFlight), all: writesInFlight}
	for range w.all {
		w.slots <- new(writeRun)
	}
	return w
}

// add takes over frame f, whose write has begun.
func (w *runWriter) add(id page.ID, f int32) {
	if r := w.cur; r != nil && (r.n == pagefile.MaxRun || id != r.first+page.ID(r.n)) {
		w.flush()
	}
	if w.cur == nil {
		w.cur = <-w.slots
		w.cur.s, w.cur.first, w.cur.n = w.s, id, 0
	}
	w.cur.add(w.s.pool, f)
}

// flush starts the write of what was added.
func (w *runWriter) flush() {
	r := w.cur
	if r == nil {
		return
	}
	w.cur = nil
	go func() {
		if err := w.s.pool.write(r, &w.s.pool.counts.CheckpointPages); err != nil {
			w.mu.Lock()
			if w.err == nil {
				w.err = err
			}
			w.mu.Unlock()
		}
		w.slots <- r
	}()
}

func (w *runWriter) failed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err != nil
}

// wait waits for the writes in flight and returns the first error.
func (w *runWriter) wait() error {
	for range w.all {
		<-w.slots
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}
