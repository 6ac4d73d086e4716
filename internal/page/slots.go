package page

// Slot i of a page: 2 bytes at Size-2*(i+1) holding the record's offset; 0 marks
// a slot without a record (heaps keep slot numbers stable for RIDs).

func (p *Page) slotOffset(i int) int     { return int(p.u16(Size - SlotSize*(i+1))) }
func (p *Page) setSlotOffset(i, off int) { p.put16(Size-SlotSize*(i+1), uint16(off)) }
func (p *Page) setSlotCount(n int)       { p.put16(22, uint16(n)) }
func (p *Page) setFreeCount(n int)       { p.put16(28, uint16(n)) }
func (p *Page) setFreeData(n int)        { p.put16(30, uint16(n)) }

// Raw returns the bytes from slot i's record to the end of the page, without
// knowing its length; nil when the slot is empty.
func (p *Page) Raw(i int) []byte {
	off := p.slotOffset(i)
	if off == 0 {
		return nil
	}
	return p[off:]
}
