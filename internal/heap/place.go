package heap

import "scanfrag/internal/page"

// Place is where the current row's record lies: of a forwarded row the forwarded record's place, not its home.
func (s *Scan) Place() page.RID {
	at := page.RID{Page: s.id, Slot: uint16(s.slot)}
	if s.moved != nil && s.home == at {
		return page.StubTarget(s.p.Raw(s.slot))
	}
	return at
}

// Place is where the record of the row at home lies; no logical reads.
func (h *Heap) Place(home page.RID) (page.RID, error) {
	r, err := h.get(home.Page, nil)
	if err != nil {
		return home, at("find", home, err)
	}
	defer r.Release()
	rec, err := homeRecord(r.Page, home)
	if err == nil && page.RecordKind(rec) == page.KindStub {
		return page.StubTarget(rec), nil
	}
	return home, err
}
