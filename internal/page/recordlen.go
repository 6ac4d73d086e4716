package page

import (
	"encoding/binary"
	"fmt"
)

func le16(b []byte) int     { return int(binary.LittleEndian.Uint16(b)) }
func put16(b []byte, v int) { binary.LittleEndian.PutUint16(b, uint16(v)) }

// complexBit of a variable end offset marks a value that is not column data:
// here only the back pointer of a forwarded record.
const complexBit = 0x8000

// fixedPart is the end of a record's fixed part: what its own header says, or
// for index records, which carry no such field, pminlen.
func fixedPart(b []byte, minLen int) int {
	if k := b[0] >> 1 & 7; k == KindIndex || k == KindGhostIndex {
		return minLen
	}
	return le16(b[2:4])
}

// recordLen is the length of a record whose fields are trusted. It does not
// depend on the number of columns: the last variable end offset is the length.
func recordLen(b []byte, minLen int) int {
	st := b[0]
	if st>>1&7 == KindStub {
		return StubLen
	}
	end := fixedPart(b, minLen)
	if st&StatusBitmap != 0 {
		end += 2 + (le16(b[end:])+7)>>3
	}
	if st&StatusVars != 0 {
		n := le16(b[end:])
		end = le16(b[end+2*n:]) &^ complexBit
	}
	return end
}

// RecordLen is the length of the record that starts at b, whose page has the
// given pminlen; an error when its fields do not fit in b or contradict each
// other. Pminlen is used for index records only.
func RecordLen(b []byte, minLen int) (int, error) {
	if len(b) == 0 {
		return 0, fmt.Errorf("record length: no bytes")
	}
	st := b[0]
	end := 0
	switch kind := int(st >> 1 & 7); kind {
	case KindStub:
		if len(b) < StubLen {
			return 0, fmt.Errorf("record length: stub of %d bytes cut to %d", StubLen, len(b))
		}
		if st != KindStub<<1 {
			return 0, fmt.Errorf("record length: unknown bits in a stub's status A 0x%02x", st)
		}
		return StubLen, nil
	case KindIndex, KindGhostIndex:
		if end = minLen; end < 1 {
			return 0, fmt.Errorf("record length: pminlen %d of an index record", end)
		}
	case KindPrimary, KindForwarded, KindGhost:
		if len(b) < 4 {
			return 0, fmt.Errorf("record length: header cut to %d bytes", len(b))
		}
		if end = le16(b[2:]); end < 4 {
			return 0, fmt.Errorf("record length: fixed part ends at %d, inside the header", end)
		}
	default:
		return 0, fmt.Errorf("record length: unknown record type %d (status A 0x%02x)", kind, st)
	}
	if st&0xc1 != 0 {
		return 0, fmt.Errorf("record length: unknown bits in status A 0x%02x", st)
	}
	if end > len(b) {
		return 0, fmt.Errorf("record length: fixed part ends at %d of %d bytes", end, len(b))
	}
	if st&StatusBitmap != 0 {
		if end+2 > len(b) {
			return 0, fmt.Errorf("record length: column count at %d of %d bytes", end, len(b))
		}
		cols := le16(b[end:])
		if end += 2 + (cols+7)>>3; end > len(b) {
			return 0, fmt.Errorf("record length: NULL bitmap of %d columns ends at %d of %d bytes", cols, end, len(b))
		}
	}
	if st&StatusVars == 0 {
		return end, nil
	}
	if end+2 > len(b) {
		return 0, fmt.Errorf("record length: variable count at %d of %d bytes", end, len(b))
	}
	n := le16(b[end:])
	ends := end + 2
	if end = ends + 2*n; n == 0 || end > len(b) {
		return 0, fmt.Errorf("record length: %d variable columns at %d of %d bytes", n, ends, len(b))
	}
	for i := range n {
		e := le16(b[ends+2*i:])
		if e&complexBit != 0 {
			if st>>1&7 != KindForwarded || i < n-1 {
				return 0, fmt.Errorf("record length: variable column %d is marked complex", i)
			}
			e &^= complexBit
		}
		if e < end || e > len(b) {
			return 0, fmt.Errorf("record length: variable column %d ends at %d, after %d and within %d bytes wanted", i, e, end, len(b))
		}
		end = e
	}
	return end, nil
}
