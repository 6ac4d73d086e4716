package pagefile

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"scanfrag/internal/page"
)

// openHandle opens with O_DIRECT; why tells why that is not in force, "" when it is.
func openHandle(path string, opt Options) (h handle, why string, err error) {
	flags := unix.O_RDWR | unix.O_CLOEXEC
	if opt.Create {
		flags |= unix.O_CREAT
		if opt.Exclusive {
			flags |= unix.O_EXCL
		}
	}
	if opt.Buffered {
		fd, err := open(path, flags)
		return handle{fd: fd}, "direct I/O was not asked for", err
	}
	fd, err := open(path, flags|unix.O_DIRECT)
	if errors.Is(err, unix.EINVAL) {
		// The file system refuses. It may have made the file before it did so.
		if fd, err = open(path, flags&^unix.O_EXCL); err != nil {
			return handle{}, "", err
		}
		return handle{fd: fd}, "the file system" + fsName(fd) + " refuses O_DIRECT", nil
	}
	if err != nil {
		return handle{}, "", err
	}
	why = directRefused(fd)
	return handle{fd: fd, direct: true}, why, nil
}

func open(path string, flags int) (int, error) {
	for {
		fd, err := unix.Open(path, flags, 0o600)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return -1, &os.PathError{Op: "open", Path: path, Err: err}
		}
		return fd, nil
	}
}

// directRefused looks for signs that a file opened with O_DIRECT is read through the
// page cache. Kernels from 6.1 on tell the alignment that direct I/O needs; 0 means none is done.
func directRefused(fd int) string {
	fl, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil || fl&unix.O_DIRECT == 0 {
		return "the file system" + fsName(fd) + " ignores O_DIRECT"
	}
	var st unix.Statx_t
	if unix.Statx(fd, "", unix.AT_EMPTY_PATH, unix.STATX_DIOALIGN, &st) != nil || st.Mask&unix.STATX_DIOALIGN == 0 {
		return "" // unknown: probe will see
	}
	if st.Dio_mem_align == 0 || st.Dio_offset_align == 0 {
		return "the file system" + fsName(fd) + " has no direct I/O for this file"
	}
	if st.Dio_mem_align > Align || st.Dio_offset_align > page.Size {
		return fmt.Sprintf("direct I/O on this drive needs buffers aligned to %d and reads aligned to %d bytes",
			st.Dio_mem_align, st.Dio_offset_align)
	}
	return ""
}

// fsName is " (name)" for file systems known to have no direct I/O, or to fake it.
func fsName(fd int) string {
	var st unix.Statfs_t
	if unix.Fstatfs(fd, &st) != nil {
		return ""
	}
	switch int64(st.Type) {
	case unix.TMPFS_MAGIC:
		return " (tmpfs)"
	case unix.OVERLAYFS_SUPER_MAGIC:
		return " (overlayfs)"
	case unix.BTRFS_SUPER_MAGIC:
		return " (btrfs)"
	case unix.FUSE_SUPER_MAGIC:
		return " (fuse)"
	case unix.NFS_SUPER_MAGIC:
		return " (nfs)"
	case 0x2fc12fc1:
		return " (zfs)"
	}
	return ""
}

// probe drops the first page from the page cache, reads it, and looks whether it is back.
func (h handle) probe() (why string) {
	pg, free, err := aligned()
	if err != nil {
		return ""
	}
	defer free()
	_ = unix.Fadvise(h.fd, 0, page.Size, unix.FADV_DONTNEED)
	if err := h.read(0, []*page.Page{pg}); err != nil {
		return fmt.Sprintf("a direct read fails: %v", err)
	}
	after, err := h.cached(0, page.Size)
	if err == nil && after > 0 {
		return "the file system" + fsName(h.fd) + " serves direct reads through its cache"
	}
	return ""
}

// cached counts the bytes of a range in the page cache: cachestat (from 6.5 on), else mincore.
func (h handle) cached(off, n int64) (int64, error) {
	if n == 0 {
		return 0, nil
	}
	var st unix.Cachestat_t
	err := unix.Cachestat(uint(h.fd), &unix.CachestatRange{Off: uint64(off), Len: uint64(n)}, &st, 0)
	if err == nil {
		return int64(st.Cache) * int64(os.Getpagesize()), nil
	}
	if !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.EOPNOTSUPP) {
		return 0, err
	}
	return h.mincore(off, n)
}

func (h handle) mincore(off, n int64) (bytes int64, err error) {
	const window = 1 << 30
	ps := int64(os.Getpagesize())
	vec := make([]byte, min(window, n+ps)/ps)
	for end := off + n; off < end; off += window {
		m, err := unix.Mmap(h.fd, off, int(min(window, end-off)), unix.PROT_READ, unix.MAP_SHARED)
		if err != nil {
			return 0, err
		}
		in, err := mincore(m, vec)
		_ = unix.Munmap(m)
		if err != nil {
			return 0, err
		}
		bytes += int64(in) * ps
	}
	return bytes, nil
}

// grow takes the space with fallocate (mode 0: blocks are really reserved). A request that
// cannot succeed is refused first: fallocate would fill the drive before it fails.
func (h handle) grow(from, to int64) error {
	var st unix.Statfs_t
	if unix.Fstatfs(h.fd, &st) == nil && st.Blocks > 0 {
		if free := int64(st.Bavail) * st.Bsize; to-from > free {
			return fmt.Errorf("%w: %d MB more are needed, %d MB are free", ErrNoSpace, megabytes(to-from), free>>20)
		}
	}
	err := retry(func() error { return unix.Fallocate(h.fd, 0, from, to-from) })
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return h.fillZeros(from, to)
	}
	return err
}

func (h handle) sync() error { return retry(func() error { return unix.Fdatasync(h.fd) }) }

// mincore counts the system pages of a mapping that are in memory; vec has room for one byte each.
func mincore(m, vec []byte) (in int, err error) {
	n := (len(m) + unix.Getpagesize() - 1) / unix.Getpagesize()
	_, _, e := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&m[0])), uintptr(len(m)), uintptr(unsafe.Pointer(&vec[0])))
	if e != 0 {
		return 0, e
	}
	for _, b := range vec[:n] {
		in += int(b & 1)
	}
	return in, nil
}
