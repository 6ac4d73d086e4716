package heap

import (
	"errors"
	"fmt"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Restore puts a deleted row back at its home rid (undo), forwarding it when the page
// has no room. When changes are undone in reverse order it always succeeds: rows
// that were forwarded to the page meanwhile and stayed move on, and rows at home
// there become stubs if need be (as stubs, all rows fit a page that held them once).
func (h *Heap) Restore(rid page.RID, rec []byte, io *bufpool.IO) error {
	if _, err := maxClass(len(rec)); err != nil {
		return err
	}
	r, err := h.get(rid.Page, io)
	if err != nil {
		return at("restore", rid, err)
	}
	defer r.Release()
	r.Dirty()
	return at("restore", rid, h.restore(r, rid, rec, io))
}

func (h *Heap) restore(r bufpool.Ref, rid page.RID, rec []byte, io *bufpool.IO) error {
	p, slot := r.Page, int(rid.Slot)
	if slot < p.SlotCount() && p.Record(slot) != nil {
		if page.RecordKind(p.Record(slot)) != page.KindForwarded {
			return errors.New("the slot is taken")
		}
		if err := h.moveOn(r, slot, io); err != nil {
			return err
		}
	}
	before := p.Used()
	if p.PutHeapAt(slot, rec) {
		return h.classed(p, before)
	}
	need := page.StubLen + max(0, page.SlotSize*(slot+1-p.SlotCount()))
	if err := h.makeRoom(r, need, io); err != nil {
		return err
	}
	to, err := h.forward(rec, rid, rid.Page, io)
	if err != nil {
		return err
	}
	before = p.Used()
	var b [page.StubLen]byte
	if !p.PutHeapAt(slot, page.AppendStub(b[:0], to)) {
		panic(fmt.Sprintf("heap: no room for a stub at %v", rid))
	}
	return h.classed(p, before)
}

// moveOn moves the forwarded record in a slot of page r to another page.
func (h *Heap) moveOn(r bufpool.Ref, slot int, io *bufpool.IO) error {
	p := r.Page
	rec := p.Record(slot)
	self := page.RID{Page: p.ID(), Slot: uint16(slot)}
	home, ok := page.BackPointer(rec)
	if !ok {
		return &page.DamageError{Page: p.ID(), What: fmt.Sprintf("the forwarded row in slot %d has no back pointer", slot)}
	}
	h.row = page.AppendUnforwarded(h.row[:0], rec)
	hr, err := h.get(home.Page, io)
	if err != nil {
		return err
	}
	defer hr.Release()
	stub, err := homeRecord(hr.Page, home)
	if err != nil || page.RecordKind(stub) != page.KindStub || page.StubTarget(stub) != self {
		return &page.DamageError{Page: p.ID(), What: fmt.Sprintf("the forwarded row in slot %d has no stub at its home %v", slot, home)}
	}
	to, err := h.forward(h.row, home, p.ID(), io)
	if err != nil {
		return err
	}
	if err := h.setStub(hr, home, to); err != nil {
		return err
	}
	return h.empty(r, slot)
}

// makeRoom frees at least need bytes on page r.
func (h *Heap) makeRoom(r bufpool.Ref, need int, io *bufpool.IO) error {
	p := r.Page
	for _, kind := range []int{page.KindForwarded, page.KindPrimary} {
		for i := 0; i < p.SlotCount() && p.FreeCount() < need; i++ {
			st, ok := p.Status(i)
			if !ok || int(st>>1&7) != kind {
				continue
			}
			if kind == page.KindForwarded {
				slots := p.SlotCount()
				if err := h.moveOn(r, i, io); err != nil {
					return err
				}
				need += page.SlotSize * (slots - p.SlotCount()) // trailing slots that went come back
				continue
			}
			home := page.RID{Page: p.ID(), Slot: uint16(i)}
			h.row = append(h.row[:0], p.Record(i)...)
			to, err := h.forward(h.row, home, home.Page, io)
			if err != nil {
				return err
			}
			if err := h.setStub(r, home, to); err != nil {
				return err
			}
		}
	}
	if p.FreeCount() < need {
		return fmt.Errorf("page %v holds rows that were not there when the row was deleted", p.ID())
	}
	return nil
}
