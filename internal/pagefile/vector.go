//go:build linux || darwin

package pagefile

import (
	"errors"
	"fmt"
	"io"
	"unsafe"

	"golang.org/x/sys/unix"

	"scanfrag/internal/page"
)

// handle is an open file descriptor.
type handle struct {
	fd     int
	direct bool // O_DIRECT (F_NOCACHE) is set
}

func (h handle) read(off int64, dst []*page.Page) error  { return h.vector(off, dst, false) }
func (h handle) write(off int64, src []*page.Page) error { return h.vector(off, src, true) }

// vector moves all bytes of pages at off: one system call unless it is interrupted or cut short.
// (A flag rather than a function: through a function value room would move to the heap.)
func (h handle) vector(off int64, pages []*page.Page, write bool) error {
	var room [16][]byte
	bufs, err := h.buffers(room[:0], pages)
	if err != nil {
		return err
	}
	for len(bufs) > 0 {
		var n int
		if write {
			n, err = unix.Pwritev(h.fd, bufs, off)
		} else {
			n, err = unix.Preadv(h.fd, bufs, off)
		}
		if errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN) {
			continue
		}
		if err != nil {
			return err
		}
		if n == 0 {
			return io.ErrUnexpectedEOF
		}
		off += int64(n)
		bufs = advance(bufs, n)
	}
	return nil
}

// buffers lists the memory of pages; neighbours in memory become one piece.
func (h handle) buffers(dst [][]byte, pages []*page.Page) ([][]byte, error) {
	for i := 0; i < len(pages); {
		start, n := pages[i], 1
		if h.direct && uintptr(unsafe.Pointer(start))%Align != 0 {
			return nil, fmt.Errorf("buffer at %p is not aligned to %d bytes", start, Align)
		}
		for i+n < len(pages) && uintptr(unsafe.Pointer(pages[i+n])) == uintptr(unsafe.Pointer(start))+uintptr(n)*page.Size {
			n++
		}
		dst = append(dst, unsafe.Slice(&start[0], n*page.Size))
		i += n
	}
	return dst, nil
}

// advance drops the first n bytes.
func advance(bufs [][]byte, n int) [][]byte {
	for len(bufs) > 0 && n >= len(bufs[0]) {
		n -= len(bufs[0])
		bufs = bufs[1:]
	}
	if n > 0 {
		bufs[0] = bufs[0][n:]
	}
	return bufs
}

func (h handle) size() (int64, error) {
	var st unix.Stat_t
	err := unix.Fstat(h.fd, &st)
	return st.Size, err
}

func (h handle) shrink(to int64) error {
	return retry(func() error { return unix.Ftruncate(h.fd, to) })
}

// close is done in the background for a file without a name.
func (h handle) close() error {
	var st unix.Stat_t
	if unix.Fstat(h.fd, &st) == nil && st.Nlink == 0 {
		Release(func() { _ = unix.Close(h.fd) })
		return nil
	}
	return unix.Close(h.fd)
}

func isNoSpace(err error) bool { return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) }

func retry(fn func() error) error {
	for {
		if err := fn(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// aligned returns an aligned page from outside the Go heap, and its release.
func aligned() (*page.Page, func(), error) {
	m, err := unix.Mmap(-1, 0, page.Size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	return (*page.Page)(m), func() { _ = unix.Munmap(m) }, nil
}

// fillZeros takes space by writing: for file systems that cannot reserve it.
func (h handle) fillZeros(from, to int64) error {
	zero, free, err := aligned()
	if err != nil {
		return err
	}
	defer free()
	var run [MaxRun]*page.Page
	for i := range run {
		run[i] = zero
	}
	for from < to {
		n := min(int64(MaxRun), (to-from)/page.Size)
		if err := h.write(from, run[:n]); err != nil {
			return err
		}
		from += n * page.Size
	}
	return nil
}
