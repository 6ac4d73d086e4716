package pagefile

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// openHandle opens the file and switches its caching off (F_NOCACHE): new reads do not
// enter the unified buffer cache; what is in it already is still found there.
func openHandle(path string, opt Options) (h handle, why string, err error) {
	flags := os.O_RDWR
	if opt.Create {
		flags |= os.O_CREATE
		if opt.Exclusive {
			flags |= os.O_EXCL
		}
	}
	var fd int
	err = retry(func() (err error) {
		fd, err = unix.Open(path, flags|unix.O_CLOEXEC, 0o600)
		return err
	})
	if err != nil {
		return handle{}, "", &os.PathError{Op: "open", Path: path, Err: err}
	}
	if opt.Buffered {
		return handle{fd: fd}, "direct I/O was not asked for", nil
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_NOCACHE, 1); err != nil {
		return handle{fd: fd}, fmt.Sprintf("the file system refuses F_NOCACHE: %v", err), nil
	}
	return handle{fd: fd, direct: true}, "", nil
}

// probe: the system does not tell what it caches.
func (h handle) probe() string { return "" }

func (h handle) cached(off, n int64) (int64, error) { return 0, errors.ErrUnsupported }

// grow reserves the blocks, then moves the end of the file.
func (h handle) grow(from, to int64) error {
	st := unix.Fstore_t{Flags: unix.F_ALLOCATEALL, Posmode: unix.F_PEOFPOSMODE, Length: to - from}
	err := retry(func() error { return unix.FcntlFstore(uintptr(h.fd), unix.F_PREALLOCATE, &st) })
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EINVAL) {
		return h.fillZeros(from, to)
	}
	if err != nil {
		return err
	}
	return retry(func() error { return unix.Ftruncate(h.fd, to) })
}

func (h handle) sync() error { return retry(func() error { return unix.Fsync(h.fd) }) }
