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
	if n > Usable/SlotSize {
		return damaged(p.ID(), "slot count %d does not fit in a page", n)
	}
	if freeData < HeaderSize || freeData > slotsStart(n) {
		return damaged(p.ID(), "free data at %d, between %d and the slot array at %d wanted", freeData, HeaderSize, slotsStart(n))
	}
	var starts [Size / 64]uint64
	used, empty, ghosts, minLen, data := n*SlotSize, 0, 0, p.MinLen(), p.Type() == TypeData
	end, ascending := HeaderSize, true
	for i := range n {
		off := p.slotOffset(i)
		if off == 0 {
			empty++
			continue
		}
		if off < HeaderSize || off >= freeData {
			return damaged(p.ID(), "slot %d at offset %d, between %d and %d wanted", i, off, HeaderSize, freeData)
		}
		b := p[off:freeData]
		size := 0
		if data && b[0] == KindPrimary<<1|StatusBitmap {
			size = plainLen(b)
		}
		if size == 0 {
			var err error
			if size, err = RecordLen(b, minLen); err == nil {
				err = p.suits(RecordKind(b), b[0])
			}
			if err != nil {
				return damaged(p.ID(), "slot %d at offset %d: %v", i, off, err)
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
		return damaged(p.ID(), "free count %d, %d by its records", p.FreeCount(), free)
	}
	if empty != p.EmptySlots() {
		return damaged(p.ID(), "%d empty slots counted, %d in the header", empty, p.EmptySlots())
	}
	if ghosts != p.GhostCount() {
		return damaged(p.ID(), "%d ghost records counted, %d in the header", ghosts, p.GhostCount())
	}
	return nil
}

// suits reports a record type that the page's type rules out, because accessors
// would read fields it does not have.
func (p *Page) suits(kind int, status byte) error {
	index := kind == KindIndex || kind == KindGhostIndex
	switch {
	case index != (p.Type() == TypeIndex):
		return fmt.Errorf("record of type %d on a page of type %d", kind, p.Type())
	case p.Type() == TypeData && kind != KindStub && status&StatusBitmap == 0:
		return errors.New("data record without a NULL bitmap")
	case kind == KindForwarded && status&StatusVars == 0:
		return errors.New("forwarded record without a back pointer")
	}
	return nil
}

// plainLen is the length of a record that starts at b and has a NULL bitmap and no
// variable part; 0 when it does not fit in b. RecordLen says why.
func plainLen(b []byte) int {
	if len(b) < MinRecordLen-2 {
		return 0
	}
	end := le16(b[2:])
	if end < 4 || end+2 > len(b) {
		return 0
	}
	n := end + 2 + (le16(b[end:])+7)>>3
	if n > len(b) {
		return 0
	}
	return n
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
	return damaged(p.ID(), "slot %d at offset %d overlaps another record", i, off)
}
