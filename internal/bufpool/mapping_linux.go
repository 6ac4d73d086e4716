package bufpool

import "golang.org/x/sys/unix"

// adviseHuge asks for 2 MB pages: fewer TLB misses, and fewer segments in direct I/O.
// A kernel without them says no, which changes nothing.
func adviseHuge(m []byte) { _ = unix.Madvise(m, unix.MADV_HUGEPAGE) }

// populate gives the memory its pages now rather than at the first touch: in large pieces that is
// several times cheaper, and another goroutine can do it. Kernels before 5.14 say no.
func populate(m []byte) bool { return unix.Madvise(m, unix.MADV_POPULATE_WRITE) == nil }
