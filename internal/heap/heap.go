// Package heap stores rows by place: PFS-driven inserts, forwarding, allocation-order scans.
package heap

import (
	"context"
	"errors"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Heap is one table without a clustered index. Writers are serialised by the caller
// (the engine's table lock); scans may run side by side with each other.
type Heap struct{}

// ErrNoRow is returned for a RID that holds no row.
var ErrNoRow = errors.New("no row at this place")

func Create(sp *alloc.Space, objID uint32) (*Heap, error)   { panic("not yet") }
func Open(sp *alloc.Space, firstIAM page.ID) (*Heap, error) { panic("not yet") }
func (h *Heap) Unit() *alloc.Unit                           { panic("not yet") }

// Insert places rec by PFS class (the ordinary path).
func (h *Heap) Insert(rec []byte, io *bufpool.IO) (page.RID, error) { panic("not yet") }

// Append places rec on the last page while it physically fits (TABLOCK / bulk path).
func (h *Heap) Append(rec []byte, io *bufpool.IO) (page.RID, error) { panic("not yet") }

// Get appends the row at rid to dst as a primary record, following its stub.
func (h *Heap) Get(dst []byte, rid page.RID, io *bufpool.IO) ([]byte, error) { panic("not yet") }

// Update replaces the row whose home is rid, forwarding it when it outgrows its page.
func (h *Heap) Update(rid page.RID, rec []byte, io *bufpool.IO) error { panic("not yet") }

// Delete removes the row whose home is rid (stub and forwarded record). Pages stay allocated.
func (h *Heap) Delete(rid page.RID, io *bufpool.IO) error { panic("not yet") }

// Restore puts a deleted row back at its home rid (undo), forwarding it when the page has no room.
func (h *Heap) Restore(rid page.RID, rec []byte, io *bufpool.IO) error { panic("not yet") }

// Rewrite replaces every row, in IAM then slot order, by fn's result (ALTER COLUMN as a
// size-of-data operation). before, when not nil, sees each row's home and old bytes first (undo).
// fn appends the new record to dst.
func (h *Heap) Rewrite(ctx context.Context, fn func(dst, rec []byte) ([]byte, error), before func(rid page.RID, rec []byte) error, io *bufpool.IO) error {
	panic("not yet")
}

// ScanOptions for a scan.
type ScanOptions struct {
	IO          *bufpool.IO
	NoReadAhead bool // trace flag 652
}

// Supplier hands extents of the heap to the workers of one scan, in IAM order.
// A serial scan is a supplier with one worker.
type Supplier struct{}

func (h *Heap) NewSupplier(ctx context.Context, opt ScanOptions) (*Supplier, error) { panic("not yet") }

// Scan is one worker's cursor. A stub is followed at once (a single-page read when not
// cached); a forwarded record met in its own page is skipped.
type Scan struct{}

func (s *Supplier) NewScan() *Scan { panic("not yet") }

// Next moves to the next row; false at the end or on an error (see Err). Record and RID (the
// row's home) are valid until the next call. The caller may Update or Delete the current row.
func (s *Scan) Next() bool       { panic("not yet") }
func (s *Scan) Record() []byte   { panic("not yet") }
func (s *Scan) RID() page.RID    { panic("not yet") }
func (s *Scan) Err() error       { panic("not yet") }
func (s *Scan) Forwarded() int64 { panic("not yet") } // stubs followed so far

// Count consumes the rest and returns the number of rows: COUNT(*) without touching columns
// (each stub is still chased).
func (s *Scan) Count() (int64, error) { panic("not yet") }
func (s *Scan) Close()                { panic("not yet") }

// Drop deallocates the heap.
func (h *Heap) Drop() error { panic("not yet") }
