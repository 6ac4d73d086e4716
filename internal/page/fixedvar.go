package page

import "fmt"

// RecordKind is the record type: bits 1-3 of status A.
func RecordKind(rec []byte) int { return int(rec[0] >> 1 & 7) }

// FixedEnd is the end of a data record's fixed part: the offset of its column count.
func FixedEnd(rec []byte) int { return le16(rec[2:4]) }

// Columns is the column count of a data record's NULL bitmap.
func Columns(rec []byte) int { return le16(rec[FixedEnd(rec):]) }

// IsNull reports a data record's NULL bit. A column the record does not know,
// because it was added after the record was written, is NULL.
func IsNull(rec []byte, bit int) bool {
	end := FixedEnd(rec)
	if bit >= le16(rec[end:]) {
		return true
	}
	return rec[end+2+bit>>3]>>(bit&7)&1 != 0
}

// SetNull sets or clears a NULL bit, which must be within the column count.
func SetNull(rec []byte, bit int, null bool) {
	end := FixedEnd(rec)
	if bit >= le16(rec[end:]) {
		panic(fmt.Sprintf("page: SetNull: bit %d of %d columns", bit, le16(rec[end:])))
	}
	if null {
		rec[end+2+bit>>3] |= 1 << (bit & 7)
	} else {
		rec[end+2+bit>>3] &^= 1 << (bit & 7)
	}
}

// NewRecord appends to dst an empty record of layout l (fixed part zero, no NULL
// bits, no variable part): a template to be patched. The fixed part is padded
// when the record would be shorter than MinRecordLen.
func NewRecord(dst []byte, l Layout) []byte {
	bitmap := (l.Cols + 7) >> 3
	end := max(l.FixedEnd, MinRecordLen-2-bitmap)
	at := len(dst)
	dst = append(dst, make([]byte, end+2+bitmap)...)
	rec := dst[at:]
	rec[0] = KindPrimary<<1 | StatusBitmap
	put16(rec[2:], end)
	put16(rec[end:], l.Cols)
	return dst
}

// AppendRecord appends a whole record: fixed is the fixed columns' bytes, nulls
// the bitmap (nil: no NULLs), vars the variable columns in order (trailing empty
// ones take no entry). Its length is the documented row size: 4 + fixed + 2 +
// bitmap + (2 + 2*vars + data); a shorter one is padded to MinRecordLen, as
// observed of a table of one tinyint column.
func AppendRecord(dst []byte, l Layout, fixed, nulls []byte, vars [][]byte) []byte {
	vars = trimVars(vars)
	bitmap := (l.Cols + 7) >> 3
	end := l.FixedEnd
	if len(vars) == 0 {
		end = max(end, MinRecordLen-2-bitmap)
	}
	at := len(dst)
	dst = append(dst, KindPrimary<<1|StatusBitmap, 0, byte(end), byte(end>>8))
	dst = append(dst, fixed...)
	dst = appendZeros(dst, at+end-len(dst))
	dst = appendBitmap(dst, l.Cols, nulls)
	return appendVars(dst, at, vars)
}

func appendZeros(dst []byte, n int) []byte {
	for ; n > 0; n-- {
		dst = append(dst, 0)
	}
	return dst
}

func appendBitmap(dst []byte, cols int, nulls []byte) []byte {
	n := (cols + 7) >> 3
	dst = append(dst, byte(cols), byte(cols>>8))
	dst = append(dst, nulls[:min(n, len(nulls))]...)
	return appendZeros(dst, n-len(nulls))
}
