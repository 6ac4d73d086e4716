package heap

import (
	"fmt"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// forward places rec, as a record that points back to home, never on page not: on the page that took the last
// forwarded row if its PFS class allows, else on the page of the last insert if its does, else on a new page. Derived
// from two published updates: 600 rows on 2 pages stay on 2 pages when 64 are forwarded; of 1,000 rows on 29 pages 400
// are forwarded when the even ones grow, the first three to page 29. Whether the server looks at further pages is not
// known.
func (h *Heap) forward(rec []byte, home page.RID, not page.ID, io *bufpool.IO) (page.RID, error) {
	h.buf = page.AppendForwarded(h.buf[:0], rec, home)
	most, err := maxClass(min(len(h.buf), page.MaxRecord)) // the back pointer may exceed the row limit
	if err != nil {
		return page.RID{}, err
	}
	for _, id := range [...]page.ID{h.fwd, h.tail} {
		if id == 0 || id == home.Page || id == not {
			continue
		}
		r, err := h.get(id, io)
		if err != nil {
			return page.RID{}, err
		}
		if classOf(r.Page.Used()) <= most && r.Page.FitsHeap(len(h.buf)) {
			rid, err := h.putOn(r, h.buf)
			r.Release()
			if err == nil {
				h.fwd = id
			}
			return rid, err
		}
		r.Release()
	}
	r, err := h.newPage(rec)
	if err != nil {
		return page.RID{}, err
	}
	defer r.Release()
	rid, err := h.putOn(r, h.buf)
	if err == nil {
		h.fwd = rid.Page
	}
	return rid, err
}

// forwarded is the record that home's stub points to, on page p; an error that
// names home when there is none.
func forwarded(p *page.Page, target, home page.RID) ([]byte, error) {
	if int(target.Slot) < p.SlotCount() {
		if rec := p.Record(int(target.Slot)); rec != nil {
			if back, ok := page.BackPointer(rec); ok && back == home {
				return rec, nil
			}
		}
	}
	return nil, badStub(home, target, nil)
}

func badStub(home, target page.RID, why error) error {
	what := fmt.Sprintf("the forwarding stub in slot %d points to %v, where no row points back", home.Slot, target)
	if why != nil {
		what += ": " + why.Error()
	}
	return &page.DamageError{Page: home.Page, What: what}
}

// target pins the page a stub points to and finds the row there.
func (h *Heap) target(target, home page.RID, io *bufpool.IO) (bufpool.Ref, []byte, error) {
	r, err := h.get(target.Page, io)
	if err != nil {
		return r, nil, badStub(home, target, err)
	}
	rec, err := forwarded(r.Page, target, home)
	if err != nil {
		r.Release()
		return bufpool.Ref{}, nil, err
	}
	return r, rec, nil
}

// update replaces the row at home, whose page is pinned by r, with rec.
func (h *Heap) update(r bufpool.Ref, home page.RID, rec []byte, io *bufpool.IO) error {
	old, err := homeRecord(r.Page, home)
	if err != nil {
		return err
	}
	if page.RecordKind(old) == page.KindStub {
		return h.updateForwarded(r, home, page.StubTarget(old), rec, io)
	}
	ok, err := h.replace(r, int(home.Slot), rec)
	if ok || err != nil {
		return err
	}
	to, err := h.forward(rec, home, home.Page, io)
	if err != nil {
		return err
	}
	return h.setStub(r, home, to)
}

// updateForwarded replaces a row that is forwarded to. It stays where it is if it
// fits; one that shrinks returns home if it fits there (reported of the server, and
// what makes a rollback restore the shape); else it moves on and the stub follows.
func (h *Heap) updateForwarded(r bufpool.Ref, home, to page.RID, rec []byte, io *bufpool.IO) error {
	t, old, err := h.target(to, home, io)
	if err != nil {
		return err
	}
	defer t.Release()
	shrinks := len(rec) < len(old)-forwardCost(old)
	if shrinks {
		if ok, err := h.replace(r, int(home.Slot), rec); err != nil || ok {
			if ok && err == nil {
				err = h.empty(t, int(to.Slot))
			}
			return err
		}
	}
	h.buf = page.AppendForwarded(h.buf[:0], rec, home)
	if ok, err := h.replace(t, int(to.Slot), h.buf); ok || err != nil {
		return err
	}
	if ok, err := h.replace(r, int(home.Slot), rec); err != nil || ok {
		if ok && err == nil {
			err = h.empty(t, int(to.Slot))
		}
		return err
	}
	next, err := h.forward(rec, home, home.Page, io)
	if err != nil {
		return err
	}
	if err := h.setStub(r, home, next); err != nil {
		return err
	}
	return h.empty(t, int(to.Slot))
}

// forwardCost is what the back pointer adds to a forwarded record.
func forwardCost(rec []byte) int {
	if page.Vars(rec) == 0 {
		return 4 + page.BackPointerLen
	}
	return 2 + page.BackPointerLen
}

// setStub turns the row at home into a stub, which always fits.
func (h *Heap) setStub(r bufpool.Ref, home, to page.RID) error {
	var b [page.StubLen]byte
	ok, err := h.replace(r, int(home.Slot), page.AppendStub(b[:0], to))
	if !ok && err == nil {
		panic(fmt.Sprintf("heap: no room for a stub at %v", home))
	}
	return err
}

// replace overwrites a record in its slot; false: no room, nothing changed.
func (h *Heap) replace(r bufpool.Ref, slot int, rec []byte) (bool, error) {
	if len(rec)-len(r.Page.Record(slot)) > r.Page.FreeCount() {
		return false, nil
	}
	r.Dirty()
	before := r.Page.Used()
	if !r.Page.Replace(slot, rec) {
		return false, nil
	}
	return true, h.classed(r.Page, before)
}

// empty takes a record away.
func (h *Heap) empty(r bufpool.Ref, slot int) error {
	r.Dirty()
	before := r.Page.Used()
	r.Page.EmptySlot(slot)
	return h.classed(r.Page, before)
}
