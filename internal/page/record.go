package page

// Layout is the physical shape of a table's FixedVar records (of a nonclustered index's, see AppendIndexLeaf):
//
//	status A | status B | end of fixed part (2) | fixed columns | column count (2) |
//	NULL bitmap | [variable count (2) | end offsets (2 each) | variable data]
type Layout struct {
	FixedEnd int // offset of the column count: 4 + bytes of all fixed columns (pminlen)
	Cols     int // columns in the NULL bitmap, dropped ones and the uniquifier included
	Vars     int // variable-length columns, the uniquifier (variable column 0) included
}

// Record status A: bits 1-3 are the record type, bit 4 a NULL bitmap, bit 5 variable columns.
const (
	KindPrimary    = 0
	KindForwarded  = 1
	KindStub       = 2
	KindIndex      = 3
	KindGhostIndex = 5
	KindGhost      = 6

	StatusBitmap = 0x10
	StatusVars   = 0x20

	StubLen        = 9  // status A, page (4), file (2), slot (2)
	BackPointerLen = 10 // payload of a forwarded record's back pointer: its last, complex, variable column
	UniquifierLen  = 4
	MinRecordLen   = 9 // so that every row can become a stub
)
