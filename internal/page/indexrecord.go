package page

import "encoding/binary"

// An index record, of a non-leaf page or of the leaf of a nonclustered index:
//
//	status A | fixed columns | [child page (4), file (2)] | [column count (2), bitmap] | [variable part]
//
// The child is there above the leaf only. There is no field for the end of the fixed
// part: it is the page's pminlen. The bitmap is there when a column may be NULL (the
// uniquifier may). A row of pminlen 17 over two int columns NOT NULL and a RID,
// 426 of them on a page, is published.
const childLen = 6

// IndexMinLen is pminlen of a non-leaf page whose fixed key columns take n bytes.
func IndexMinLen(n int) int { return 1 + n + childLen }

// AppendIndexRecord appends an index record. Cols is the column count of the NULL
// bitmap, 0 for none; nulls its bytes (nil: no NULLs); vars the variable key
// columns in order, of which trailing empty ones take no entry.
func AppendIndexRecord(dst []byte, fixedKeys []byte, child ID, cols int, nulls []byte, vars [][]byte) []byte {
	at := len(dst)
	dst = append(append(dst, KindIndex<<1), fixedKeys...)
	dst = binary.LittleEndian.AppendUint32(dst, child.No())
	dst = binary.LittleEndian.AppendUint16(dst, child.File())
	return appendIndexRest(dst, at, cols, nulls, vars)
}

// AppendIndexLeaf appends a leaf record of a nonclustered index of layout l, whose FixedEnd is pminlen
// and whose Cols is 0 when there is no bitmap.
func AppendIndexLeaf(dst []byte, l Layout, fixed, nulls []byte, vars [][]byte) []byte {
	at := len(dst)
	dst = append(append(dst, KindIndex<<1), fixed...)
	return appendIndexRest(dst, at, l.Cols, nulls, vars)
}

func appendIndexRest(dst []byte, at, cols int, nulls []byte, vars [][]byte) []byte {
	if cols > 0 {
		dst[at] |= StatusBitmap
		dst = appendBitmap(dst, cols, nulls)
	}
	return appendVars(dst, at, trimVars(vars))
}

// IndexParts counts the columns of an index record's bitmap and its variable columns; 0 without either.
func IndexParts(rec []byte, minLen int) (cols, vars int) {
	if rec[0]&StatusBitmap != 0 {
		cols = le16(rec[minLen:])
	}
	if rec[0]&StatusVars != 0 {
		vars = le16(rec[bitmapEnd(rec, minLen):])
	}
	return cols, vars
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

// IndexVar is variable column i of an index record; nil when it has none.
func IndexVar(rec []byte, minLen, i int) []byte {
	if rec[0]&StatusVars == 0 {
		return nil
	}
	part := bitmapEnd(rec, minLen)
	v, _ := varAt(rec, part, le16(rec[part:]), i)
	return v
}
