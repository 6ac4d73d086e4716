package page

// A ghost is a leaf row that was deleted and stays where it is, whole, until it is cleaned up: only its
// record type changes. m_ghostRecCnt counts a page's ghosts, m_xdesId names the transaction that made the last one.

// ghostType is the record type of a row of type kind once it is deleted, and back.
func ghostType(kind int) int {
	switch kind {
	case KindPrimary:
		return KindGhost
	case KindIndex:
		return KindGhostIndex
	case KindGhost:
		return KindPrimary
	case KindGhostIndex:
		return KindIndex
	}
	panic("page: a record of this type has no ghost")
}

// IsGhost reports a deleted record, by its first byte.
func IsGhost(rec []byte) bool {
	k := RecordKind(rec)
	return k == KindGhost || k == KindGhostIndex
}

// Ghost reports whether slot i, which has a record, holds a ghost.
func (p *Page) Ghost(i int) bool { return p.GhostCount() > 0 && IsGhost(p[p.slotOffset(i):]) }

// ToggleGhost makes slot i's row a ghost, or its ghost a row again.
func (p *Page) ToggleGhost(i int) {
	b := p[p.slotOffset(i):]
	p.countGhost(b, -1)
	b[0] = b[0]&^(7<<1) | byte(ghostType(RecordKind(b))<<1)
	p.countGhost(b, 1)
}

// countGhost adds n to the count when rec is a ghost.
func (p *Page) countGhost(rec []byte, n int) {
	if IsGhost(rec) {
		p.SetGhostCount(p.GhostCount() + n)
	}
}

// RemoveGhosts removes all ghosts in one pass over the slot array, and tells how many of those
// before slot pos went.
func (p *Page) RemoveGhosts(pos int) (before int) {
	n, to, free := p.SlotCount(), 0, p.FreeCount()
	for i := range n {
		if off := p.slotOffset(i); !IsGhost(p[off:]) {
			p.setSlotOffset(to, off)
			to++
			continue
		}
		free += len(p.Record(i)) + SlotSize
		if i < pos {
			before++
		}
	}
	p.setSlotCount(to)
	p.setFreeCount(free)
	p.SetGhostCount(0)
	return before
}

// Xdes is m_xdesId as a number of 48 bits.
func (p *Page) Xdes() uint64     { return uint64(p.u32(52)) | uint64(p.u16(56))<<32 }
func (p *Page) SetXdes(x uint64) { p.put32(52, uint32(x)); p.put16(56, uint16(x>>32)) }
