package bufpool

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// Store is one database's files seen through the pool.
type Store struct {
	pool   *Pool
	tag    uint64 // this store's number, in the upper 16 bits of its frames' keys
	files  []storeFile
	closed atomic.Bool

	errMu sync.Mutex
	err   error       // a write failed; told once by Get, Fresh or Checkpoint
	bad   atomic.Bool // err != nil; the cleaner leaves the store alone
}

// storeFile is a file and the index of its cached pages: slots holding frame+1, or 0, in
// chunks by page number. A direct index rather than a hash: 4 bytes a page of the file,
// and neighbours are found by looking next door.
type storeFile struct {
	pagefile.File
	mu  sync.Mutex                       // of growing dir
	dir atomic.Pointer[[]*[1 << 16]slot] // by page number / 65536; entries may be nil
}

type slot = atomic.Int32

// Open attaches a database's files; files[i] is file number i+1.
func (p *Pool) Open(files ...pagefile.File) *Store {
	s := &Store{pool: p, files: make([]storeFile, len(files))}
	for i, f := range files {
		s.files[i].File = f
		s.files[i].dir.Store(new([]*[1 << 16]slot))
	}
	p.storesMu.Lock()
	defer p.storesMu.Unlock()
	for i := 1; i < maxStores; i++ {
		if p.stores[i].Load() == nil {
			s.tag = uint64(i) << 48
			p.stores[i].Store(s)
			return s
		}
	}
	panic("bufpool: too many stores are open")
}

// File is file number n; Files their count.
func (s *Store) File(n uint16) pagefile.File { return s.files[n-1].File }
func (s *Store) Files() int                  { return len(s.files) }

// Pool is the pool the store is attached to.
func (s *Store) Pool() *Pool { return s.pool }

// Name is the first file's name.
func (s *Store) Name() string {
	if len(s.files) == 0 {
		return "a store without files"
	}
	return s.files[0].Name()
}

func pageID(key uint64) page.ID { return page.ID(key & (1<<48 - 1)) }

func (s *Store) keyOf(id page.ID) uint64 { return s.tag | uint64(id) }

// slot returns the page's place in the index, nil when it has none yet.
func (s *Store) slot(id page.ID) *slot {
	fi := int(id>>32) - 1
	if uint(fi) >= uint(len(s.files)) {
		return nil
	}
	dir := *s.files[fi].dir.Load()
	no := id.No()
	if int(no>>16) >= len(dir) || dir[no>>16] == nil {
		return nil
	}
	return &dir[no>>16][no&0xffff]
}

// makeSlot is slot for a page that exists in its file; it checks that it does, so that
// a damaged page number costs no memory.
func (s *Store) makeSlot(step string, id page.ID) (*slot, error) {
	if s.closed.Load() {
		return nil, fmt.Errorf("%s page %d:%d of %s: %w", step, id.File(), id.No(), s.Name(), pagefile.ErrClosed)
	}
	if id.File() == 0 || int(id.File()) > len(s.files) {
		return nil, fmt.Errorf("%s page %d:%d of %s: there is no file %d", step, id.File(), id.No(), s.Name(), id.File())
	}
	fl := &s.files[id.File()-1]
	if size := fl.Pages(); id.No() >= size {
		return nil, fmt.Errorf("%s page %d:%d of %s: %w, which has %d pages", step, id.File(), id.No(), fl.Name(), pagefile.ErrPastEnd, size)
	}
	if sl := s.slot(id); sl != nil {
		return sl, nil
	}
	fl.mu.Lock()
	defer fl.mu.Unlock()
	i := int(id.No() >> 16)
	old := *fl.dir.Load()
	if i >= len(old) || old[i] == nil {
		dir := make([]*[1 << 16]slot, max(len(old), i+1))
		copy(dir, old)
		dir[i] = new([1 << 16]slot)
		fl.dir.Store(&dir)
	}
	return s.slot(id), nil
}

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
	for i := range p.frames {
		f := int32(i)
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
		p.waitState(context.Background(), f, key, isWriting)
		st := p.state[f].Load()
		switch {
		case p.key[f].Load() != key || st&(stValid|stBusy) == 0:
			return true
		case isWriting(st):
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

// Close checkpoints nothing: it waits for I/O in flight, drops all pages and closes the files.
// An error when pages are still pinned (the files are closed nevertheless).
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return fmt.Errorf("close %s: %w", s.Name(), pagefile.ErrClosed)
	}
	var errs []error
	s.pool.ahead.drain(s)
	if left := s.drop(func(uint32) bool { return true }); left > 0 {
		// Clean them: nobody may write to files that are gone.
		s.Resident(func(id page.ID, _ bool) { s.Forget(id, 1) })
		errs = append(errs, fmt.Errorf("close %s: %d pages are still pinned", s.Name(), left))
	}
	for i := range s.files {
		if err := s.files[i].Close(); err != nil {
			errs = append(errs, err)
		}
	}
	// The store's number is reused only when no frame can carry it any more.
	if len(errs) == 0 || s.drop(func(uint32) bool { return true }) == 0 {
		s.pool.stores[s.tag>>48].Store(nil)
	}
	return errors.Join(errs...)
}
