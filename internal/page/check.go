package page

import (
	"errors"
	"fmt"
	"math/bits"
)

// slotted reports whether pages of type t hold records under a slot array.
func (t Type) slotted() bool {
	switch t {
	case TypeData, TypeIndex, TypeBoot, TypeGAM, TypeSGAM, TypeIAM, TypePFS, TypeDiffMap, TypeMLMap, TypeCatalog:
		return true
	}
	return false
}

// Check validates the structure of a page with a slot array: every slot offset,
// every field of every record, that no two records overlap, and that m_freeCnt,
// m_freeData and the counts of empty slots and ghosts agree with them. Afterwards no accessor
// of this package reaches out of the page. Pages of other types pass. The error
// is a *DamageError naming the page the header says.
func (p *Page) Check() error {
	if !p.Type().slotted() {
		return nil
	}
	n, freeData := p.SlotCount(), p.FreeData()
	if p.Type() == TypeData && p.Level() != 0 {
		return damaged(p.ID(), "a data page on level %d", p.Level())
	}
	if n > Usable/SlotSize {
		return damaged(p.ID(), "slot count %d does not fit in a page", n).test("m_slotCnt <= MAXSLOTS", n, Usable/SlotSize)
	}
	if freeData < HeaderSize || freeData > slotsStart(n) {
		return damaged(p.ID(), "free data at %d, between %d and the slot array at %d wanted", freeData, HeaderSize, slotsStart(n)).
			test("m_freeData >= PAGEHEADSIZE && m_freeData <= (UINT)PAGESIZE - m_slotCnt * sizeof (Slot)", freeData, slotsStart(n))
	}
	var starts [Size / 64]uint64
	used, empty, ghosts, minLen := n*SlotSize, 0, 0, p.MinLen()
	if p.Type() == TypeIndex && p.Level() > 0 && minLen < IndexMinLen(0) {
		return damaged(p.ID(), "pminlen %d of a page above the leaf is under %d", minLen, IndexMinLen(0))
	}
	end, ascending := HeaderSize, true
	for i := range n {
		off := p.slotOffset(i)
		if off == 0 {
			empty++
			continue
		}
		if off < HeaderSize || off >= freeData {
			return damaged(p.ID(), "slot %d at offset %d, between %d and %d wanted", i, off, HeaderSize, freeData).
				as(8941, ". Test (sorted [i].offset >= PAGEHEADSIZE) failed. Slot %d, offset 0x%x is invalid.", i, off)
		}
		b := p[off:freeData]
		size := 0
		switch {
		case p.Type() == TypeData && b[0] == KindPrimary<<1|StatusBitmap && len(b) >= MinRecordLen-2:
			size = plainLen(b, le16(b[2:]), 4)
		case p.Type() == TypeIndex && p.Level() == 0 && b[0]&^StatusBitmap == KindIndex<<1:
			size = plainLen(b, minLen, 1)
		}
		if size == 0 {
			var err error
			if size, err = RecordLen(b, minLen); err == nil {
				err = p.suits(b[:size])
			}
			if err != nil {
				return damaged(p.ID(), "slot %d at offset %d: %v", i, off, err).as(8944, ", row %d. Test (%v) failed. Values are %d and %d.", i, err, off, freeData)
			}
			if IsGhost(b) {
				ghosts++
			}
		}
		if starts[off>>6]>>(off&63)&1 != 0 {
			return p.overlap(off)
		}
		starts[off>>6] |= 1 << (off & 63)
		ascending = ascending && off >= end
		end = off + size
		used += size
	}
	if !ascending {
		if off := p.findOverlap(&starts); off != 0 {
			return p.overlap(off)
		}
	}
	if free := Usable - used; free != p.FreeCount() {
		return damaged(p.ID(), "free count %d, %d by its records", p.FreeCount(), free).test("m_freeCnt == freeCnt", p.FreeCount(), free)
	}
	if empty != p.EmptySlots() {
		return damaged(p.ID(), "%d empty slots counted, %d in the header", empty, p.EmptySlots()).test("emptySlotCnt == emptySlots", p.EmptySlots(), empty)
	}
	if ghosts != p.GhostCount() {
		return damaged(p.ID(), "%d ghost records counted, %d in the header", ghosts, p.GhostCount()).
			as(8927, "The ghosted record count in the header (%d) does not match the number of ghosted records (%d) found on page %v.", p.GhostCount(), ghosts, p.ID())
	}
	return nil
}

