package page

import (
	"encoding/binary"
	"math/bits"
)

// Allocation maps. Intervals in pages.
const (
	PFSInterval = 8088   // pages one PFS page describes
	GAMInterval = 511232 // pages one GAM, SGAM, IAM, DCM or BCM page describes
	GAMExtents  = GAMInterval / ExtentPages
	SinglePages = 8 // single-page slots of an IAM page
)

// The bits of a PFS byte; bits 0-2 are the fullness class.
const (
	PFSClass     = 0x07 // 0 empty, 1 = 1-50 %, 2 = 51-80, 3 = 81-95, 4 = 96-100
	PFSGhosts    = 0x08
	PFSIAM       = 0x10
	PFSMixed     = 0x20
	PFSAllocated = 0x40
)

// A map page has its bytes at fixed places, dressed as records without a bitmap:
//
//	PFS              96 header 00 00 9c 1f | 100 one byte a page (8,088)
//	GAM, SGAM, IAM…  96 header 00 00 5e 00 | … 136 start page | 142 eight single-page slots |
//	                 190 header 00 00 38 1f | 194 one bit an extent, LSB first (7,988 bytes)
const (
	offPFS    = 100
	offStart  = 136
	offSingle = 142
	offMap    = 194
	mapBytes  = GAMExtents / 8
)

// InitMap makes p an empty map page of type t. Start is the first page of the
// interval it describes (kept for IAM pages; harmless for the others).
func (p *Page) InitMap(t Type, id ID, objID uint32, indexID uint16, start ID) {
	p.Init(t, 0, id, objID, indexID)
	parts := []int{offMap - 4 - HeaderSize, 4 + mapBytes}
	if t == TypePFS {
		parts = []int{4 + PFSInterval}
	}
	off := HeaderSize
	for i, n := range parts {
		p.put16(off+2, uint16(n))
		p.setSlotOffset(i, off)
		off += n
	}
	p.setSlotCount(len(parts))
	p.setFreeData(off)
	p.setFreeCount(slotsStart(len(parts)) - off)
	if t != TypePFS {
		p.setRef(offStart, start)
	}
}

// CheckMap reports bytes of an allocation map beside its map, its start page and its single pages, and bytes of a file
// header page's header, that are not as they were first written. Pages of other types pass.
func (p *Page) CheckMap() error {
	var want Page
	from, to := offMap, offMap+mapBytes
	switch p.Type() {
	case TypeFileHeader:
		from, to = HeaderSize, Size
		want.Init(p.Type(), p.Level(), p.ID(), p.ObjectID(), p.IndexID())
	case TypePFS:
		from, to = offPFS, offPFS+PFSInterval
		fallthrough
	case TypeGAM, TypeSGAM, TypeIAM, TypeDiffMap, TypeMLMap:
		want.InitMap(p.Type(), p.ID(), p.ObjectID(), p.IndexID(), p.StartPage())
	default:
		return nil
	}
	want.SetPrev(p.Prev())
	want.SetNext(p.Next())
	copy(want[from:to], p[from:to])
	copy(want[offFlagBits:], p[offFlagBits:offFlagBits+2])
	copy(want[offTornBits:], p[offTornBits:offTornBits+4])
	if p.Type() == TypeIAM {
		copy(want[offSingle:], p[offSingle:offSingle+6*SinglePages])
	}
	for i, b := range want {
		if p[i] != b {
			return damaged(p.ID(), "byte %d of a page of type %d is 0x%02x, 0x%02x expected", i, p.Type(), p[i], b)
		}
	}
	return nil
}

// PFS is the byte for page i of the interval.
func (p *Page) PFS(i int) byte { return p[offPFS : offPFS+PFSInterval][i] }

// SetPFS sets the byte for page i of the interval.
func (p *Page) SetPFS(i int, b byte) { p[offPFS : offPFS+PFSInterval][i] = b }

// PFSExtent is the eight bytes of the extent whose first page is page i of the
// interval, the first in the lowest byte.
func (p *Page) PFSExtent(i int) uint64 {
	return binary.LittleEndian.Uint64(p[offPFS : offPFS+PFSInterval][i:])
}

// StartPage is the first page of the interval an IAM page describes.
func (p *Page) StartPage() ID      { return p.ref(offStart) }
func (p *Page) SetStartPage(id ID) { p.setRef(offStart, id) }

// SinglePage is single-page slot i (0..7) of an IAM page: a page in a mixed extent.
func (p *Page) SinglePage(i int) ID { return p.ref(offSingle + 6*i) }

// SetSinglePage sets the slot; 0 empties it.
func (p *Page) SetSinglePage(i int, id ID) { p.setRef(offSingle+6*i, id) }

// MapBit is the bit of extent i of the interval of a GAM, SGAM or IAM page.
func (p *Page) MapBit(i int) bool {
	return p[offMap : offMap+mapBytes][i>>3]>>(i&7)&1 != 0
}

// SetMapBit sets the bit of extent i.
func (p *Page) SetMapBit(i int, on bool) {
	b := p[offMap : offMap+mapBytes]
	if on {
		b[i>>3] |= 1 << (i & 7)
	} else {
		b[i>>3] &^= 1 << (i & 7)
	}
}

// SetMap sets all bits of the map.
func (p *Page) SetMap(on bool) {
	var v byte
	if on {
		v = 0xff
	}
	b := p[offMap : offMap+mapBytes]
	for i := range b {
		b[i] = v
	}
}

// NextMapBit is the first extent >= from whose bit is on (or off); -1: none.
func (p *Page) NextMapBit(from int, on bool) int {
	if from < 0 {
		from = 0
	}
	var flip uint64
	if !on {
		flip = ^uint64(0)
	}
	b := p[offMap : offMap+mapBytes]
	for i := from &^ 63; i < GAMExtents; i += 64 {
		var w uint64
		if i>>3+8 <= len(b) {
			w = binary.LittleEndian.Uint64(b[i>>3:]) ^ flip
		} else {
			w = (uint64(binary.LittleEndian.Uint32(b[i>>3:])) ^ flip) & 0xffffffff
		}
		if i < from {
			w &= ^uint64(0) << (from - i)
		}
		if w != 0 {
			return i + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// MapOnes is the number of bits set of the first extents, at most GAMExtents.
func (p *Page) MapOnes(extents int) int {
	b := p[offMap : offMap+mapBytes]
	n := 0
	for _, v := range b[:extents>>3] {
		n += bits.OnesCount8(v)
	}
	if rest := extents & 7; rest > 0 {
		n += bits.OnesCount8(b[extents>>3] & (1<<rest - 1))
	}
	return n
}
