// Package pagefile is a file of 8 KB pages: with direct I/O on the drive under
// test, in memory, or with injected faults.
package pagefile

import (
	"errors"
	"fmt"

	"scanfrag/internal/page"
)

// MaxRun is the largest read or write in pages: 64 pages, 512 KB.
const MaxRun = 64

// Align is the alignment in bytes that buffers must have for direct I/O.
const Align = 4096

// File is one data file. All methods are safe for concurrent use.
// Page numbers count from 0; buffers are aligned to 4096 bytes by the buffer pool.
type File interface {
	// ReadPages scatters len(dst) consecutive pages from first on into dst, in one
	// system call where the platform can. len(dst) is 1..MaxRun. A read past the end is an error.
	// One page may appear in dst more than once: its content is then any of the pages read into it.
	ReadPages(first uint32, dst []*page.Page) error
	// WritePages gathers src into consecutive pages from first on.
	WritePages(first uint32, src []*page.Page) error
	// Pages is the file's size in pages.
	Pages() uint32
	// Resize grows (space really taken: fallocate) or shrinks the file.
	Resize(pages uint32) error
	Sync() error
	Close() error
	// Direct reports whether reads bypass this kernel's page cache and, if not, why.
	Direct() (ok bool, why string)
	Counters() *Counters
	Name() string
}

var (
	// ErrClosed is returned by every method of a closed file.
	ErrClosed = errors.New("file is closed")
	// ErrPastEnd is returned for pages that the file does not have.
	ErrPastEnd = errors.New("past the end of the file")
	// ErrNoSpace is returned (wrapped) when the drive is full.
	ErrNoSpace = errors.New("no space left on the drive")
)

// checkRange rejects lengths outside 1..MaxRun and pages past the end.
func checkRange(step, name string, first uint32, n int, size uint32) error {
	if n < 1 || n > MaxRun {
		return fmt.Errorf("%s %s: %d pages at once, not 1 to %d", step, name, n, MaxRun)
	}
	if uint64(first)+uint64(n) > uint64(size) {
		return fmt.Errorf("%s %s, %s: %w, which has %d pages", step, name, pageRange(first, n), ErrPastEnd, size)
	}
	return nil
}

func pageRange(first uint32, n int) string {
	if n == 1 {
		return fmt.Sprintf("page %d", first)
	}
	return fmt.Sprintf("pages %d to %d", first, uint64(first)+uint64(n)-1)
}
