package bufpool

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// errPinned is returned when no frame can become free.
var errPinned = errors.New("all frames are pinned")

// freeList is a stack of frames that hold no page.
type freeList struct {
	mu sync.Mutex
	n  []int32
}

func (l *freeList) init(frames int) {
	l.n = make([]int32, frames)
	for i := range l.n {
		l.n[i] = int32(frames - 1 - i) // low frames first: memory is touched as it is needed
	}
}

func (l *freeList) pop(dst []int32) int {
	l.mu.Lock()
	n := min(len(dst), len(l.n))
	rest := len(l.n) - n
	for i := range n { // the order of single pops: neighbouring frames rise
		dst[i] = l.n[len(l.n)-1-i]
	}
	l.n = l.n[:rest]
	l.mu.Unlock()
	return n
}

func (l *freeList) push(f int32) {
	l.mu.Lock()
	l.n = append(l.n, f)
	l.mu.Unlock()
}

// supply is where those wait who found no frame. Progress counts events that may have
// made one available; it moves only while somebody starves, so the common path pays one load.
type supply struct {
	starving atomic.Int32
	mu       sync.Mutex
	cond     sync.Cond
	events   uint64
}

func (s *supply) init() { s.cond.L = &s.mu }

func (s *supply) progress() {
	if s.starving.Load() > 0 {
		s.mu.Lock()
		s.events++
		s.cond.Broadcast()
		s.mu.Unlock()
	}
}

func (s *supply) now() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.events
}

func (s *supply) wait(ctx context.Context, since uint64) error {
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, func() {
			s.mu.Lock()
			s.cond.Broadcast()
			s.mu.Unlock()
		})
		defer stop()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.events == since {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.cond.Wait()
	}
	return nil
}

// take returns 1..len(dst) exclusive frames (state busy, no key, no pins). It waits for
// writes and reads in flight when there is nothing clean; it fails when every frame is
// pinned, when dirty pages cannot be written, or when ctx ends.
func (p *Pool) take(ctx context.Context, dst []int32) (int, error) {
	if n := p.takeNow(dst); n > 0 {
		return n, nil
	}
	p.supply.starving.Add(1)
	defer p.supply.starving.Add(-1)
	for {
		since := p.supply.now()
		n, seen := p.clock.sweep(p, dst)
		if n > 0 {
			return n, nil
		}
		if n = p.takeNow(dst); n > 0 {
			return n, nil
		}
		if err := p.writeError(); err != nil {
			return 0, err
		}
		if seen.usable() == 0 {
			return 0, fmt.Errorf("buffer pool of %d frames: %w (%d lent)", p.frames, errPinned, p.lent.Load())
		}
		if seen.settled() { // a frame came free between two looks
			runtime.Gosched()
			continue
		}
		if seen.dirty > 0 {
			p.clean.kick(p.clean.urgent)
		}
		if err := p.supply.wait(ctx, since); err != nil {
			return 0, err
		}
	}
}

// takeNow takes frames that are free or clean, without waiting.
func (p *Pool) takeNow(dst []int32) int {
	n := p.free.pop(dst)
	for _, f := range dst[:n] {
		p.state[f].Store(stBusy) // nobody waits for a free frame: no waiter bit is lost
	}
	if n > 0 {
		p.used(dst[n-1])
	}
	if n < len(dst) {
		if p.ramp.Load() {
			p.ramp.Store(false)
		}
		more, _ := p.clock.sweep(p, dst[n:])
		n += more
	}
	return n
}

// release gives an exclusive frame without a key back to the free list.
func (p *Pool) release(f int32) {
	poison(&p.pages[f])
	p.change(f, ^uint32(stWaiter), 0)
	p.free.push(f)
	p.supply.progress()
}
