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
	return nil, fmt.Errorf("row %v: %w", home, ErrNoRow)
}

// Get appends the row at rid to dst as a primary record, following its stub.
func (h *Heap) Get(dst []byte, rid page.RID, io *bufpool.IO) ([]byte, error) {
	r, err := h.get(rid.Page, io)
	if err != nil {
		return dst, fmt.Errorf("read row %v: %w", rid, err)
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
		return fmt.Errorf("update row %v: %w", rid, err)
	}
	defer r.Release()
	if err := h.update(r, rid, rec, io); err != nil {
		return fmt.Errorf("update row %v: %w", rid, err)
	}
	return nil
}

// Delete removes the row whose home is rid (stub and forwarded record). Pages stay
// allocated, also empty ones, as after a DELETE without TABLOCK.
func (h *Heap) Delete(rid page.RID, io *bufpool.IO) error {
	r, err := h.get(rid.Page, io)
	if err != nil {
		return fmt.Errorf("delete row %v: %w", rid, err)
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
			return fmt.Errorf("delete row %v: %w", rid, err)
		}
		err = h.empty(t, int(to.Slot))
		t.Release()
		if err != nil {
			return fmt.Errorf("delete row %v: %w", rid, err)
		}
	}
	if err := h.empty(r, int(rid.Slot)); err != nil {
		return fmt.Errorf("delete row %v: %w", rid, err)
	}
	return nil
}

// Restore puts a deleted row back at its home rid (undo), forwarding it when the page has no room.
func (h *Heap) Restore(rid page.RID, rec []byte, io *bufpool.IO) error {
	if err := h.restore(rid, rec, io); err != nil {
		return fmt.Errorf("restore row %v: %w", rid, err)
	}
	return nil
}

func (h *Heap) restore(rid page.RID, rec []byte, io *bufpool.IO) error {
	if _, err := maxClass(len(rec)); err != nil {
		return err
	}
	r, err := h.get(rid.Page, io)
	if err != nil {
		return err
	}
	defer r.Release()
	p, slot := r.Page, int(rid.Slot)
	if slot < p.SlotCount() && p.Record(slot) != nil {
		return fmt.Errorf("the slot is taken")
	}
	r.Dirty()
	before := p.Used()
	if p.PutHeapAt(slot, rec) {
		return h.classed(p, before)
	}
	to, err := h.forward(rec, rid, io)
	if err != nil {
		return err
	}
	var b [page.StubLen]byte
	if !p.PutHeapAt(slot, page.AppendStub(b[:0], to)) {
		err := fmt.Errorf("page %v has no room for a stub", rid.Page)
		if t, e := h.get(to.Page, nil); e == nil {
			_ = h.empty(t, int(to.Slot))
			t.Release()
		}
		return err
	}
	return h.classed(p, before)
}
