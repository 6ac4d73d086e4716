package alloc

import (
	"container/heap"
	"math/bits"

	"scanfrag/internal/page"
)

// fillHole takes the lowest unallocated page of the owned extents; 0: there is none.
func (u *Unit) fillHole() (page.ID, error) {
	for u.holes.Len() > 0 {
		ext := u.holes.list[0]
		// A hint may lie in a file that was removed since.
		if f := u.s.file(ext); f != nil && f.owner(ext) == u && !u.busy[ext] {
			r, err := u.s.pfs(ext)
			if err != nil {
				return 0, err
			}
			used := allocated(r.Page.PFSExtent(pfsIndex(ext))) | systemMask(ext)
			r.Release()
			if used != 0xff {
				id := ext + page.ID(bits.TrailingZeros8(^used))
				return id, u.take(id)
			}
		}
		u.holes.pop()
	}
	return 0, nil
}

// holeHeap holds extents with unallocated pages, lowest first, each once. An entry
// is a hint: the extent may have been filled or given back meanwhile.
type holeHeap struct {
	list []page.ID
	in   map[page.ID]struct{}
}

func (h *holeHeap) Len() int           { return len(h.list) }
func (h *holeHeap) Less(i, j int) bool { return h.list[i] < h.list[j] }
func (h *holeHeap) Swap(i, j int)      { h.list[i], h.list[j] = h.list[j], h.list[i] }
func (h *holeHeap) Push(x any)         { h.list = append(h.list, x.(page.ID)) }
func (h *holeHeap) Pop() any {
	n := len(h.list) - 1
	x := h.list[n]
	h.list = h.list[:n]
	return x
}

func (h *holeHeap) push(ext page.ID) {
	if _, ok := h.in[ext]; ok {
		return
	}
	if h.in == nil {
		h.in = map[page.ID]struct{}{}
	}
	h.in[ext] = struct{}{}
	heap.Push(h, ext)
}

func (h *holeHeap) pop() {
	delete(h.in, h.list[0])
	heap.Pop(h)
}
