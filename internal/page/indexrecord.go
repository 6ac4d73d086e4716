package page

import "encoding/binary"

// An index (non-leaf) record:
//
//	status A | fixed key columns | child page (4), file (2) | [column count (2), bitmap] | [variable part]
//
// There is no field for the end of the fixed part: it is the page's pminlen,
// 1 + key bytes + 6. The bitmap is there when a key column may be NULL (the
// uniquifier of a non-unique tree may).
const childLen = 6

// IndexMinLen is pminlen of a non-leaf page whose fixed key columns take n bytes.
func IndexMinLen(n int) int { return 1 + n + childLen }

// AppendIndexRecord appends an index record. Cols is the column count of the NULL
// bitmap, 0 for none; nulls its bytes (nil: no NULLs); vars the variable key
// columns in order, of which trailing empty ones take no entry.
func AppendIndexRecord(dst []byte, fixedKeys []byte, child ID, cols int, nulls []byte, vars [][]byte) []byte {
	at := len(dst)
	dst = append(dst, KindIndex<<1)
	dst = append(dst, fixedKeys...)
	dst = binary.LittleEndian.AppendUint32(dst, child.No())
	dst = binary.LittleEndian.AppendUint16(dst, child.File())
	if cols > 0 {
		dst[at] |= StatusBitmap
		dst = appendBitmap(dst, cols, nulls)
	}
	return appendVars(dst, at, trimVars(vars))
}

// ChildPage is the page an index record points to. MinLen is the page's pminlen.
func ChildPage(rec []byte, minLen int) ID {
	b := rec[minLen-childLen : minLen]
	return MakeID(binary.LittleEndian.Uint16(b[4:]), binary.LittleEndian.Uint32(b))
}

// SetChildPage changes the page an index record points to.
func SetChildPage(rec []byte, minLen int, id ID) {
	b := rec[minLen-childLen : minLen]
	binary.LittleEndian.PutUint32(b, id.No())
	binary.LittleEndian.PutUint16(b[4:], id.File())
}

// Child is ChildPage of slot i, without finding the record's length.
func (p *Page) Child(i int) ID { return ChildPage(p[p.slotOffset(i):], p.MinLen()) }

// IndexIsNull reports an index record's NULL bit; false when it has no bitmap.
func IndexIsNull(rec []byte, minLen, bit int) bool {
	if rec[0]&StatusBitmap == 0 {
		return false
	}
	if bit >= le16(rec[minLen:]) {
		return true
	}
	return rec[minLen+2+bit>>3]>>(bit&7)&1 != 0
}

// IndexVar is variable key column i of an index record; nil when it has none.
func IndexVar(rec []byte, minLen, i int) []byte {
	if rec[0]&StatusVars == 0 {
		return nil
	}
	part := bitmapEnd(rec, minLen)
	v, _ := varAt(rec, part, le16(rec[part:]), i)
	return v
}
