package page

// Slot i of a page: 2 bytes at Size-2*(i+1) holding the record's offset; 0 marks
// a slot without a record (heaps keep slot numbers stable for RIDs).

func (p *Page) slotOffset(i int) int     { return int(p.u16(Size - SlotSize*(i+1))) }
func (p *Page) setSlotOffset(i, off int) { p.put16(Size-SlotSize*(i+1), uint16(off)) }
func (p *Page) setSlotCount(n int)       { p.put16(22, uint16(n)) }
func (p *Page) setFreeCount(n int)       { p.put16(28, uint16(n)) }
func (p *Page) setFreeData(n int)        { p.put16(30, uint16(n)) }

// slotsStart is the offset of the slot array's lower end when it has n entries.
func slotsStart(n int) int { return Size - SlotSize*n }

// EmptySlots is the number of slots without a record. It is kept at offset 64, in
// the header bytes that no published decoder gives a meaning to, so that a heap
// insert need not look for an empty slot when there is none.
func (p *Page) EmptySlots() int     { return int(p.u16(64)) }
func (p *Page) setEmptySlots(n int) { p.put16(64, uint16(n)) }

// Raw returns the bytes from slot i's record to the end of the page, without
// knowing its length; nil when the slot is empty.
func (p *Page) Raw(i int) []byte {
	off := p.slotOffset(i)
	if off == 0 {
		return nil
	}
	return p[off:]
}

// Record returns slot i's record (aliasing the page), nil for an empty slot.
// On pages whose records are trusted (checked when read) it does not fail.
func (p *Page) Record(i int) []byte {
	off := p.slotOffset(i)
	if off == 0 {
		return nil
	}
	b := p[off:]
	n := recordLen(b, p.MinLen())
	return b[:n:n]
}

// Status is slot i's status A byte; ok false for an empty slot. Of a record's
// bytes it touches the first only (COUNT(*)).
func (p *Page) Status(i int) (status byte, ok bool) {
	off := p.slotOffset(i)
	if off == 0 || off >= Size {
		return 0, false
	}
	return p[off], true
}

// LastPlaced is the slot of the record that ends at m_freeData, or -1 (split
// rules 3 and 4). Only the record with the highest offset can end there, so the
// cost is one pass over the slot array. After Remove of that record, or MoveTail
// from this page, there is none until the next record is placed.
func (p *Page) LastPlaced() int {
	last, top := -1, 0
	for i, n := 0, p.SlotCount(); i < n; i++ {
		if off := p.slotOffset(i); off > top {
			last, top = i, off
		}
	}
	if last >= 0 && top+len(p.Record(last)) != p.FreeData() {
		return -1
	}
	return last
}
