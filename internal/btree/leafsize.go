package btree

import "scanfrag/internal/page"

// leafSize counts the leaf pages that a build's rows will fill, in the order they come in: exact for rows of one
// length. An index built on data of eight pages or more takes uniform extents from the start (documented).
type leafSize struct{ pages, used int }

const uniformFrom = 8

func (s *leafSize) add(rec, fillFactor int) {
	if s.pages >= uniformFrom {
		return
	}
	line := page.Usable * 100
	if fillFactor > 0 {
		line = page.Usable * fillFactor
	}
	n := rec + page.SlotSize
	if s.pages == 0 || s.used*100 >= line || s.used+n > page.Usable {
		s.pages++
		s.used = 0
	}
	s.used += n
}

// uniform: the leaf pages and the root above them are eight or more.
func (s *leafSize) uniform() bool { return s.pages+1 >= uniformFrom }
