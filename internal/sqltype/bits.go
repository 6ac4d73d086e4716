package sqltype

// PutBit sets bit n of dst: SQL Server packs up to eight bit columns of a
// record into one byte, least significant bit first.
func PutBit(dst []byte, n uint, on bool) {
	if on {
		dst[n>>3] |= 1 << (n & 7)
	} else {
		dst[n>>3] &^= 1 << (n & 7)
	}
}

// GetBit reads bit n.
func GetBit(b []byte, n uint) bool { return b[n>>3]>>(n&7)&1 != 0 }
