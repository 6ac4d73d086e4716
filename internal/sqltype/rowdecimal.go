package sqltype

import (
	"math/big"

	"github.com/shopspring/decimal"
)

// putDecimal writes sign and little-endian magnitude; v's scale is the type's.
func putDecimal(dst []byte, v Value) {
	dst[0] = 1
	mag := dst[1:]
	c := v.D.Coefficient()
	if c.Sign() < 0 {
		dst[0] = 0
	}
	if c.IsInt64() {
		i := c.Int64()
		u := uint64(i)
		if i < 0 {
			u = -u
		}
		var b [8]byte
		le.PutUint64(b[:], u)
		n := copy(mag, b[:])
		clear(mag[n:])
		return
	}
	if c.BitLen() > 8*len(mag) {
		panic("sqltype: decimal value wider than its type")
	}
	be := c.FillBytes(make([]byte, len(mag)))
	for i, x := range be {
		mag[len(mag)-1-i] = x
	}
}

func decimalAt(b []byte, scale uint8) Value {
	var c *big.Int
	mag := b[1:]
	if len(mag) == 4 {
		c = big.NewInt(int64(le.Uint32(mag)))
	} else {
		be := make([]byte, len(mag))
		for i, x := range mag {
			be[len(mag)-1-i] = x
		}
		c = new(big.Int).SetBytes(be)
	}
	if b[0] == 0 {
		c.Neg(c)
	}
	d := decimal.NewFromBigInt(c, -int32(scale))
	return Value{Kind: Decimal, D: &d}
}

// compareDecimalRaw compares two stored decimals of one type.
func compareDecimalRaw(a, b []byte) int {
	sa, sb := decimalSign(a), decimalSign(b)
	if sa != sb {
		return cmpInt(int64(sa), int64(sb))
	}
	for i := len(a) - 1; i > 0; i-- {
		if a[i] != b[i] {
			return sa * cmpInt(int64(a[i]), int64(b[i]))
		}
	}
	return 0
}

// decimalSign is -1, 0 or 1; zero has no sign whatever its sign byte.
func decimalSign(b []byte) int {
	for _, x := range b[1:] {
		if x != 0 {
			if b[0] == 0 {
				return -1
			}
			return 1
		}
	}
	return 0
}

func cmpInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
