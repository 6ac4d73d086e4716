package bufpool

import (
	"context"
	"fmt"
	"sync/atomic"

	"scanfrag/internal/page"
)

// IO counts pages as SET STATISTICS IO does: Logical = pages requested; Physical =
// pages read synchronously because they were not there; ReadAhead = pages placed by read-ahead.
type IO struct{ Logical, Physical, ReadAhead atomic.Int64 }

// Ref is a pinned page. The zero Ref is invalid. Not safe for concurrent use.
type Ref struct {
	Page  *page.Page
	pool  *Pool
	frame int32
}

// Valid reports whether the Ref is one (the zero Ref is not).
func (r Ref) Valid() bool { return r.Page != nil }

// Get pins page id, reading it (single page, checksum verified) when absent; concurrent
// misses of one page cause one read. io may be nil. An error names the file, the page and the reason.
func (s *Store) Get(id page.ID, io *IO) (Ref, error) {
	if io != nil {
		io.Logical.Add(1)
	}
	if sl := s.slot(id); sl != nil {
		if f := sl.Load() - 1; f >= 0 && s.pool.pin(f, s.keyOf(id)) {
			return Ref{&s.pool.pages[f], s.pool, f}, nil
		}
	}
	return s.getSlow(id, io)
}

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

func (s *Store) getSlow(id page.ID, io *IO) (Ref, error) {
	p, key := s.pool, s.keyOf(id)
	sl, err := s.makeSlot("read", id)
	if err != nil {
		return Ref{}, err
	}
	for {
		if f := sl.Load() - 1; f >= 0 {
			if p.pin(f, key) {
				return Ref{&p.pages[f], p, f}, nil
			}
			p.waitState(context.Background(), f, key, isBusy)
			continue
		}
		f, err := s.install(sl, key)
		if err != nil {
			return Ref{}, fmt.Errorf("read page %d:%d of %s: %w", id.File(), id.No(), s.files[id.File()-1].Name(), err)
		}
		if f < 0 {
			continue
		}
		if err := s.readOne(id, &p.pages[f]); err != nil {
			p.abandon(f)
			return Ref{}, err
		}
		if io != nil {
			io.Physical.Add(1)
		}
		p.change(f, stBusy, stValid|1)
		p.supply.progress()
		return Ref{&p.pages[f], p, f}, nil
	}
}

// install takes a frame for key and puts it into the slot, busy: the caller fills it.
// -1: another goroutine was first.
func (s *Store) install(sl *slot, key uint64) (int32, error) {
	p := s.pool
	if s.bad.Load() {
		if err := s.tellError(); err != nil {
			return -1, err
		}
	}
	var one [1]int32
	if _, err := p.take(context.Background(), one[:]); err != nil {
		return -1, err
	}
	f := one[0]
	p.key[f].Store(key)
	if !sl.CompareAndSwap(0, f+1) {
		p.key[f].Store(0)
		p.release(f)
		return -1, nil
	}
	return f, nil
}

// abandon takes back a busy frame whose page could not be read. Those who wait for the
// page try for themselves.
func (p *Pool) abandon(f int32) {
	p.unmap(f)
	p.release(f)
}

func (s *Store) readOne(id page.ID, pg *page.Page) error {
	fl := s.files[id.File()-1].File
	if err := fl.ReadPages(id.No(), []*page.Page{pg}); err != nil {
		return err
	}
	return s.verify(id, pg)
}

func (s *Store) verify(id page.ID, pg *page.Page) error {
	if err := pg.Verify(id); err != nil {
		return fmt.Errorf("read %s: %w", s.files[id.File()-1].Name(), err)
	}
	return nil
}

// Fresh pins a frame for a page about to be initialised, without reading it; the page is
// dirty and its bytes are zero.
func (s *Store) Fresh(id page.ID) (Ref, error) {
	p, key := s.pool, s.keyOf(id)
	sl, err := s.makeSlot("make", id)
	if err != nil {
		return Ref{}, err
	}
	for {
		if f := sl.Load() - 1; f >= 0 {
			if p.pin(f, key) {
				r := Ref{&p.pages[f], p, f}
				r.Dirty()
				*r.Page = page.Page{}
				return r, nil
			}
			p.waitState(context.Background(), f, key, isBusy)
			continue
		}
		f, err := s.install(sl, key)
		if err != nil {
			return Ref{}, fmt.Errorf("make page %d:%d of %s: %w", id.File(), id.No(), s.files[id.File()-1].Name(), err)
		}
		if f < 0 {
			continue
		}
		p.pages[f] = page.Page{}
		p.change(f, stBusy, stValid|stDirty|stWarm|1)
		p.dirtied()
		p.supply.progress()
		return Ref{&p.pages[f], p, f}, nil
	}
}

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

func (p *Pool) frameOf(pg *page.Page) int32 {
	return int32(frameIndex(p.pages, pg))
}
