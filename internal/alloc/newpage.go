package alloc

import (
	"container/heap"
	"fmt"
	"math/bits"

	"scanfrag/internal/page"
)

// NewPage allocates one page: the next page of the newest extent, else an unallocated page of an owned extent
// (the lowest), else one of a new extent, of the file whose turn it is (the lowest free one above the newest
// there, then any). A unit without extents takes single pages first where mixed extents are on.
// Allocation maps inside an extent (PFS, GAM…) are skipped. The page's content is the caller's to write (Store.Fresh).
func (u *Unit) NewPage() (page.ID, error) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	id, err := u.newPage()
	if err != nil {
		return 0, fmt.Errorf("allocate a page for object %d: %w", u.objID, err)
	}
	return id, nil
}

func (u *Unit) newPage() (page.ID, error) {
	if u.dropped {
		return 0, errDropped
	}
	if u.ready == 0 {
		if id, err := u.singlePage(); id != 0 || err != nil {
			return id, err
		}
		if id, err := u.fillHole(); id != 0 || err != nil {
			return id, err
		}
		ext, err := u.newExtent(nil)
		if err != nil {
			return 0, err
		}
		u.last.set(ext)
		u.newest, u.ready = ext, ^systemMask(ext)
	}
	i := bits.TrailingZeros8(u.ready)
	id := u.newest + page.ID(i)
	if err := u.take(id); err != nil {
		return 0, err
	}
	u.ready &= u.ready - 1
	return id, nil
}

// take marks a page allocated.
func (u *Unit) take(id page.ID) error {
	r, err := u.s.pfs(id)
	if err != nil {
		return err
	}
	r.Dirty()
	r.Page.SetPFS(pfsIndex(id), page.PFSAllocated)
	r.Release()
	u.used++
	u.s.counts.PagesAllocated++
	u.rooms.add(id, 0, 1)
	return nil
}

// fillHole takes the lowest unallocated page of the owned extents; 0: there is none.
func (u *Unit) fillHole() (page.ID, error) {
	for u.holes.Len() > 0 {
		ext := u.holes.list[0]
		if u.s.file(ext).owner(ext) == u && !u.busy[ext] {
			r, err := u.s.pfs(ext)
			if err != nil {
				return 0, err
			}
			used := allocated(r.Page.PFSExtent(pfsIndex(ext))) | systemMask(ext)
			r.Release()
			if used != 0xff {
				id := ext + page.ID(lowestZero(used))
				return id, u.take(id)
			}
		}
		u.holes.pop()
	}
	return 0, nil
}

// newExtent takes an extent for the unit, above that of the file in after, or else in u.last.
func (u *Unit) newExtent(after places) (page.ID, error) {
	s := u.s
	s.deallocateAll()
	f, err := u.grp.next()
	if err != nil {
		return 0, u.full(err)
	}
	from := after.in(f)
	if from == 0 {
		from = u.last.in(f)
	}
	ext, err := f.freeExtent(from)
	if err != nil {
		return 0, err
	}
	if err := s.mark(ext, false, false); err != nil {
		return 0, err
	}
	m, err := u.iamOf(ext)
	if err == nil {
		err = s.edit(m, page.TypeIAM, func(p *page.Page) { p.SetMapBit(bitOf(ext), true) })
	}
	if err != nil {
		if e := s.mark(ext, true, false); e != nil {
			err = fmt.Errorf("%w (and extent %v is lost: %v)", err, ext, e)
		}
		return 0, err
	}
	u.own(ext)
	s.counts.ExtentsAllocated++
	s.touch(ext)
	return ext, nil
}

// iamOf is the IAM page for ext's interval, made when missing.
func (u *Unit) iamOf(ext page.ID) (page.ID, error) {
	start := intervalOf(ext)
	for i := len(u.iams) - 1; i >= 0; i-- {
		if u.iams[i].start == start {
			return u.iams[i].id, nil
		}
	}
	if len(u.iams) == 1 && u.extents == 0 { // it describes nothing yet
		m := &u.iams[0]
		err := u.s.edit(m.id, page.TypeIAM, func(p *page.Page) { p.SetStartPage(start) })
		if err == nil {
			m.start = start
		}
		return m.id, err
	}
	if err := u.addIAM(start); err != nil {
		return 0, err
	}
	return u.iams[len(u.iams)-1].id, nil
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
