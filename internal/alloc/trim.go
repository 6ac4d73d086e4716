package alloc

import (
	"fmt"

	"scanfrag/internal/page"
)

// Trim gives the file's unallocated tail back (before timing): the free extents at
// the end, which also lowers the high-water mark, and what growth took ahead.
func (s *Space) Trim() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deallocateAll()
	for _, f := range s.files {
		if f == nil {
			continue
		}
		end := f.high
		for end > f.first() {
			ext := f.id(end - page.ExtentPages)
			gam, _ := mapsOf(ext)
			r, err := s.mapPage(gam, page.TypeGAM)
			if err != nil {
				return fmt.Errorf("trim: %w", err)
			}
			free := true
			for free && end > f.first() && intervalOf(f.id(end-1)) == intervalOf(ext) {
				if free = r.Page.MapBit(bitOf(f.id(end - 1))); free {
					end -= page.ExtentPages
				}
			}
			r.Release()
			if !free {
				break
			}
		}
		old := f.high
		if end < old {
			s.st.Forget(f.id(end), int(old-end))
			if err := f.setHigh(end); err != nil {
				return fmt.Errorf("trim: %w", err)
			}
			f.free -= int64((old - end) / page.ExtentPages)
			for _, u := range s.units {
				if u.last.in(f).No() >= end {
					u.last.set(f.id(end - page.ExtentPages))
				}
			}
		}
		if fl := s.st.File(f.no); fl.Pages() > end {
			if err := fl.Resize(end); err != nil {
				return fmt.Errorf("trim %s: %w", fl.Name(), err)
			}
			f.grp.changed()
		}
	}
	return nil
}
