package bufpool

import (
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
	tag    uint64                       // this store's number, in the upper 16 bits of its frames' keys
	files  atomic.Pointer[[]*storeFile] // by number - 1; replaced as a whole
	closed atomic.Bool
	rows   func(p *page.Page) error // tests records, see CheckRows

	errMu sync.Mutex
	err   error       // a write failed; told once by Get, Fresh or Checkpoint
	bad   atomic.Bool // err != nil; the cleaner leaves the store alone
}

// Open attaches a database's files; files[i] is file number i+1.
func (p *Pool) Open(files ...pagefile.File) *Store {
	s := &Store{pool: p}
	list := make([]*storeFile, len(files))
	for i, f := range files {
		list[i] = newStoreFile(f)
	}
	s.files.Store(&list)
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

// CheckRows has f test every page that was read from the drive and whose structure is sound, before anybody sees it. To be
// called before the first page is read; f must be safe for concurrent use.
func (s *Store) CheckRows(f func(p *page.Page) error) { s.rows = f }

// File is file number n; Files is the highest number. A file that was removed has no pages.
func (s *Store) File(n uint16) pagefile.File { return s.file(n).File }
func (s *Store) Files() int                  { return len(*s.files.Load()) }

func (s *Store) file(n uint16) *storeFile { return (*s.files.Load())[n-1] }

// Pool is the pool the store is attached to.
func (s *Store) Pool() *Pool { return s.pool }

// Name is the first file's name.
func (s *Store) Name() string {
	if s.Files() == 0 {
		return "a store without files"
	}
	return s.File(1).Name()
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
	for _, f := range *s.files.Load() {
		if err := f.Close(); err != nil {
			errs = append(errs, err)
		}
	}
	// The store's number is reused only when no frame can carry it any more.
	if len(errs) == 0 || s.drop(func(uint32) bool { return true }) == 0 {
		s.pool.stores[s.tag>>48].Store(nil)
	}
	return errors.Join(errs...)
}
