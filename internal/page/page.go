// Package page holds the 8 KB page: header, slots, records, allocation maps and
// checksum. It is the only package that knows byte offsets.
//
// A page, in bytes:
//
//	0                96                        freeData            8192-2*slots   8192
//	+----------------+-------------------------+-------------------+--------------+
//	| header         | records, arrival order  | free              | ...slot1,slot0|
//	+----------------+-------------------------+-------------------+--------------+
package page

import "encoding/binary"

const (
	Size        = 8192 // bytes of a page
	HeaderSize  = 96   // bytes of its header; the first record starts here
	Usable      = Size - HeaderSize
	SlotSize    = 2    // bytes of one slot array entry
	MaxRecord   = 8060 // longest in-row record
	ExtentPages = 8    // pages of an extent, 64 KB
)

// Type is m_type of the header.
type Type uint8

const (
	TypeNone       Type = 0
	TypeData       Type = 1 // heap page, or leaf of a clustered index
	TypeIndex      Type = 2 // non-leaf page, or any page of a nonclustered index
	TypeSort       Type = 7
	TypeGAM        Type = 8
	TypeSGAM       Type = 9
	TypeIAM        Type = 10
	TypePFS        Type = 11
	TypeBoot       Type = 13
	TypeFileHeader Type = 15
	TypeDiffMap    Type = 16
	TypeMLMap      Type = 17
	TypeCatalog    Type = 96 // ours: catalog rows; not a SQL Server type
)

// Page is one page's bytes. Integers are little endian.
type Page [Size]byte

// Init clears the page and writes the header of an empty page.
func (p *Page) Init(t Type, level uint8, id ID, objID uint32, indexID uint16) {
	*p = Page{}
	p[0] = 1 // m_headerVersion
	p[1] = byte(t)
	p[3] = level
	p.put16(6, indexID)
	p.put32(24, objID)
	p.setRef(32, id)
	p.put16(28, Usable)     // m_freeCnt
	p.put16(30, HeaderSize) // m_freeData
}

func (p *Page) u16(o int) uint16      { return binary.LittleEndian.Uint16(p[o:]) }
func (p *Page) u32(o int) uint32      { return binary.LittleEndian.Uint32(p[o:]) }
func (p *Page) put16(o int, v uint16) { binary.LittleEndian.PutUint16(p[o:], v) }
func (p *Page) put32(o int, v uint32) { binary.LittleEndian.PutUint32(p[o:], v) }
func (p *Page) ref(o int) ID          { return MakeID(p.u16(o+4), p.u32(o)) }
func (p *Page) setRef(o int, id ID)   { p.put32(o, id.No()); p.put16(o+4, id.File()) }

func (p *Page) Type() Type          { return Type(p[1]) }
func (p *Page) Level() uint8        { return p[3] }
func (p *Page) IndexID() uint16     { return p.u16(6) }
func (p *Page) Prev() ID            { return p.ref(8) }
func (p *Page) SetPrev(id ID)       { p.setRef(8, id) }
func (p *Page) MinLen() int         { return int(p.u16(14)) } // pminlen
func (p *Page) SetMinLen(n int)     { p.put16(14, uint16(n)) }
func (p *Page) Next() ID            { return p.ref(16) }
func (p *Page) SetNext(id ID)       { p.setRef(16, id) }
func (p *Page) SlotCount() int      { return int(p.u16(22)) } // m_slotCnt
func (p *Page) ObjectID() uint32    { return p.u32(24) }
func (p *Page) FreeCount() int      { return int(p.u16(28)) } // m_freeCnt: free bytes, not necessarily contiguous
func (p *Page) FreeData() int       { return int(p.u16(30)) } // m_freeData: just after the record placed last
func (p *Page) ID() ID              { return p.ref(32) }
func (p *Page) SetID(id ID)         { p.setRef(32, id) }
func (p *Page) GhostCount() int     { return int(p.u16(58)) }
func (p *Page) SetGhostCount(n int) { p.put16(58, uint16(n)) }

// Used is the bytes taken by records and their slots.
func (p *Page) Used() int { return Usable - p.FreeCount() }
