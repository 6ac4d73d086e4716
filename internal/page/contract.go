package page

// TODO(page): the functions below are the agreed surface; each moves to the file of its noun.

// RecordLen is the length of the record that starts at b, whose page has the
// given pminlen; an error when its fields do not fit in b.
func RecordLen(b []byte, minLen int) (int, error) { panic("not yet") }

// Record returns slot i's record (aliasing the page), nil for an empty slot.
// On pages whose records are trusted (checked when read) it does not fail.
func (p *Page) Record(i int) []byte { panic("not yet") }

// Insert puts rec at slot i, moving later slots up by one (B-tree order),
// compacting the page when only the contiguous room is short. False: no room.
func (p *Page) Insert(i int, rec []byte) bool { panic("not yet") }

// Remove takes slot i away, moving later slots down (B-tree). Record bytes stay
// until compaction.
func (p *Page) Remove(i int) { panic("not yet") }

// PutHeap puts rec into the first empty slot, or a new one, without moving slots.
func (p *Page) PutHeap(rec []byte) (slot int, ok bool) { panic("not yet") }

// PutHeapAt puts rec into the given empty (or next) slot: undo of a delete.
func (p *Page) PutHeapAt(slot int, rec []byte) bool { panic("not yet") }

// EmptySlot removes a heap record, keeping the slot (trailing empty slots go).
func (p *Page) EmptySlot(i int) { panic("not yet") }

// Replace overwrites slot i's record with rec of any length. False: no room (page unchanged).
func (p *Page) Replace(i int, rec []byte) bool { panic("not yet") }

// MoveTail appends slots from..SlotCount()-1 to dst in order and removes them here.
func (p *Page) MoveTail(dst *Page, from int) { panic("not yet") }

// LastPlaced is the slot of the record that ends at m_freeData, or -1 (split rules 3 and 4).
func (p *Page) LastPlaced() int { panic("not yet") }

// Fixed-part, bitmap and variable accessors of one FixedVar record.
func RecordKind(rec []byte) int                                    { panic("not yet") }
func FixedEnd(rec []byte) int                                      { panic("not yet") }
func Columns(rec []byte) int                                       { panic("not yet") }
func IsNull(rec []byte, bit int) bool                              { panic("not yet") }
func SetNull(rec []byte, bit int, null bool)                       { panic("not yet") }
func Var(rec []byte, i int) (val []byte, complex bool)             { panic("not yet") } // nil when the record has no such column
func WithVar(dst, rec []byte, i int, val []byte, cplx bool) []byte { panic("not yet") } // appends a copy of rec with variable column i set

// NewRecord appends to dst an empty record of layout l (fixed part zero, no NULL
// bits, no variable part): a template to be patched.
func NewRecord(dst []byte, l Layout) []byte { panic("not yet") }

// AppendRecord appends a whole record: fixed is the fixed columns' bytes, nulls the
// bitmap, vars the variable columns in order (trailing empty ones take no entry).
func AppendRecord(dst []byte, l Layout, fixed, nulls []byte, vars [][]byte) []byte { panic("not yet") }

// Forwarding.
func AppendStub(dst []byte, to RID) []byte             { panic("not yet") }
func StubTarget(rec []byte) RID                        { panic("not yet") }
func AppendForwarded(dst, rec []byte, back RID) []byte { panic("not yet") } // rec as a forwarded record with its back pointer
func BackPointer(rec []byte) (RID, bool)               { panic("not yet") }
func AppendUnforwarded(dst, rec []byte) []byte         { panic("not yet") } // a forwarded record as a primary one

// Index (non-leaf) records: status A | fixed key columns | child page (4), file (2) |
// [column count (2), bitmap] | [variable part]. fixedLen is pminlen: 1 + keys + 6.
func ChildPage(rec []byte, minLen int) ID        { panic("not yet") }
func SetChildPage(rec []byte, minLen int, id ID) { panic("not yet") }

// Seal writes the page checksum (CRC-32C over the page with the field zero) into
// m_tornBits and sets flag 0x200; Verify checks it, and that the page is id.
func (p *Page) Seal()              { panic("not yet") }
func (p *Page) Verify(id ID) error { panic("not yet") }

// Allocation maps. Intervals in pages.
const (
	PFSInterval = 8088
	GAMInterval = 511232
)

func (p *Page) PFS(i int) byte                   { panic("not yet") } // byte for page i of the interval
func (p *Page) SetPFS(i int, b byte)             { panic("not yet") }
func (p *Page) MapBit(i int) bool                { panic("not yet") } // GAM, SGAM, IAM: bit of extent i of the interval
func (p *Page) SetMapBit(i int, on bool)         { panic("not yet") }
func (p *Page) NextMapBit(from int, on bool) int { panic("not yet") } // -1: none
