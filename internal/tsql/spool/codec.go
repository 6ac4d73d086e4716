package spool

import (
	"encoding/binary"
	"errors"
	"math/big"

	"github.com/shopspring/decimal"

	"scanfrag/internal/sqltype"
)

// AppendValue appends v's exact in-memory form.
//
//	kind | null: kind+0x80 | integer (varint) | [text: length, bytes] | [decimal: sign, exponent, length, coefficient]
func AppendValue(dst []byte, v sqltype.Value) []byte {
	if v.Null {
		return append(dst, byte(v.Kind)|0x80)
	}
	dst = append(dst, byte(v.Kind))
	switch {
	case v.Kind.IsString() || v.Kind.IsBinary() || v.Kind == sqltype.UniqueIdentifier:
		dst = binary.AppendUvarint(dst, uint64(len(v.S)))
		return append(dst, v.S...)
	case v.Kind == sqltype.Decimal:
		c := v.D.Coefficient()
		b := c.Bytes()
		sign := byte(0)
		if c.Sign() < 0 {
			sign = 1
		}
		dst = append(dst, sign)
		dst = binary.AppendVarint(dst, int64(v.D.Exponent()))
		dst = binary.AppendUvarint(dst, uint64(len(b)))
		return append(dst, b...)
	case v.Kind == sqltype.DateTimeOffset:
		dst = binary.AppendVarint(dst, int64(v.Off))
	}
	return binary.AppendVarint(dst, v.I)
}

var errValue = errors.New("damaged spooled value")

// Value reads what AppendValue wrote and gives the rest.
func Value(b []byte) (v sqltype.Value, rest []byte, err error) {
	if len(b) == 0 {
		return v, nil, errValue
	}
	v.Kind, v.Null = sqltype.Kind(b[0]&0x7F), b[0]&0x80 != 0
	b = b[1:]
	if v.Null {
		return v, b, nil
	}
	varint := func() int64 {
		i, n := binary.Varint(b)
		if n <= 0 {
			err = errValue
			return 0
		}
		b = b[n:]
		return i
	}
	bytes := func() []byte {
		n, w := binary.Uvarint(b)
		if w <= 0 || uint64(len(b)-w) < n {
			err = errValue
			return nil
		}
		s := b[w : w+int(n)]
		b = b[w+int(n):]
		return s
	}
	switch {
	case v.Kind.IsString() || v.Kind.IsBinary() || v.Kind == sqltype.UniqueIdentifier:
		v.S = string(bytes())
	case v.Kind == sqltype.Decimal:
		if len(b) == 0 {
			return v, nil, errValue
		}
		neg := b[0] == 1
		b = b[1:]
		e := varint()
		c := new(big.Int).SetBytes(bytes())
		if neg {
			c.Neg(c)
		}
		d := decimal.NewFromBigInt(c, int32(e))
		v.D = &d
	case v.Kind == sqltype.DateTimeOffset:
		v.Off = int16(varint())
		v.I = varint()
	default:
		v.I = varint()
	}
	return v, b, err
}

// AppendSortKey appends order-preserving bytes: NULL first, desc inverted. v is of type t.
func AppendSortKey(dst []byte, t sqltype.Type, v sqltype.Value, desc bool) []byte {
	at := len(dst)
	if v.Null {
		dst = append(dst, 0)
	} else {
		dst = append(dst, 1)
		var raw [64]byte
		dst = sqltype.AppendKey(dst, t, sqltype.AppendRow(raw[:0], t, v))
	}
	if desc {
		for i := at; i < len(dst); i++ {
			dst[i] = ^dst[i]
		}
	}
	return dst
}
