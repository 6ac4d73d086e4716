package alloc

import (
	"fmt"
	"slices"

	"scanfrag/internal/page"
)

// Primary is the number of the filegroup of file 1.
const Primary = 1

// group is a filegroup: its files give extents in proportion to their free space.
//
// The files take turns. A file is passed over until its turn has come as often as its skip target says: the
// free extents of the file that has most, divided by its own. The targets are computed anew when files come or
// go, when a file is full, and after 8,192 extents (the server's algorithm as its developers describe it).
// When no file has a free extent one of them grows, the next one the next time; with growAll all do.
type group struct {
	id      int
	name    string
	files   []member
	turn    int // index of the file whose turn it is
	renew   int // extents until the targets are computed anew
	grown   int // index of the file to grow next
	growAll bool
	catalog bool // the catalog's own: file 1 alone, which it may grow past its limits
}

// member is a file as its group sees it.
type member struct {
	*file
	target, skipped int // target 0: the file was full
}

const renewAfter = 8192

// next is the file to take an extent from; it has a free one.
func (g *group) next() (*file, error) {
	for {
		if g.renew == 0 && !g.retarget() {
			if err := g.grow(); err != nil {
				return nil, err
			}
			continue
		}
		m := &g.files[g.turn]
		g.turn = (g.turn + 1) % len(g.files)
		if m.target == 0 {
			continue
		}
		if m.room() == 0 {
			g.renew = 0
			continue
		}
		if m.skipped++; m.skipped < m.target {
			continue
		}
		m.skipped = 0
		g.renew--
		return m.file, nil
	}
}

// retarget computes the skip targets; false: no file has a free extent.
func (g *group) retarget() bool {
	most := int64(0)
	for _, m := range g.files {
		most = max(most, m.room())
	}
	for i := range g.files {
		m := &g.files[i]
		m.target, m.skipped = 0, 0
		if n := m.room(); n > 0 {
			m.target = int(most / n)
		}
	}
	if most > 0 {
		g.renew = renewAfter
	}
	return most > 0
}

// grow makes room; the first error when no file of the group grows.
func (g *group) grow() error {
	var first error
	done := false
	for range g.files {
		f := g.files[g.grown].file
		g.grown = (g.grown + 1) % len(g.files)
		if err := f.extend(g.catalog); err != nil {
			if _, full := err.(*FullError); first == nil || !full {
				first = err // a drive without room says more than a limit
			}
			continue
		}
		if done = true; !g.growAll {
			return nil
		}
	}
	if done {
		return nil
	}
	if first == nil {
		first = &FullError{Space: g.id, Filegroup: g.name}
	}
	return first
}

// FullError tells that no file of a filegroup has a free extent, and that none is allowed to grow.
type FullError struct {
	Space     int // the filegroup's number
	Filegroup string
	Object    uint32 // that wanted a page
	Index     uint16
}

func (e *FullError) Error() string { return fmt.Sprintf("the filegroup %s is full", e.Filegroup) }

// AddGroup makes a filegroup known, or renames it. GrowAll has all its files grow together.
func (s *Space) AddGroup(id int, name string, growAll bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.groups[id]
	if g == nil {
		g = &group{id: id}
		s.groups[id] = g
	}
	g.name, g.growAll = name, growAll
}

// RemoveGroup forgets a filegroup without files.
func (s *Space) RemoveGroup(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.groups[id]; g != nil && len(g.files) == 0 {
		delete(s.groups, id)
	}
}

// join makes f the group's, files in the order of their numbers.
func (g *group) join(f *file) {
	f.grp = g
	g.files = append(g.files, member{file: f})
	slices.SortFunc(g.files, func(a, b member) int { return int(a.no) - int(b.no) })
	g.renew, g.turn, g.grown = 0, 0, 0
}

func (g *group) leave(f *file) {
	g.files = slices.DeleteFunc(g.files, func(m member) bool { return m.file == f })
	g.renew, g.turn, g.grown = 0, 0, 0
}

// changed has the targets computed anew: a file's size or limits are others now.
func (g *group) changed() { g.renew = 0 }

// mixedRoom is the lowest mixed extent with an unallocated page in the group's files; 0: none.
func (g *group) mixedRoom() (page.ID, error) {
	for _, m := range g.files {
		if ext, err := m.searchSGAM(); ext != 0 || err != nil {
			return ext, err
		}
	}
	return 0, nil
}
