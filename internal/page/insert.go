package page

// place copies rec to m_freeData, compacting first when only the contiguous room
// is short, and returns its offset. The caller has made sure that the page has
// len(rec) free bytes beside a slot array of n entries, and updates m_freeCnt.
func (p *Page) place(rec []byte, n int) int {
	off := p.FreeData()
	if off+len(rec) > slotsStart(n) {
		p.compact()
		off = p.FreeData()
	}
	copy(p[off:off+len(rec)], rec)
	p.setFreeData(off + len(rec))
	return off
}

// compact moves the records together, in slot order, from the header on. The
// slot array's length and m_freeCnt do not change. It is only called just before
// a record is placed, so that it cannot make an old record the last placed one.
func (p *Page) compact() {
	var old Page
	freeData, n := p.FreeData(), p.SlotCount()
	copy(old[HeaderSize:freeData], p[HeaderSize:freeData])
	minLen, to := p.MinLen(), HeaderSize
	for i := range n {
		off := p.slotOffset(i)
		if off == 0 {
			continue
		}
		b := old[off:]
		b = b[:recordLen(b, minLen)]
		copy(p[to:to+len(b)], b)
		p.setSlotOffset(i, to)
		to += len(b)
	}
	p.setFreeData(to)
}

// Insert puts rec at slot i, moving later slots up by one (B-tree order),
// compacting the page when only the contiguous room is short. False: no room
// (page unchanged). Rec must not alias the page.
func (p *Page) Insert(i int, rec []byte) bool {
	free, n := p.FreeCount(), p.SlotCount()
	if free < len(rec)+SlotSize {
		return false
	}
	off := p.place(rec, n+1)
	lo := slotsStart(n + 1)
	copy(p[lo:], p[lo+SlotSize:slotsStart(i)])
	p.setSlotOffset(i, off)
	p.setSlotCount(n + 1)
	p.setFreeCount(free - len(rec) - SlotSize)
	p.countGhost(rec, 1)
	return true
}

// Fits reports whether a record of n bytes can be inserted.
func (p *Page) Fits(n int) bool { return p.FreeCount() >= n+SlotSize }

// Remove takes slot i away, moving later slots down (B-tree). The record's bytes
// stay, and m_freeData with them, until the page is compacted.
func (p *Page) Remove(i int) {
	n := p.SlotCount()
	freed := SlotSize
	if rec := p.Record(i); rec != nil {
		freed += len(rec)
		p.countGhost(rec, -1)
	} else {
		p.setEmptySlots(p.EmptySlots() - 1)
	}
	lo := slotsStart(n)
	copy(p[lo+SlotSize:], p[lo:slotsStart(i+1)])
	p.setSlotCount(n - 1)
	p.setFreeCount(p.FreeCount() + freed)
}

// Replace overwrites slot i's record with rec of any length. False: no room
// (page unchanged). A record that does not grow stays where it is, and so does
// the last placed one while the room above it suffices; any other is placed
// anew. Rec must not alias the page.
func (p *Page) Replace(i int, rec []byte) bool {
	off := p.slotOffset(i)
	old := p.Record(i)
	grow := len(rec) - len(old)
	free, n := p.FreeCount(), p.SlotCount()
	if grow > free {
		return false
	}
	p.countGhost(old, -1)
	p.countGhost(rec, 1)
	atEnd := off+len(old) == p.FreeData()
	switch {
	case atEnd && off+len(rec) <= slotsStart(n):
		p.setFreeData(off + len(rec))
		copy(p[off:], rec)
	case grow <= 0:
		copy(p[off:], rec)
	default:
		p.setSlotOffset(i, 0) // its old bytes are not worth moving
		p.setSlotOffset(i, p.place(rec, n))
	}
	p.setFreeCount(free - grow)
	return true
}

// MoveTail appends slots from..SlotCount()-1 to dst in order and removes them
// here. It panics when dst lacks the room. Afterwards this page has no last
// placed record: when the record that ends at m_freeData stays, m_freeData is
// moved up by one byte (the slots given up leave room for it), which the next
// compaction takes back. The last placed record of dst is the highest row moved.
func (p *Page) MoveTail(dst *Page, from int) {
	n := p.SlotCount()
	free := p.FreeCount()
	for i := from; i < n; i++ {
		rec := p.Record(i)
		if !dst.Insert(dst.SlotCount(), rec) {
			panic("page: MoveTail: no room on page " + dst.ID().String())
		}
		p.countGhost(rec, -1)
		free += len(rec) + SlotSize
	}
	p.setSlotCount(from)
	p.setFreeCount(free)
	if p.LastPlaced() >= 0 {
		p.setFreeData(p.FreeData() + 1)
	}
}
