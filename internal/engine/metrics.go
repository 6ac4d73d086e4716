package engine

import (
	"math"

	"scanfrag/internal/page"
)

// Definitions of the physical figures, without I/O. They reproduce the published values to
// all printed digits; see the tests.

// pageBody is the denominator of page density: the bytes of a page less header and one slot.
const pageBody = page.Usable - page.SlotSize

// round3 rounds to three decimals: averages are kept so.
func round3(x float64) float64 { return math.Round(x*1000) / 1000 }

// spaceUsed is avg_page_space_used_in_percent of pages whose records and slots after the first take used bytes in all.
func spaceUsed(used, pages int64) float64 {
	if pages == 0 {
		return 0
	}
	return round3(float64(used)/float64(pages)) / pageBody * 100
}

// percentOf is 100*part/all, 0 of nothing.
func percentOf(part, all int64) float64 {
	if all == 0 {
		return 0
	}
	return float64(part) / float64(all) * 100
}

// recordSums adds up the pages of one level. Ghosts take space on their pages and are counted apart: they are no
// records in count or length (general knowledge of outputs with far more ghosts than records).
type recordSums struct {
	pages, records, ghosts, forwarded, stubs int64
	bytes                                    int64 // of records
	used                                     int64 // of records, ghosts, and slots after each page's first
	free                                     int64 // m_freeCnt
	min, max                                 int
}

// add counts a page.
func (s *recordSums) add(p *page.Page) {
	s.pages++
	s.free += int64(p.FreeCount())
	used := int64(-page.SlotSize)
	for i, n := 0, p.SlotCount(); i < n; i++ {
		rec := p.Record(i)
		if rec == nil {
			continue
		}
		used += int64(len(rec)) + page.SlotSize
		switch page.RecordKind(rec) {
		case page.KindGhost, page.KindGhostIndex:
			s.ghosts++
			continue
		case page.KindForwarded:
			s.forwarded++
		case page.KindStub:
			s.stubs++
		}
		if s.records == 0 || len(rec) < s.min {
			s.min = len(rec)
		}
		s.max = max(s.max, len(rec))
		s.records++
		s.bytes += int64(len(rec))
	}
	s.used += max(used, 0)
}

// fill writes the record columns of a level.
func (s *recordSums) fill(l *LevelStats) {
	l.KnownRecords = true
	l.AvgPageSpaceUsedPercent = spaceUsed(s.used, s.pages)
	l.Records, l.Ghosts = s.records, s.ghosts
	l.MinRecord, l.MaxRecord = s.min, s.max
	if s.records > 0 {
		l.AvgRecord = round3(float64(s.bytes) / float64(s.records))
	}
}

// order measures a sequence of pages: the leaf chain of an index, or a heap's pages in IAM order.
type order struct {
	pages     int64
	fragments int64 // runs of physically consecutive pages
	skips     int64 // fragments that begin with the index's next page all the same: nothing of it lies before
	switches  int64 // moves to another extent
	extents   int64 // different extents
	jumps     int64 // extents, in order of first visit, that do not follow the one before physically
	last      page.ID
	lastFirst page.ID
	seen      bitmap
	owned     extentList // the index's extents by number; nil: skips are not looked for
}

func (o *order) add(id page.ID) {
	if o.pages == 0 || id != o.last+1 {
		o.fragments++
		if o.pages > 0 && id > o.last && o.owned.after(o.last) == id {
			o.skips++
		}
	}
	ext := id.Extent()
	if o.pages > 0 && ext != o.last.Extent() {
		o.switches++
	}
	if !o.seen.set(page.MakeID(ext.File(), ext.No()/page.ExtentPages)) {
		if o.extents > 0 && ext != o.lastFirst+page.ExtentPages {
			o.jumps++
		}
		o.extents++
		o.lastFirst = ext
	}
	o.pages++
	o.last = id
}

// fillIndex writes the fragment columns of an index level. A page is out of order when the next page in the chain is not
// the next physical page of the index (documented), whichever way the jump goes; a fragment is a run of neighbours in the
// file. So pages that are free or another object's begin a new fragment without being disorder: the published 0.6853 % after
// a REORGANIZE that left every second page free fits no other reading.
func (o *order) fillIndex(l *LevelStats) {
	l.Pages = o.pages
	l.KnownFragments = true
	l.Fragments = o.fragments
	if o.pages > 0 {
		l.FragmentationPercent = percentOf(o.disorder(), o.pages)
		l.AvgFragmentPages = float64(o.pages) / float64(o.fragments)
	}
}

// disorder is the number of pages out of order.
func (o *order) disorder() int64 { return o.fragments - 1 - o.skips }

// fillHeap does so for a heap: its fragmentation is of extents.
func (o *order) fillHeap(l *LevelStats) {
	l.Pages = o.pages
	l.KnownFragments = true
	l.Fragments = o.jumps + min(o.extents, 1)
	l.FragmentationPercent = percentOf(o.jumps, o.extents)
	if l.Fragments > 0 {
		l.AvgFragmentPages = float64(o.pages) / float64(l.Fragments)
	}
}

// contig is the part of SHOWCONTIG that needs only the sequence of pages.
func (o *order) contig() Contig {
	c := Contig{Pages: o.pages, Extents: o.extents, ExtentSwitches: o.switches}
	if o.pages == 0 {
		return c
	}
	c.BestCount = (o.pages + page.ExtentPages - 1) / page.ExtentPages
	c.ActualCount = o.switches + 1
	c.ScanDensity = percentOf(c.BestCount, c.ActualCount)
	c.LogicalFragmentation = percentOf(o.disorder(), o.pages)
	c.ExtentFragmentation = percentOf(o.jumps, o.extents)
	return c
}

// density writes the part that needs the pages themselves: free bytes are m_freeCnt's. It is kept to three decimals
// like avg_page_space_used_in_percent, since both come from one piece of code (observed by its author).
func (s *recordSums) density(c *Contig) {
	c.Rows, c.MinRecord, c.MaxRecord, c.Forwarded = s.records, s.min, s.max, s.forwarded
	if s.records > 0 {
		c.AvgRecord = round3(float64(s.bytes) / float64(s.records))
	}
	if s.pages > 0 {
		c.AvgFreeBytes = round3(float64(s.free) / float64(s.pages))
		c.AvgPageDensity = round3(pageBody-c.AvgFreeBytes) / pageBody * 100
	}
}

// bitmap is a growing set of small numbers, kept by file.
type bitmap map[uint16][]uint64

// set adds n and reports whether it was there.
func (b *bitmap) set(n page.ID) (was bool) {
	if *b == nil {
		*b = bitmap{}
	}
	file, no := n.File(), n.No()
	words := (*b)[file]
	if int(no/64) >= len(words) {
		words = append(words, make([]uint64, int(no/64)+1-len(words)+len(words)/2)...)
		(*b)[file] = words
	}
	was = words[no/64]>>(no%64)&1 != 0
	words[no/64] |= 1 << (no % 64)
	return was
}
