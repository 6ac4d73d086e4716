package bufpool

import (
	"math/bits"
	"slices"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// Run is a contiguous range of pages to read at once; bit i of Want admits page First+i
// into the pool, the others only lie in between (1..64 pages).
type Run struct {
	First page.ID
	N     int
	Want  uint64
}

// Runs sorts one read-ahead batch by page number (in place), merges neighbours into
// runs of at most max pages (1..64) and appends them to dst. Duplicates are read once.
//
// Sorting a batch before merging is how a backward chain reads in long runs too; that
// the server does so is derived from published read sizes, not documented.
func Runs(ids []page.ID, max int, dst []Run) []Run {
	max = min(max, pagefile.MaxRun)
	slices.Sort(ids)
	open := false
	var prev page.ID
	for _, id := range ids {
		switch {
		case open && id == prev:
			continue
		case open && id == prev+1 && dst[len(dst)-1].N < max:
			r := &dst[len(dst)-1]
			r.Want |= 1 << r.N
			r.N++
		default:
			dst = append(dst, Run{First: id, N: 1, Want: 1})
			open = true
		}
		prev = id
	}
	return dst
}

// Extent is an owned extent: the ID of its first page, and which of its eight pages
// are allocated to the object (bit i = page First+i).
type Extent struct {
	First page.ID
	Mask  uint8
}

// ExtentRuns turns extents in IAM order into reads for an allocation-order scan:
// neighbouring extents are merged up to max pages (at most 64); a read crosses
// pages that are not allocated but wants only those that are, and neither starts nor
// ends with an unwanted page. Extents without an allocated page end a run.
func ExtentRuns(extents []Extent, max int, dst []Run) []Run {
	max = min(max, pagefile.MaxRun) / page.ExtentPages * page.ExtentPages
	var run Run // from an extent's first page, untrimmed
	flush := func() {
		if run.Want != 0 {
			dst = append(dst, run.trim())
		}
		run = Run{}
	}
	for _, e := range extents {
		if e.Mask == 0 {
			flush()
			continue
		}
		if run.N > 0 && (e.First != run.First+page.ID(run.N) || run.N+page.ExtentPages > max) {
			flush()
		}
		if run.N == 0 {
			run.First = e.First
		}
		run.Want |= uint64(e.Mask) << run.N
		run.N += page.ExtentPages
	}
	flush()
	return dst
}

// trim drops unwanted pages from both ends; a run that wants nothing becomes empty.
func (r Run) trim() Run {
	if r.N < 64 {
		r.Want &= 1<<r.N - 1
	}
	if r.Want == 0 {
		return Run{}
	}
	lead := bits.TrailingZeros64(r.Want)
	end := 64 - bits.LeadingZeros64(r.Want)
	return Run{First: r.First + page.ID(lead), N: end - lead, Want: r.Want >> lead}
}

// Join merges neighbouring runs, which are in page order, across at most gap unwanted pages, up to
// max pages a run (1..64), in place.
func Join(runs []Run, gap, max int) []Run {
	max = min(max, pagefile.MaxRun)
	out := runs[:0]
	for _, r := range runs {
		if n := len(out); n > 0 {
			last := &out[n-1]
			off := int64(r.First - last.First)
			if off >= int64(last.N) && off-int64(last.N) <= int64(gap) && off+int64(r.N) <= int64(max) {
				last.Want |= r.Want << off
				last.N = int(off) + r.N
				continue
			}
		}
		out = append(out, r)
	}
	return out
}
