package heap

import (
	"fmt"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Insert places rec by PFS class (the ordinary path): on the page of the last
// insert while its class takes the row, else on the next page in file order whose
// class does, else on a new one.
func (h *Heap) Insert(rec []byte, io *bufpool.IO) (page.RID, error) {
	most, err := maxClass(len(rec))
	if err != nil {
		return page.RID{}, err
	}
	if h.tail != 0 {
		r, err := h.get(h.tail, io)
		if err != nil {
			return page.RID{}, fmt.Errorf("insert row: %w", err)
		}
		if classOf(r.Page.Used()) <= most && r.Page.FitsHeap(len(rec)) {
			return h.put(r, rec)
		}
		r.Release()
	}
	id, ok, err := h.u.FindRoom(most, h.tail)
	if err != nil {
		return page.RID{}, fmt.Errorf("insert row: %w", err)
	}
	if ok {
		r, err := h.get(id, io)
		if err != nil {
			return page.RID{}, fmt.Errorf("insert row: %w", err)
		}
		if r.Page.FitsHeap(len(rec)) {
			return h.put(r, rec)
		}
		used := r.Page.Used()
		r.Release()
		return page.RID{}, &page.DamageError{Page: id, What: fmt.Sprintf("its PFS class promises room for a row of %d bytes, but %d of %d are used", len(rec), used, page.Usable)}
	}
	return h.putNew(rec)
}

// Append places rec on the last page while it physically fits (TABLOCK / bulk path;
// observed: 578 rows of 12 bytes on a page).
func (h *Heap) Append(rec []byte, io *bufpool.IO) (page.RID, error) {
	if _, err := maxClass(len(rec)); err != nil {
		return page.RID{}, err
	}
	if h.tail == 0 {
		last, err := h.lastPage()
		if err != nil {
			return page.RID{}, fmt.Errorf("append row: %w", err)
		}
		h.tail = last
	}
	if h.tail != 0 {
		r, err := h.get(h.tail, io)
		if err != nil {
			return page.RID{}, fmt.Errorf("append row: %w", err)
		}
		if r.Page.FitsHeap(len(rec)) {
			return h.put(r, rec)
		}
		r.Release()
	}
	return h.putNew(rec)
}

// lastPage is the last allocated page in IAM order; 0: the heap has none.
func (h *Heap) lastPage() (last page.ID, err error) {
	err = h.u.Extents(func(first page.ID, pages uint8) bool {
		for i := range page.ID(page.ExtentPages) {
			if pages>>i&1 != 0 {
				last = first + i
			}
		}
		return true
	})
	return last, err
}

func (h *Heap) putNew(rec []byte) (page.RID, error) {
	r, err := h.newPage(rec)
	if err != nil {
		return page.RID{}, fmt.Errorf("insert row: %w", err)
	}
	return h.put(r, rec)
}

// put places rec on the page r, where it fits, makes that the tail and releases r.
func (h *Heap) put(r bufpool.Ref, rec []byte) (page.RID, error) {
	rid, err := h.putOn(r, rec)
	if err == nil {
		h.tail = rid.Page
	}
	r.Release()
	return rid, err
}

// putOn places rec on the page r, where it fits. After an error the page is as before.
func (h *Heap) putOn(r bufpool.Ref, rec []byte) (page.RID, error) {
	r.Dirty()
	p := r.Page
	before := p.Used()
	slot, ok := p.PutHeap(rec)
	if !ok {
		panic(fmt.Sprintf("heap: page %v has no room for %d bytes", p.ID(), len(rec)))
	}
	if err := h.classed(p, before); err != nil {
		p.EmptySlot(slot)
		return page.RID{}, fmt.Errorf("insert row: %w", err)
	}
	return page.RID{Page: p.ID(), Slot: uint16(slot)}, nil
}
