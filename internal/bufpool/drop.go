package bufpool

import (
	"context"

	"scanfrag/internal/page"
)

// Resident calls yield for every cached page of the store (sys.dm_os_buffer_descriptors).
func (s *Store) Resident(yield func(id page.ID, dirty bool)) {
	p := s.pool
	for f := range p.frames {
		key := p.key[f].Load()
		st := p.state[f].Load()
		if key&^(1<<48-1) == s.tag && st&stValid != 0 && p.key[f].Load() == key {
			yield(pageID(key), st&stDirty != 0)
		}
	}
}

// DropClean empties the pool of the store's clean, unpinned pages (DBCC DROPCLEANBUFFERS).
// Pages being read are waited for.
func (s *Store) DropClean() {
	s.drop(func(st uint32) bool { return st&(stPins|stDirty) == 0 })
}

// drop takes the store's pages for which may is true out of the pool and returns how many are left.
func (s *Store) drop(may func(st uint32) bool) (left int) {
	p := s.pool
	for f := int32(p.frames - 1); f >= 0; f-- { // downwards: the free list then gives them out upwards
		for {
			key := p.key[f].Load()
			if key&^(1<<48-1) != s.tag {
				break
			}
			if !p.discard(f, key, may) {
				left++
				break
			}
		}
	}
	return left
}

// discard frees frame f if it holds key and may is true of its settled state. False: it stays.
func (p *Pool) discard(f int32, key uint64, may func(st uint32) bool) bool {
	for {
		st := p.state[f].Load()
		switch {
		case p.key[f].Load() != key || st&(stValid|stBusy) == 0:
			return true
		case isWriting(st):
			p.waitState(context.Background(), f, key, isWriting)
			continue
		case st&stPins != 0 || !may(st):
			return false
		}
		if p.state[f].CompareAndSwap(st, stBusy|st&stWaiter) {
			if p.key[f].Load() != key { // the frame changed hands before it was locked
				p.change(f, stBusy, st&^stWaiter)
				continue
			}
			if st&stDirty != 0 {
				p.dirty.Add(-1)
			}
			p.unmap(f)
			p.release(f)
			return true
		}
	}
}

// Forget drops pages that were deallocated, dirty or not, without writing them. A page
// that is pinned stays cached until it is replaced, but is clean.
func (s *Store) Forget(first page.ID, n int) {
	for i := range n {
		id := first + page.ID(i)
		sl := s.slot(id)
		if sl == nil {
			continue
		}
		key := s.keyOf(id)
		for {
			// Who finds another key in the frame finds the slot changed too (see unmap).
			f := sl.Load() - 1
			if f < 0 {
				break
			}
			if !s.pool.discard(f, key, func(uint32) bool { return true }) && s.pool.undirty(f, key) {
				break
			}
		}
	}
}

// undirty takes the dirty mark off a pinned page. False: look again.
func (p *Pool) undirty(f int32, key uint64) bool {
	st := p.state[f].Load()
	switch {
	case p.key[f].Load() != key || isWriting(st) || st&stPins == 0:
		return false
	case st&stDirty == 0:
		return true
	}
	if !p.state[f].CompareAndSwap(st, st&^(stDirty|stWarm)) {
		return false
	}
	p.dirty.Add(-1)
	return true
}
