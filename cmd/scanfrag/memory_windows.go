package main

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryStatus is MEMORYSTATUSEX.
type memoryStatus struct {
	length, load                    uint32
	totalPhys, availPhys            uint64
	totalPage, availPage            uint64
	totalVirtual, availVirtual, ext uint64
}

var globalMemoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// physicalMemory in bytes; 0 when unknown.
func physicalMemory() int64 {
	m := memoryStatus{}
	m.length = uint32(unsafe.Sizeof(m))
	if r, _, _ := globalMemoryStatus.Call(uintptr(unsafe.Pointer(&m))); r == 0 {
		return 0
	}
	return int64(m.totalPhys)
}
