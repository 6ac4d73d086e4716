package bufpool

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"scanfrag/internal/page"
)

// IO counts pages as SET STATISTICS IO does: Logical = pages requested; Physical =
// pages read synchronously because they were not there; ReadAhead = pages placed by read-ahead.
type IO struct{ Logical, Physical, ReadAhead atomic.Int64 }

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

func (s *Store) getSlow(id page.ID, io *IO) (Ref, error) {
	p, key := s.pool, s.keyOf(id)
	sl, err := s.makeSlot("read", id)
	if err != nil {
		return Ref{}, err
	}
	ramped := false
	for {
		if f := sl.Load() - 1; f >= 0 {
			if p.pin(f, key) {
				return Ref{&p.pages[f], p, f}, nil
			}
			if st := p.state[f].Load(); st&(stBusy|stWriting) == stBusy {
				start := time.Now()
				p.waitState(context.Background(), f, key, isBusy)
				p.counts.PageWaits.Since(start)
			} else {
				p.waitState(context.Background(), f, key, isBusy)
			}
			continue
		}
		if p.ramp.Load() && !ramped {
			ramped = true
			s.readExtent(id, io)
			continue
		}
		f, err := s.install(sl, key)
		if err != nil {
			return Ref{}, fmt.Errorf("read page %d:%d of %s: %w", id.File(), id.No(), s.file(id.File()).Name(), err)
		}
		if f < 0 {
			continue
		}
		start := time.Now()
		if err := s.readOne(id, &p.pages[f]); err != nil {
			p.abandon(f)
			return Ref{}, err
		}
		p.counts.PageWaits.Since(start)
		p.counts.Reads.Add(1)
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
	fl := s.file(id.File()).File
	if err := fl.ReadPages(id.No(), []*page.Page{pg}); err != nil {
		return err
	}
	return s.verify(id, pg)
}

func (s *Store) verify(id page.ID, pg *page.Page) error {
	err := pg.Verify(id)
	if err == nil && s.rows != nil {
		err = s.rows(pg)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", s.file(id.File()).Name(), err)
	}
	return nil
}
