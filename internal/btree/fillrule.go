package btree

import "scanfrag/internal/page"

// fillRule says when a page is full.
//
// Rows are placed while the bytes used so far, slots included, are below 8096 x FF / 100;
// the row that crosses the line stays (documented as "rounded up" for SQL Server 7.0 and 2000, and by
// today's size estimate; an exact hit closing the page is derived).
type fillRule struct {
	line  int // a page is closed when bytes used x 100 reach it
	least int // rows a page has before it is
}

func newFillRule(fillFactor, least int) fillRule {
	if fillFactor == 0 {
		fillFactor = 100
	}
	return fillRule{page.Usable * fillFactor, least}
}

// full tells whether a page of so many rows and bytes in use takes no further record of n bytes.
func (r fillRule) full(rows, used, n int) bool {
	return rows >= r.least && used*100 >= r.line || used+n+page.SlotSize > page.Usable
}

// leafSize counts the leaf pages that a build's rows will fill, in the order they come in: exact for rows of one
// length. An index built on data of eight pages or more takes uniform extents from the start (documented).
type leafSize struct{ pages, used int }

const uniformFrom = 8

// add counts a row of rec bytes.
func (s *leafSize) add(rec, fillFactor int) {
	if s.pages >= uniformFrom {
		return
	}
	if s.pages == 0 || newFillRule(fillFactor, 1).full(1, s.used, rec) {
		s.pages++
		s.used = 0
	}
	s.used += rec + page.SlotSize
}

// uniform reports that the leaf pages and the root above them are eight or more.
func (s *leafSize) uniform() bool { return s.pages+1 >= uniformFrom }
