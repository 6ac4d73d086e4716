package page

// PutHeap puts rec into the first empty slot, or a new one, without moving
// slots. Rec must not alias the page.
func (p *Page) PutHeap(rec []byte) (slot int, ok bool) {
	n := p.SlotCount()
	slot = n
	if p.EmptySlots() > 0 {
		for slot = 0; slot < n && p.slotOffset(slot) != 0; slot++ {
		}
	}
	return slot, p.PutHeapAt(slot, rec)
}

// PutHeapAt puts rec into the given empty slot: undo of a delete. A slot past
// the last one is made, with the empty ones before it that EmptySlot took away.
// False: no room, or the slot is taken (page unchanged).
func (p *Page) PutHeapAt(slot int, rec []byte) bool {
	n := p.SlotCount()
	free, empty := p.FreeCount(), p.EmptySlots()
	if slot < n {
		if p.slotOffset(slot) != 0 || free < len(rec) {
			return false
		}
		p.setSlotOffset(slot, p.place(rec, n))
		p.setFreeCount(free - len(rec))
		p.setEmptySlots(empty - 1)
		return true
	}
	need := len(rec) + SlotSize*(slot+1-n)
	if free < need {
		return false
	}
	off := p.place(rec, slot+1)
	clear(p[slotsStart(slot):slotsStart(n)])
	p.setSlotOffset(slot, off)
	p.setSlotCount(slot + 1)
	p.setFreeCount(free - need)
	p.setEmptySlots(empty + slot - n)
	return true
}

// FitsHeap reports whether PutHeap has room for a record of n bytes.
func (p *Page) FitsHeap(n int) bool {
	if p.EmptySlots() == 0 {
		n += SlotSize
	}
	return p.FreeCount() >= n
}

// EmptySlot removes a heap record, keeping the slot; trailing empty slots go, so
// that a page without records is as good as new.
func (p *Page) EmptySlot(i int) {
	free, n, empty := p.FreeCount()+len(p.Record(i)), p.SlotCount(), p.EmptySlots()+1
	p.setSlotOffset(i, 0)
	for n > 0 && p.slotOffset(n-1) == 0 {
		n--
		empty--
		free += SlotSize
	}
	p.setSlotCount(n)
	p.setFreeCount(free)
	p.setEmptySlots(empty)
	if n == 0 {
		p.setFreeData(HeaderSize)
	}
}

// CountKinds counts the page's records by kind, touching one byte of each.
func (p *Page) CountKinds() (primary, stubs, forwarded int) {
	for i, n := 0, p.SlotCount(); i < n; i++ {
		st, ok := p.Status(i)
		if !ok {
			continue
		}
		switch st >> 1 & 7 {
		case KindPrimary:
			primary++
		case KindStub:
			stubs++
		case KindForwarded:
			forwarded++
		}
	}
	return
}
