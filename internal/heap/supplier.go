package heap

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// minAhead is the size in pages from which on a heap is read ahead (reported by a
// Microsoft engineer).
const minAhead = 16

// ScanOptions for a scan.
type ScanOptions struct {
	IO          *bufpool.IO
	NoReadAhead bool // trace flag 652

	// ChaseAhead reads ahead of stubs that are followed in file order, as they lie after an
	// ALTER TABLE. The server is not known to do so: for statements that change rows,
	// whose reads are not what is measured. Ignored with NoReadAhead.
	ChaseAhead bool

	// SkipMoved leaves out pages that a stub was followed to and that hold nothing but forwarded rows: what a scan
	// passes over. For a serial scan of a statement that changes rows, under the table's exclusive lock.
	SkipMoved bool

	// InPlace takes forwarded rows where they lie and passes over stubs: every page is read once, and every row seen once
	// as long as nobody changes the heap. The server is not known to do so: for what is not measured.
	InPlace bool
}

// Supplier hands runs of the heap's pages to the workers of one scan, in IAM order.
// A serial scan is a supplier with one worker. What is allocated after it was made is not scanned.
//
// A run is up to 64 pages of neighbouring extents: one read of at most 512 KB. It
// may cross pages that are not allocated. Workers share nothing but the number of
// the next run.
type Supplier struct {
	h    *Heap
	ctx  context.Context
	opt  ScanOptions
	runs []bufpool.Run
	next atomic.Int64
}

// NewSupplier lists the heap's pages. The scans end with ctx's error when it is done.
func (h *Heap) NewSupplier(ctx context.Context, opt ScanOptions) (*Supplier, error) {
	runs, err := h.runs()
	if err != nil {
		return nil, err
	}
	pages := 0
	for _, r := range runs {
		pages += bits.OnesCount64(r.Want)
	}
	if pages < minAhead {
		opt.NoReadAhead = true
	}
	return &Supplier{h: h, ctx: ctx, opt: opt, runs: runs}, nil
}

// runs are the heap's allocated pages in IAM order.
func (h *Heap) runs() ([]bufpool.Run, error) {
	var extents []bufpool.Extent
	err := h.u.Extents(func(first page.ID, pages uint8) bool {
		extents = append(extents, bufpool.Extent{First: first, Mask: pages})
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("list the pages of heap %d: %w", h.u.ObjectID(), err)
	}
	return bufpool.ExtentRuns(extents, bufpool.ExtentBatch, nil), nil
}

// claim takes the next run; ok false: all are taken.
func (s *Supplier) claim() (run bufpool.Run, ok bool) {
	i := s.next.Add(1) - 1
	if i >= int64(len(s.runs)) {
		return run, false
	}
	return s.runs[i], true
}

// NewScan is a further worker's cursor. It must be closed.
func (s *Supplier) NewScan() *Scan {
	frames := s.h.st.Pool().Frames()
	sc := &Scan{pages: pages{s: s, ahead: bufpool.Extents(frames)}, slot: -1}
	sc.chase.h = s.h
	if s.opt.ChaseAhead && !s.opt.NoReadAhead {
		sc.chase.runs = s.runs
		sc.ahead = bufpool.NewAhead(bufpool.ExtentBatch, chaseWindow, frames)
	}
	return sc
}
