package alloc

import (
	"fmt"
	"slices"

	"scanfrag/internal/page"
)

// Check verifies that every page below the high-water mark is owned exactly once
// or free, and that GAM, SGAM, PFS and IAM pages and the counts in memory agree.
// Units are all allocation units of the database, dropped ones apart. One error per finding, naming
// the page; the walk goes on after each.
func (s *Space) Check(units []*Unit) []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := checker{s: s, owner: map[page.ID]*Unit{}, iams: map[page.ID]*Unit{}, singles: map[page.ID]*Unit{}, sums: map[*Unit]*sums{}}
	units = slices.Concat(units, s.deferred)
	for _, u := range units {
		c.unit(u)
	}
	for _, f := range s.files {
		if f != nil {
			c.file(f)
		}
	}
	for _, u := range units {
		c.counts(u)
	}
	return c.errs
}

// checker gathers the findings. What it claims for a unit from the IAM pages it then meets in the walk over the files.
type checker struct {
	s       *Space
	errs    []error
	owner   map[page.ID]*Unit // by extent
	iams    map[page.ID]*Unit // not met yet
	singles map[page.ID]*Unit // claimed by a single-page slot and not met yet
	sums    map[*Unit]*sums
	free    int64 // free extents of the file in hand
}

// find reports in the words of the server's message of that number.
func (c *checker) find(number int32, format string, args ...any) {
	c.errs = append(c.errs, &page.Finding{Number: number, Text: fmt.Sprintf(format, args...)})
}

// marked is message 8948 about a page's PFS byte.
func (c *checker) marked(id page.ID, v, want byte) {
	c.find(8948, "Database error: Page %v is marked with the wrong type in PFS page %v. PFS status 0x%x expected 0x%x.", id, pfsOf(id), v, want)
}

func (c *checker) failf(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}
