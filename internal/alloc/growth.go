package alloc

import (
	"fmt"

	"scanfrag/internal/page"
)

// Growth is how a file grows by itself. The zero value: in the allocator's own steps, without limit.
type Growth struct {
	Step    uint32 // pages, or percent of the file's size; 0: the allocator's own
	Percent bool
	None    bool   // it does not grow
	Max     uint32 // pages it may grow to; 0: unlimited
}

// The allocator's own steps: the larger of 64 MB and an eighth of the file, at most 1 GB.
const (
	minGrowth = 64 << 20 / page.Size
	maxGrowth = 1 << 30 / page.Size
)

// next is the size that a file of so many pages grows to, at least need.
func (g Growth) next(size, need uint32) uint32 {
	step := uint64(g.Step)
	switch {
	case g.None:
		step = 0
	case g.Percent:
		step = uint64(size) * step / 100
	case step == 0:
		step = uint64(min(max(size/8, minGrowth), maxGrowth))
	}
	to := max(uint64(size)+step, uint64(need))
	to = (to + page.ExtentPages - 1) &^ (page.ExtentPages - 1)
	return uint32(min(to, uint64(g.most())))
}

func (g Growth) most() uint32 {
	if g.Max == 0 {
		return maxPages
	}
	return min(g.Max, maxPages) &^ (page.ExtentPages - 1)
}

// extend grows the file, which has no free extent, by one step; past: also beyond its limits, by what is needed.
func (f *file) extend(past bool) error {
	fl, size := f.s.st.File(f.no), f.size()
	need := f.high + page.ExtentPages
	g := f.growth
	if past {
		g.Max = 0
	}
	if need > g.most() || g.None && !past {
		return &FullError{Space: f.grp.id, Filegroup: f.grp.name}
	}
	if err := fl.Resize(g.next(size, need)); err == nil {
		return nil
	}
	if err := fl.Resize(need); err != nil { // the last of the drive
		return fmt.Errorf("grow %s from %d to %d pages: %w", fl.Name(), size, need, err)
	}
	return nil
}

// SetGrowth sets how file no grows from now on.
func (s *Space) SetGrowth(no uint16, g Growth) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[no-1].growth = g
	s.files[no-1].grp.changed()
}

// Resize makes file no so many pages large; one that is larger already stays as it is.
func (s *Space) Resize(no uint16, pages uint32) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.files[no-1]
	if pages <= f.size() {
		return nil
	}
	f.grp.changed()
	return s.st.File(no).Resize(pages)
}
