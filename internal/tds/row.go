package tds

// BeginRow starts a row; the caller appends every column's value in order.
func BeginRow(dst []byte) []byte { return append(dst, tokenRow) }

// BeginNBCRow starts a row with a bitmap of NULLs, a bit a column, bit 0 of the
// first byte first. It returns where the bitmap begins, for SetNull. The values
// that are not NULL follow.
func BeginNBCRow(dst []byte, columns int) ([]byte, int) {
	dst = append(dst, tokenNBCRow)
	at := len(dst)
	for n := (columns + 7) / 8; n > 0; n-- {
		dst = append(dst, 0)
	}
	return dst, at
}

// SetNull marks a column NULL in the bitmap that begins at at.
func SetNull(dst []byte, at, column int) { dst[at+column/8] |= 1 << (column % 8) }
