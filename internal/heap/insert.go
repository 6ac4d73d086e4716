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

// InsertBeside places a further row of a statement's VALUES list: beside the row before it, whose page is still in hand,
// while it physically fits; a row that is longer than the room of a page 95 % full, only while that page is at most
// 80 % full. Otherwise as Insert. Derived from three published lists: rows of 11, 7,815 and 11 bytes share a page, and
// so do four of 2,007; after eight of 911 a page takes one of 403 and refuses one of 404.
func (h *Heap) InsertBeside(rec []byte, io *bufpool.IO) (page.RID, error) {
	if h.tail != 0 && len(rec) <= page.MaxRecord {
		r, err := h.get(h.tail, io)
		if err != nil {
			return page.RID{}, fmt.Errorf("insert row: %w", err)
		}
		if r.Page.FitsHeap(len(rec)) && (len(rec) <= room95 || classOf(r.Page.Used()) <= class80) {
			return h.put(r, rec)
		}
		r.Release()
	}
	return h.Insert(rec, io)
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
