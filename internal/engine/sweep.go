package engine

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"scanfrag/internal/alloc"
)

// sweeper is a database's work in the background: extents of dropped tables are given back at once, ghosts
// removed some seconds after they were made. It is no user of the database and waits for no lock.
type sweeper struct {
	d      *Database
	ctx    context.Context // ends when the database is closed
	cancel context.CancelFunc

	mu     sync.Mutex // guards the start of jobs against stop
	jobs   sync.WaitGroup
	ghosts atomic.Bool // a clean-up is due
	pass   sync.Mutex  // one clean-up at a time: who wants one now waits for that under way

	interval time.Duration // ghostInterval; tests shorten it
}

func newSweeper(d *Database) *sweeper {
	w := &sweeper{d: d, interval: ghostInterval}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// later runs job after a delay, unless the database is closed before.
func (w *sweeper) later(delay time.Duration, job func(ctx context.Context)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ctx.Err() != nil {
		return
	}
	w.jobs.Go(func() {
		t := time.NewTimer(delay)
		defer t.Stop()
		select {
		case <-t.C:
			job(w.ctx)
		case <-w.ctx.Done():
		}
	})
}

// stop ends the work for good and waits for what is going on.
func (w *sweeper) stop() {
	w.mu.Lock()
	w.cancel()
	w.mu.Unlock()
	w.jobs.Wait()
}

// ghostsLater plans a clean-up; tables in use then are tried again. What cannot be read is left to whoever reads it.
func (w *sweeper) ghostsLater() {
	if w.ghosts.Load() || w.ghosts.Swap(true) {
		return
	}
	w.later(w.interval, func(ctx context.Context) {
		w.ghosts.Store(false)
		if w.d.inst.keepGhosts.Load() || !w.d.opened.Load() || w.d.bad.Load() != nil {
			return
		}
		if left, _ := w.d.cleanGhosts(ctx); left {
			w.ghostsLater()
		}
	})
}

// dropBatch is how many extents are given back at a time; allocation waits that long.
const dropBatch = 1024

// deallocate gives back the extents of dropped tables and indexes.
func (d *Database) deallocate(ctx context.Context) error {
	sp := d.space.Load()
	for more := sp != nil; more; {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		var err error
		if more, err = sp.Deallocate(dropBatch); err != nil {
			return err
		}
	}
	return nil
}

// DeferredDrop is what is left of a dropped heap or index.
type DeferredDrop = alloc.Deferred

// DeferredDrops lists what is still to be given back.
func (d *Database) DeferredDrops() []DeferredDrop {
	if sp := d.space.Load(); sp != nil {
		return sp.Deferred()
	}
	return nil
}

// dropsNow starts to do so in the background. An error comes again at the next checkpoint, which tells it.
func (w *sweeper) dropsNow() {
	if len(w.d.DeferredDrops()) > 0 {
		w.later(0, func(ctx context.Context) { _ = w.d.deallocate(ctx) })
	}
}

// settle does what the background would do later, as far as nobody is using the tables.
func (d *Database) settle(ctx context.Context) error {
	err := d.deallocate(ctx)
	if !d.inst.keepGhosts.Load() && d.bad.Load() == nil {
		_, _ = d.cleanGhosts(ctx) // see ghostsLater
	}
	return err
}
