package heap

import (
	"fmt"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// homeRecord is the primary record or the stub at home; ErrNoRow when there is
// neither (a forwarded record is nobody's home).
func homeRecord(p *page.Page, home page.RID) ([]byte, error) {
	if int(home.Slot) < p.SlotCount() {
		if rec := p.Record(int(home.Slot)); rec != nil {
			switch page.RecordKind(rec) {
			case page.KindPrimary, page.KindStub:
				return rec, nil
			}
		}
	}
	return nil, ErrNoRow
}

// at says which row an error is about; ErrNoRow is returned as it is.
func at(step string, rid page.RID, err error) error {
	if err == nil || err == ErrNoRow {
		return err
	}
	return fmt.Errorf("%s row %v: %w", step, rid, err)
}

// Get appends the row at rid to dst as a primary record, following its stub.
func (h *Heap) Get(dst []byte, rid page.RID, io *bufpool.IO) ([]byte, error) {
	r, err := h.get(rid.Page, io)
	if err != nil {
		return dst, at("read", rid, err)
	}
	defer r.Release()
	rec, err := homeRecord(r.Page, rid)
	if err != nil {
		return dst, err
	}
	if page.RecordKind(rec) != page.KindStub {
		return append(dst, rec...), nil
	}
	t, rec, err := h.target(page.StubTarget(rec), rid, io)
	if err != nil {
		return dst, err
	}
	defer t.Release()
	return page.AppendUnforwarded(dst, rec), nil
}

// Update replaces the row whose home is rid, forwarding it when it outgrows its page.
func (h *Heap) Update(rid page.RID, rec []byte, io *bufpool.IO) error {
	if _, err := maxClass(len(rec)); err != nil {
		return err
	}
	r, err := h.get(rid.Page, io)
	if err != nil {
		return at("update", rid, err)
	}
	defer r.Release()
	return at("update", rid, h.update(r, rid, rec, io))
}

// Delete removes the row whose home is rid (stub and forwarded record). Pages stay
// allocated, also empty ones, as after a DELETE without TABLOCK.
func (h *Heap) Delete(rid page.RID, io *bufpool.IO) error { return h.DeleteNoting(rid, io, nil) }

// DeleteNoting is Delete that calls emptied, when not nil, for each page it left without rows: under TABLOCK those are
// given back (FreeEmpty) once nothing can bring the rows back.
func (h *Heap) DeleteNoting(rid page.RID, io *bufpool.IO, emptied func(page.ID)) error {
	r, err := h.get(rid.Page, io)
	if err != nil {
		return at("delete", rid, err)
	}
	defer r.Release()
	rec, err := homeRecord(r.Page, rid)
	if err != nil {
		return err
	}
	if page.RecordKind(rec) == page.KindStub {
		to := page.StubTarget(rec)
		t, _, err := h.target(to, rid, io)
		if err != nil {
			return at("delete", rid, err)
		}
		err = h.remove(t, int(to.Slot), emptied)
		t.Release()
		if err != nil {
			return at("delete", rid, err)
		}
	}
	return at("delete", rid, h.remove(r, int(rid.Slot), emptied))
}

func (h *Heap) remove(r bufpool.Ref, slot int, emptied func(page.ID)) error {
	err := h.empty(r, slot)
	if err == nil && emptied != nil && r.Page.SlotCount() == 0 {
		emptied(r.Page.ID())
	}
	return err
}

// FreeEmpty gives a page of the heap back if no row came to it since it was emptied.
func (h *Heap) FreeEmpty(id page.ID) error {
	r, err := h.get(id, nil)
	if err != nil {
		return fmt.Errorf("free page %v: %w", id, err)
	}
	rows := r.Page.SlotCount()
	r.Release()
	if rows > 0 {
		return nil
	}
	if h.tail == id {
		h.tail = 0
	}
	if h.fwd == id {
		h.fwd = 0
	}
	return h.u.FreePage(id)
}
