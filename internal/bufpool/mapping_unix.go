//go:build unix

package bufpool

import "golang.org/x/sys/unix"

func mapMemory(bytes int) ([]byte, error) {
	m, err := unix.Mmap(-1, 0, bytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	adviseHuge(m)
	return m, nil
}

func unmapMemory(m []byte) error { return unix.Munmap(m) }
