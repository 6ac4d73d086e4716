package bufpool

import (
	"unsafe"

	"scanfrag/internal/page"
)

// pagesOf views a mapping as pages. It is aligned to the system's pages, at least 4096 bytes.
func pagesOf(m []byte) []page.Page {
	return unsafe.Slice((*page.Page)(unsafe.Pointer(unsafe.SliceData(m))), len(m)/page.Size)
}

func (p *Pool) frameOf(pg *page.Page) int32 {
	return int32((uintptr(unsafe.Pointer(pg)) - uintptr(unsafe.Pointer(unsafe.SliceData(p.pages)))) / page.Size)
}
