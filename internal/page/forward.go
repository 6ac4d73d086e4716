package page

import "encoding/binary"

// A forwarding stub is nine bytes and stands in the row's home slot:
//
//	status A 0x04 | page (4) | file (2) | slot (2)
//
// The row itself, elsewhere, is a record of type 1 with one more variable column
// at the end, marked complex, the back pointer (10 bytes):
//
//	0x0400 (2) | home page (4) | file (2) | slot (2)
//
// That the payload is 10 bytes is observed; its first two bytes as the complex
// column's type 1024 are general knowledge.
const backPointerType = 0x0400

func appendRID(dst []byte, r RID) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, r.Page.No())
	dst = binary.LittleEndian.AppendUint16(dst, r.Page.File())
	return binary.LittleEndian.AppendUint16(dst, r.Slot)
}

func readRID(b []byte) RID {
	return RID{
		Page: MakeID(binary.LittleEndian.Uint16(b[4:]), binary.LittleEndian.Uint32(b)),
		Slot: binary.LittleEndian.Uint16(b[6:]),
	}
}

// AppendStub appends the stub that points to to.
func AppendStub(dst []byte, to RID) []byte {
	return appendRID(append(dst, KindStub<<1), to)
}

// StubTarget is where a stub points.
func StubTarget(rec []byte) RID { return readRID(rec[1:StubLen]) }

// AppendForwarded appends rec, a primary record, as a forwarded one with its back
// pointer: 12 bytes longer, 14 when rec has no variable part.
func AppendForwarded(dst, rec []byte, back RID) []byte {
	var buf [BackPointerLen]byte
	bp := appendRID(binary.LittleEndian.AppendUint16(buf[:0], backPointerType), back)
	at := len(dst)
	if rec[0]&StatusVars == 0 {
		dst = append(dst, rec...)
		end := len(rec) + 4 + BackPointerLen
		dst = append(dst, 1, 0, byte(end), byte(end>>8)|complexBit>>8)
	} else {
		part := bitmapEnd(rec, 0)
		n := le16(rec[part:])
		dst = append(dst, rec[:part]...)
		dst = append(dst, byte(n+1), byte((n+1)>>8))
		for i := range n {
			e := le16(rec[part+2+2*i:]) + 2 // the flag bit stays
			dst = append(dst, byte(e), byte(e>>8))
		}
		end := len(rec) + 2 + BackPointerLen
		dst = append(dst, byte(end), byte(end>>8)|complexBit>>8)
		dst = append(dst, rec[part+2+2*n:]...)
	}
	dst = append(dst, bp...)
	dst[at] = dst[at]&^(7<<1) | KindForwarded<<1 | StatusVars
	return dst
}

// BackPointer is the home of a forwarded record; false for any other record, and
// for one whose last variable column is no back pointer.
func BackPointer(rec []byte) (RID, bool) {
	if RecordKind(rec) != KindForwarded || rec[0]&StatusVars == 0 {
		return RID{}, false
	}
	part := bitmapEnd(rec, 0)
	n := le16(rec[part:])
	v, cplx := varAt(rec, part, n, n-1)
	if !cplx || len(v) != BackPointerLen || le16(v) != backPointerType {
		return RID{}, false
	}
	return readRID(v[2:]), true
}

// AppendUnforwarded appends a forwarded record as the primary one it was made of.
func AppendUnforwarded(dst, rec []byte) []byte {
	at := len(dst)
	part := bitmapEnd(rec, 0)
	n := le16(rec[part:])
	dst = append(dst, rec[:part]...)
	dst[at] = dst[at]&^(7<<1|StatusVars) | KindPrimary<<1
	if n == 1 {
		return dst
	}
	dst[at] |= StatusVars
	dst = append(dst, byte(n-1), byte((n-1)>>8))
	for i := range n - 1 {
		e := le16(rec[part+2+2*i:]) - 2
		dst = append(dst, byte(e), byte(e>>8))
	}
	end := le16(rec[part+2+2*(n-2):]) &^ complexBit
	return append(dst, rec[part+2+2*n:end]...)
}
