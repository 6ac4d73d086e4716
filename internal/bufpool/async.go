package bufpool

import (
	"context"
	"sync"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// maxInFlight is the most read-ahead reads in flight: one I/O worker each.
const maxInFlight = 64

// aheadRead is one read on its way. Frames of wanted pages are installed, busy, before it is
// queued, so that a Get waits for it; the other entries are -1 and are read into the worker's
// throw-away page.
type aheadRead struct {
	ctx    context.Context
	s      *Store
	io     *IO
	first  page.ID
	n      int
	ramp   bool // a request's extent, see readExtent: not counted as read-ahead
	frames [pagefile.MaxRun]int32
	pages  [pagefile.MaxRun]*page.Page
}

// aheadPool is the I/O workers, started one by one as reads have to wait for them. Blocking
// reads in goroutines rather than io_uring: see TuneProcs.
type aheadPool struct {
	p     *Pool
	queue chan *aheadRead
	spare sync.Pool // *aheadRead

	mu      sync.Mutex
	cond    sync.Cond
	workers int
	total   int            // reads queued or in flight
	pending map[*Store]int // of each store
}

func (a *aheadPool) init(p *Pool) {
	a.p = p
	a.queue = make(chan *aheadRead, maxInFlight)
	a.spare.New = func() any { return new(aheadRead) }
	a.cond.L = &a.mu
	a.pending = map[*Store]int{}
}

// stop ends the workers; no store is open any more.
func (a *aheadPool) stop() {
	close(a.queue)
	a.mu.Lock()
	for a.workers > 0 {
		a.cond.Wait()
	}
	a.mu.Unlock()
}

// drain waits for the store's reads.
func (a *aheadPool) drain(s *Store) {
	a.mu.Lock()
	for a.pending[s] > 0 {
		a.cond.Wait()
	}
	delete(a.pending, s)
	a.mu.Unlock()
}

func (a *aheadPool) submit(r *aheadRead) {
	a.mu.Lock()
	a.pending[r.s]++
	a.total++
	if a.total > a.workers && a.workers < maxInFlight {
		go a.work(&a.p.pages[a.p.frames+a.workers])
		a.workers++
	}
	a.mu.Unlock()
	a.queue <- r
}

// work is one I/O worker; spill is its throw-away page.
func (a *aheadPool) work(spill *page.Page) {
	for r := range a.queue {
		s := r.s
		s.fill(r, spill)
		a.spare.Put(r)
		a.mu.Lock()
		a.total--
		if a.pending[s]--; a.pending[s] == 0 {
			a.cond.Broadcast()
		}
		a.mu.Unlock()
	}
	a.mu.Lock()
	a.workers--
	a.cond.Broadcast()
	a.mu.Unlock()
}
