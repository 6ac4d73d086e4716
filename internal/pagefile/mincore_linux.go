package pagefile

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

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
