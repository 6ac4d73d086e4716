package bufpool

import (
	"context"

	"scanfrag/internal/page"
)

// Ref is a pinned page. The zero Ref is invalid. Not safe for concurrent use.
type Ref struct {
	Page  *page.Page
	pool  *Pool
	frame int32
}

// Valid reports whether the Ref is one (the zero Ref is not).
func (r Ref) Valid() bool { return r.Page != nil }

// Dirty must be called before the first change to the page through this Ref: it waits
// for a write of the page in flight and marks it dirty. Pages are never written while a Ref is held
// after Dirty (the pin keeps the writer away), so changes need no further lock.
func (r Ref) Dirty() {
	p := r.pool
	for {
		st := p.state[r.frame].Load()
		switch {
		case st&(stDirty|stWarm|stWriting) == stDirty|stWarm:
			return
		case st&stWriting != 0:
			p.waitState(context.Background(), r.frame, p.key[r.frame].Load(), isWriting)
			continue
		}
		if p.state[r.frame].CompareAndSwap(st, st|stDirty|stWarm) {
			if st&stDirty == 0 {
				p.dirtied()
			}
			return
		}
	}
}

// Release unpins. The Ref must not be used afterwards.
func (r Ref) Release() { r.pool.unpin(r.frame) }

// pin adds a pin if the frame is valid and holds key.
func (p *Pool) pin(f int32, key uint64) bool {
	for {
		st := p.state[f].Load()
		if st&stValid == 0 {
			return false
		}
		n := st + 1
		if st&stAhead != 0 {
			n &^= stAhead
		} else {
			n |= stRef
		}
		if p.state[f].CompareAndSwap(st, n) {
			if p.key[f].Load() == key {
				return true
			}
			p.unpin(f) // the frame had changed hands
			return false
		}
	}
}

func (p *Pool) unpin(f int32) {
	st := p.state[f].Add(^uint32(0))
	if st&stPins == stPins {
		panic("bufpool: a page was released more often than it was pinned")
	}
	if st&stWaiter != 0 {
		p.change(f, 0, 0)
	}
}
