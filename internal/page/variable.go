package page

// bitmapEnd is the offset where a record's variable part starts, if it has one.
func bitmapEnd(rec []byte, minLen int) int {
	end := fixedPart(rec, minLen)
	if rec[0]&StatusBitmap != 0 {
		end += 2 + (le16(rec[end:])+7)>>3
	}
	return end
}

// varAt is variable column i of the part that starts at at, of which n count.
func varAt(rec []byte, at, n, i int) (val []byte, cplx bool) {
	if i >= n {
		return nil, false
	}
	e := le16(rec[at+2+2*i:])
	start := at + 2 + 2*le16(rec[at:])
	if i > 0 {
		start = le16(rec[at+2*i:]) &^ complexBit
	}
	return rec[start : e&^complexBit], e&complexBit != 0
}

// Vars is the number of variable columns a data record holds, the back pointer
// of a forwarded record not counted.
func Vars(rec []byte) int {
	if rec[0]&StatusVars == 0 {
		return 0
	}
	n := le16(rec[bitmapEnd(rec, 0):])
	if RecordKind(rec) == KindForwarded {
		n--
	}
	return n
}

// Var is variable column i of a data record; nil when the record has no such
// column (trailing empty ones take no entry). Complex marks a value that is not
// column data. The back pointer of a forwarded record is no column: BackPointer.
func Var(rec []byte, i int) (val []byte, complex bool) {
	n := Vars(rec)
	if i >= n {
		return nil, false
	}
	return varAt(rec, bitmapEnd(rec, 0), n, i)
}

func trimVars(vars [][]byte) [][]byte {
	for len(vars) > 0 && len(vars[len(vars)-1]) == 0 {
		vars = vars[:len(vars)-1]
	}
	return vars
}

// appendVars appends the variable part (count, end offsets, data) of the record
// that starts at dst[at] and marks it in status A; nothing when there is none.
func appendVars(dst []byte, at int, vars [][]byte) []byte {
	if len(vars) == 0 {
		return dst
	}
	dst[at] |= StatusVars
	dst = append(dst, byte(len(vars)), byte(len(vars)>>8))
	end := len(dst) - at + 2*len(vars)
	for _, v := range vars {
		end += len(v)
		dst = append(dst, byte(end), byte(end>>8))
	}
	for _, v := range vars {
		dst = append(dst, v...)
	}
	return dst
}

// WithVar appends a copy of the data record rec with variable column i set to
// val, of any length; empty ones that become trailing take no entry. Rec must not
// be a forwarded record (AppendUnforwarded first) and must not alias dst's room.
func WithVar(dst, rec []byte, i int, val []byte, cplx bool) []byte {
	part := bitmapEnd(rec, 0)
	old := Vars(rec)
	n := max(old, i+1)
	for n > 0 && (n-1 == i && len(val) == 0 || n-1 != i && varLen(rec, part, old, n-1) == 0) {
		n--
	}
	at := len(dst)
	dst = append(dst, rec[:part]...)
	dst[at] &^= StatusVars
	if n == 0 {
		return padFixed(dst, at)
	}
	dst[at] |= StatusVars
	dst = append(dst, byte(n), byte(n>>8))
	end := part + 2 + 2*n
	for j := range n {
		v, c := varAt(rec, part, old, j)
		if j == i {
			v, c = val, cplx
		}
		end += len(v)
		hi := byte(end >> 8)
		if c {
			hi |= complexBit >> 8
		}
		dst = append(dst, byte(end), hi)
	}
	for j := range n {
		v, _ := varAt(rec, part, old, j)
		if j == i {
			v = val
		}
		dst = append(dst, v...)
	}
	return dst
}

// padFixed lengthens the fixed part of the record at at, which has no variable part, to make up MinRecordLen.
func padFixed(dst []byte, at int) []byte {
	short := MinRecordLen - (len(dst) - at)
	if short <= 0 {
		return dst
	}
	end := FixedEnd(dst[at:])
	dst = appendZeros(dst, short)
	copy(dst[at+end+short:], dst[at+end:])
	clear(dst[at+end : at+end+short])
	put16(dst[at+2:], end+short)
	return dst
}

func varLen(rec []byte, part, n, i int) int {
	v, _ := varAt(rec, part, n, i)
	return len(v)
}
