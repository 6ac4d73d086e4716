package page

import (
	"errors"
	"fmt"
)

// slotted reports whether pages of type t hold records under a slot array.
func (t Type) slotted() bool {
	switch t {
	case TypeData, TypeIndex, TypeGAM, TypeSGAM, TypeIAM, TypePFS, TypeDiffMap, TypeMLMap, TypeCatalog:
		return true
	}
	return false
}

// Check validates the structure of a page with a slot array: every slot offset,
// every field of every record, that no two records overlap, and that m_freeCnt,
// m_freeData and the count of empty slots agree with them. Afterwards no accessor
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
	var taken [Size / 64]uint64
	used, empty, minLen := n*SlotSize, 0, p.MinLen()
	for i := range n {
		off := p.slotOffset(i)
		if off == 0 {
			empty++
			continue
		}
		if off < HeaderSize || off >= freeData {
			return damaged(p.ID(), "slot %d at offset %d, between %d and %d wanted", i, off, HeaderSize, freeData)
		}
		size, err := RecordLen(p[off:freeData], minLen)
		if err != nil {
			return damaged(p.ID(), "slot %d at offset %d: %v", i, off, err)
		}
		if err := p.suits(RecordKind(p[off:]), p[off]); err != nil {
			return damaged(p.ID(), "slot %d at offset %d: %v", i, off, err)
		}
		if !claim(&taken, off, off+size) {
			return damaged(p.ID(), "slot %d at offset %d, %d bytes, overlaps another record", i, off, size)
		}
		used += size
	}
	if free := Usable - used; free != p.FreeCount() {
		return damaged(p.ID(), "free count %d, %d by its records", p.FreeCount(), free)
	}
	if empty != p.EmptySlots() {
		return damaged(p.ID(), "%d empty slots counted, %d in the header", empty, p.EmptySlots())
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

// claim sets bits from..to-1 of taken; false when one was set already.
func claim(taken *[Size / 64]uint64, from, to int) bool {
	for from < to {
		w, b := from/64, from%64
		n := min(64-b, to-from)
		mask := (^uint64(0) >> (64 - n)) << b
		if taken[w]&mask != 0 {
			return false
		}
		taken[w] |= mask
		from += n
	}
	return true
}