// suits reports a record type that the page's type rules out, because accessors
// would read fields it does not have.
func (p *Page) suits(rec []byte) error {
	kind, status := RecordKind(rec), rec[0]
	index := kind == KindIndex || kind == KindGhostIndex
	switch {
	case index != (p.Type() == TypeIndex):
		return fmt.Errorf("record of type %d on a page of type %d", kind, p.Type())
	case p.Type() == TypeData && kind != KindStub && status&StatusBitmap == 0:
		return errors.New("data record without a NULL bitmap")
	case index && p.Level() > 0 && ChildPage(rec, p.MinLen()) == 0:
		return errors.New("index record that leads to no page")
	case kind == KindForwarded:
		if _, ok := BackPointer(rec); !ok {
			return errors.New("forwarded record without a back pointer")
		}
	}
	return nil
}

// plainLen is the length of a record that starts at b, has no variable part and whose fixed part, from header on,
// ends at end; 0 when it does not fit in b. RecordLen says why.
func plainLen(b []byte, end, header int) int {
	if end < header {
		return 0
	}
	if b[0]&StatusBitmap != 0 && end+2 <= len(b) {
		end += 2 + (le16(b[end:])+7)>>3
	} else if b[0]&StatusBitmap != 0 {
		return 0
	}
	if end > len(b) {
		return 0
	}
	return end
}

// findOverlap walks well-formed records by offset, given where they start, and is the
// offset of the first that begins inside another; 0: none does.
func (p *Page) findOverlap(starts *[Size / 64]uint64) int {
	end, minLen := HeaderSize, p.MinLen()
	for w, m := range starts {
		for ; m != 0; m &= m - 1 {
			off := w*64 + bits.TrailingZeros64(m)
			if off < end {
				return off
			}
			end = off + recordLen(p[off:], minLen)
		}
	}
	return 0
}

func (p *Page) overlap(off int) error {
	i := p.SlotCount() - 1
	for i > 0 && p.slotOffset(i) != off {
		i--
	}
	return damaged(p.ID(), "slot %d at offset %d overlaps another record", i, off).
		as(8942, ". Test (sorted[i].offset >= max) failed. Slot %d, offset 0x%x overlaps with the prior row.", i, off)
}

// CheckUnused reports header bytes that this engine never writes: the version is 1, flags are none but the
// checksum's, and log sequence numbers and what else it does not keep are zero. Only checks look at them.
func (p *Page) CheckUnused() error {
	for _, f := range []struct {
		name     string
		from, to int
	}{{"m_typeFlagBits", 2, 3}, {"m_reservedCnt, m_lsn or m_xactReserved", 38, 52}, {"the header's unused part", 66, HeaderSize}} {
		for i, b := range p[f.from:f.to] {
			if b != 0 {
				return damaged(p.ID(), "%s is not zero: byte %d is 0x%02x", f.name, f.from+i, b)
			}
		}
	}
	if p[0] != 1 || p.u16(offFlagBits)&^flagChecksum != 0 {
		return damaged(p.ID(), "header version %d and flag bits 0x%x, version 1 and flag 0x%x expected", p[0], p.u16(offFlagBits), flagChecksum)
	}
	return nil
}

// test is as for message 8939: a test of two values that failed.
func (e *DamageError) test(what string, a, b int) *DamageError {
	return e.as(8939, ". Test (%s) failed. Values are %d and %d.", what, a, b)
}
