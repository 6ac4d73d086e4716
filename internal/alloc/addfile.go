package alloc

import (
	"errors"
	"fmt"
	"slices"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// ErrNotEmpty is returned for a file that has allocated pages.
var ErrNotEmpty = errors.New("the file is not empty")

// AddFile makes fl file number no of a filegroup: a new one, which is formatted, or one to open. After an
// error fl is closed.
func (s *Space) AddFile(no uint16, fl pagefile.File, space int, fresh bool, g Growth) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	grp := s.groups[space]
	if grp == nil {
		return errors.Join(fmt.Errorf("add %s: there is no filegroup %d", fl.Name(), space), fl.Close())
	}
	s.st.SetFile(no, fl)
	f := &file{s: s, no: no, growth: g, grp: grp}
	for len(s.files) < int(no) {
		s.files = append(s.files, nil)
	}
	s.files[no-1] = f
	step := f.open
	if fresh {
		step = f.format
	}
	if err := step(); err != nil {
		s.files[no-1] = nil
		return errors.Join(fmt.Errorf("add %s: %w", fl.Name(), err), s.st.RemoveFile(no))
	}
	grp.join(f)
	return nil
}

// RemoveFile detaches a file that nothing is allocated in (ErrNotEmpty) and closes it.
func (s *Space) RemoveFile(no uint16) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deallocateAll()
	f := s.files[no-1]
	if no == 1 || f.free != int64(f.high/page.ExtentPages)-1 {
		return fmt.Errorf("remove %s: %w", s.st.File(no).Name(), ErrNotEmpty)
	}
	f.grp.leave(f)
	s.files[no-1] = nil
	s.touched = slices.DeleteFunc(s.touched, func(ext page.ID) bool { return ext.File() == no })
	return s.st.RemoveFile(no)
}

// FileSpace counts a file's pages. Allocated are those of extents that are in use.
type FileSpace struct {
	Pages, Allocated int64
}

// FileSpace of file no; all zero when there is no such file.
func (s *Space) FileSpace(no uint16) FileSpace {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.file(page.MakeID(no, 0))
	if f == nil {
		return FileSpace{}
	}
	return FileSpace{Pages: int64(f.size()), Allocated: int64(f.high) - f.free*page.ExtentPages}
}

// Bind writes to every file which database it belongs to and which clean shutdown it is part of.
func (s *Space) Bind(database [16]byte, shutdown uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		if f == nil {
			continue
		}
		err := s.edit(f.id(headerPage), page.TypeFileHeader, func(p *page.Page) { p.SetBinding(database, shutdown) })
		if err != nil {
			return err
		}
	}
	return nil
}
