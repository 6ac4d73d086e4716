package bufpool

import (
	"fmt"

	"scanfrag/internal/pagefile"
)

// Sizes of read-ahead, in pages. That the server keeps about 500 pages ahead of the
// scan is reported by one of its developers; the batch of about 54 leaf pages is
// derived from published read sizes (50 to 56 fit them). Allocation-order scans stay
// twice as far ahead (chosen): 16 reads of 512 KB, of which 8 are with the drive while others are
// checked and consumed.
const (
	LeafBatch    = 54
	LeafWindow   = 500
	ExtentBatch  = pagefile.MaxRun // allocation order: 512 KB a read
	ExtentWindow = 1024
)

// Ahead decides how far a scan reads ahead of its consumer; it does no I/O.
//
//	0          consumed                     issued
//	|-----------|----------------------------|--------------> pages, in scan order
//	             <------- at most limit ----->
//	                                          <- next batch ->
//
// A batch is due while it still fits between consumed and limit. The limit starts at one
// batch and doubles whenever half of it was consumed, up to the window: a scan that stops
// early (TOP, EXISTS) reads little in vain.
//
// The owner's loop, at the start and after each page consumed:
//
//	for n := a.Need(consumed); n > 0; n = a.Need(consumed) {
//		ids := the next n pages in scan order
//		Runs(ids, …), ReadAhead each
//		a.Issued(len(ids))
//		if len(ids) < n { a.End() }
//	}
type Ahead struct {
	batch, window int
	limit         int // pages that may be ahead of the consumer now
	grown         int // consumed when limit last grew
	issued        int // pages handed out so far
	consumed      int
	ended         bool
}

// NewAhead returns the machine for batches and a window of so many pages, in a pool
// of the given number of frames, of which it claims at most an eighth (but always one batch).
func NewAhead(batch, window, frames int) *Ahead {
	batch = max(1, batch)
	window = max(batch, min(window, frames/8))
	return &Ahead{batch: batch, window: window, limit: batch}
}

// Leaves is the machine for the leaf pages of an ordered index scan, Extents for an allocation-order scan.
func Leaves(frames int) *Ahead  { return NewAhead(LeafBatch, LeafWindow, frames) }
func Extents(frames int) *Ahead { return NewAhead(ExtentBatch, ExtentWindow, frames) }

// Need tells how many pages to issue now, when the consumer has finished (or skipped)
// consumed pages since the start: one batch, or 0. Ask again after Issued.
func (a *Ahead) Need(consumed int) (pages int) {
	a.consumed = max(a.consumed, consumed)
	// A consumer that outran the machine (pages cached, ranges skipped) moves it along.
	a.issued = max(a.issued, a.consumed)
	for a.limit < a.window && a.consumed-a.grown >= (a.limit+1)/2 {
		a.grown += (a.limit + 1) / 2
		a.limit = min(2*a.limit, a.window)
	}
	if a.ended || a.issued-a.consumed+a.batch > a.limit {
		return 0
	}
	return a.batch
}

// Issued records that n pages were handed to read-ahead; it may be more than was
// needed (whole extents) or less.
func (a *Ahead) Issued(n int) { a.issued += n }

// End records that the scan has no further pages: Need returns 0 from now on.
func (a *Ahead) End() { a.ended = true }

func (a *Ahead) String() string {
	return fmt.Sprintf("consumed=%d issued=%d ahead=%d limit=%d window=%d batch=%d ended=%v",
		a.consumed, a.issued, a.issued-a.consumed, a.limit, a.window, a.batch, a.ended)
}
