package extsort

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// scratch is the run file. It grows in steps, is written with direct I/O like a data file,
// and has no name from the start where the platform allows that.
type scratch struct {
	pagefile.File
	path string // still to be removed at the end; "" when it has no name any more
	mu   sync.Mutex
	end  uint32 // pages given to runs
}

// The file grows by half, within these bounds.
const (
	leastGrowth = 2 << 20 / page.Size
	mostGrowth  = 64 << 20 / page.Size
)

func openScratch(dir string) (*scratch, error) {
	if dir == "" {
		return &scratch{File: pagefile.NewMem("sort")}, nil
	}
	// A name of our own that did not exist: the random part is the standard library's.
	tmp, err := os.CreateTemp(dir, "sort-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("sort: make a scratch file: %w", err)
	}
	path := tmp.Name()
	tmp.Close()
	f, err := pagefile.OpenOS(path, pagefile.Options{})
	if err != nil {
		os.Remove(path)
		return nil, fmt.Errorf("sort: open the scratch file: %w", err)
	}
	s := &scratch{File: f, path: filepath.Clean(path)}
	if os.Remove(path) == nil {
		s.path = ""
	}
	return s, nil
}

// extend gives n pages at the file's end to a run.
func (s *scratch) extend(n int) (first uint32, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first = s.end
	if need := first + uint32(n); need > s.Pages() {
		step := min(max(s.Pages()/2, leastGrowth), mostGrowth)
		if err := s.Resize(max(need, s.Pages()+step)); err != nil {
			if err := s.Resize(need); err != nil {
				return 0, fmt.Errorf("grow the scratch file: %w", err)
			}
		}
	}
	s.end += uint32(n)
	return first, nil
}

func (s *scratch) close() error {
	err := s.Close()
	if s.path != "" {
		err = errors.Join(err, os.Remove(s.path))
	}
	if err != nil {
		return fmt.Errorf("sort: remove the scratch file: %w", err)
	}
	return nil
}
