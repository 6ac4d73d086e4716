// Package bufpool keeps pages in memory: frames, replacement, write-behind and read-ahead.
package bufpool

import (
	"context"
	"sync/atomic"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// Pool is a fixed set of 8 KB frames in one mapping outside the Go heap, shared by all stores.
type Pool struct{}

// New maps bytes/8192 frames (rounded down). An error when below MinBytes or the mapping fails.
func New(bytes int64) (*Pool, error) { panic("not yet") }

// MinBytes is the smallest pool: 16 MiB.
const MinBytes = 16 << 20

// Frames is the pool's size in pages; Resident how many hold a page; DirtyPages how many await writing.
func (p *Pool) Frames() int     { panic("not yet") }
func (p *Pool) DirtyPages() int { panic("not yet") }

// Close unmaps the frames; every store must have been closed.
func (p *Pool) Close() error { panic("not yet") }

// Borrow takes n frames out of the pool (evicting clean pages, writing dirty ones) for
// a sort's or another operator's own use, at most half the pool; Return gives them back.
func (p *Pool) Borrow(ctx context.Context, n int) ([]*page.Page, error) { panic("not yet") }
func (p *Pool) Return(frames []*page.Page)                              { panic("not yet") }

// Store is one database's files seen through the pool.
type Store struct{}

// Open attaches a database's files; files[i] is file number i+1.
func (p *Pool) Open(files ...pagefile.File) *Store { panic("not yet") }

// IO counts pages as SET STATISTICS IO does: Logical = pages requested; Physical =
// pages read synchronously because they were not there; ReadAhead = pages placed by read-ahead.
type IO struct{ Logical, Physical, ReadAhead atomic.Int64 }

// Ref is a pinned page. The zero Ref is invalid. Not safe for concurrent use.
type Ref struct {
	Page *page.Page
	// unexported: pool, frame index
}

// Get pins page id, reading it (single page, checksum verified) when absent; concurrent
// misses of one page cause one read. io may be nil. An error names the file, the page and the reason.
func (s *Store) Get(id page.ID, io *IO) (Ref, error) { panic("not yet") }

// Fresh pins a frame for a page about to be initialised, without reading it; the page is
// dirty and its bytes are zero.
func (s *Store) Fresh(id page.ID) (Ref, error) { panic("not yet") }

// Dirty must be called before the first change to the page through this Ref: it waits
// for a write of the page in flight and marks it dirty. Pages are never written while a Ref is held
// after Dirty (the pin keeps the writer away), so changes need no further lock.
func (r Ref) Dirty() { panic("not yet") }

// Release unpins. The Ref must not be used afterwards.
func (r Ref) Release() { panic("not yet") }

// ReadAhead starts reading run and returns at once (it blocks only while 64 reads are in
// flight, or until ctx ends). Pages already cached are trimmed from either end and discarded in the middle.
// A page requested by Get while its read is in flight waits for it and is not a physical read.
func (s *Store) ReadAhead(ctx context.Context, run Run, io *IO) { panic("not yet") }

// Forget drops pages that were deallocated, dirty or not, without writing them.
func (s *Store) Forget(first page.ID, n int) { panic("not yet") }

// Checkpoint writes every dirty page of the store (merging neighbours) and syncs the files.
func (s *Store) Checkpoint(ctx context.Context) error { panic("not yet") }

// DropClean empties the pool of the store's clean, unpinned pages (DBCC DROPCLEANBUFFERS).
func (s *Store) DropClean() { panic("not yet") }

// Resident calls yield for every cached page of the store (sys.dm_os_buffer_descriptors).
func (s *Store) Resident(yield func(id page.ID, dirty bool)) { panic("not yet") }

// File is file number n; Files their count.
func (s *Store) File(n uint16) pagefile.File { panic("not yet") }
func (s *Store) Files() int                  { panic("not yet") }

// Close checkpoints nothing: it waits for I/O in flight, drops all pages and closes the files.
func (s *Store) Close() error { panic("not yet") }
