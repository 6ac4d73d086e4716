// Package pagefile is a file of 8 KB pages: with direct I/O on the drive under
// test, in memory, or with injected faults.
package pagefile

import "scanfrag/internal/page"

// MaxRun is the largest read or write in pages: 64 pages, 512 KB.
const MaxRun = 64

// File is one data file. All methods are safe for concurrent use.
// Page numbers count from 0; buffers are aligned to 4096 bytes by the buffer pool.
type File interface {
	// ReadPages scatters len(dst) consecutive pages from first on into dst, in one
	// system call where the platform can. len(dst) is 1..MaxRun. A read past the end is an error.
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
