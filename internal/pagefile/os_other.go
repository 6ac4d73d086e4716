//go:build !linux && !darwin && !windows

package pagefile

import (
	"errors"
	"os"
	"syscall"

	"scanfrag/internal/page"
)

// handle is a buffered file, page by page: no cache bypass is known for this platform.
type handle struct{ f *os.File }

func openHandle(path string, opt Options) (h handle, why string, err error) {
	flags := os.O_RDWR
	if opt.Create {
		flags |= os.O_CREATE
		if opt.Exclusive {
			flags |= os.O_EXCL
		}
	}
	f, err := os.OpenFile(path, flags, 0o600)
	return handle{f}, "no direct I/O on this platform", err
}

func (h handle) read(off int64, dst []*page.Page) error {
	for i, p := range dst {
		if _, err := h.f.ReadAt(p[:], off+int64(i)*page.Size); err != nil {
			return err
		}
	}
	return nil
}

func (h handle) write(off int64, src []*page.Page) error {
	for i, p := range src {
		if _, err := h.f.WriteAt(p[:], off+int64(i)*page.Size); err != nil {
			return err
		}
	}
	return nil
}

func (h handle) size() (int64, error) {
	st, err := h.f.Stat()
	if err != nil {
		return 0, err
	}
	return st.Size(), nil
}

func (h handle) grow(from, to int64) error {
	var zero page.Page
	for ; from < to; from += page.Size {
		if _, err := h.f.WriteAt(zero[:], from); err != nil {
			return err
		}
	}
	return nil
}

func (h handle) shrink(to int64) error              { return h.f.Truncate(to) }
func (h handle) sync() error                        { return h.f.Sync() }
func (h handle) close() error                       { return h.f.Close() }
func (h handle) probe() string                      { return "" }
func (h handle) cached(off, n int64) (int64, error) { return 0, errors.ErrUnsupported }

func isNoSpace(err error) bool { return errors.Is(err, syscall.ENOSPC) }
