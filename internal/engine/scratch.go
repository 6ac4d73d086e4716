package engine

import (
	"fmt"
	"os"

	"scanfrag/internal/pagefile"
)

// scratchFile is a temporary file that vanishes with the process where the platform
// permits an open file to be removed, and at close elsewhere.
type scratchFile struct {
	f       *os.File
	removed bool
}

// scratchPattern names our scratch files, so that cleanup can tell them.
const scratchPattern = "scanfrag-undo-*.tmp"

func newScratchFile(dir string) (*scratchFile, error) {
	f, err := os.CreateTemp(dir, scratchPattern)
	if err != nil {
		return nil, fmt.Errorf("create the undo log's scratch file: %w", err)
	}
	return &scratchFile{f: f, removed: os.Remove(f.Name()) == nil}, nil
}

func (s *scratchFile) write(b []byte, at int64) error {
	if _, err := s.f.WriteAt(b, at); err != nil {
		return fmt.Errorf("write the undo log's scratch file: %w", err)
	}
	return nil
}

func (s *scratchFile) read(b []byte, at int64) error {
	if _, err := s.f.ReadAt(b, at); err != nil {
		return fmt.Errorf("read the undo log's scratch file: %w", err)
	}
	return nil
}

func (s *scratchFile) close() {
	if s.removed {
		pagefile.Release(func() { s.f.Close() })
		return
	}
	s.f.Close()
	os.Remove(s.f.Name())
}
