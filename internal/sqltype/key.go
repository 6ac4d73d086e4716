package sqltype

import (
	"encoding/binary"
	"math"
)

// AppendKey appends bytes whose memcmp order is CompareRaw's order of raw, and
// which are equal when CompareRaw is 0. Keys of several columns may be
// concatenated: no key is a prefix of another of the same type. NULL ordering is
// the caller's (a prefix byte).
//
// Character keys hold weights with trailing blanks dropped. Since the shorter
// operand counts as padded with blanks, each blank is followed by how the rest of
// the string compares with endless blanks (1 below, 3 above), and the end is
// a blank followed by 2.
func AppendKey(dst []byte, t Type, raw []byte) []byte {
	be := binary.BigEndian
	switch t.Kind {
	case Bit, TinyInt:
		return append(dst, raw[0])
	case SmallInt:
		return be.AppendUint16(dst, le.Uint16(raw)^1<<15)
	case Int, SmallMoney:
		return be.AppendUint32(dst, le.Uint32(raw)^1<<31)
	case BigInt, Money:
		return be.AppendUint64(dst, le.Uint64(raw)^1<<63)
	case Real:
		return appendFloatKey(dst, float64(math.Float32frombits(le.Uint32(raw))))
	case Float:
		return appendFloatKey(dst, math.Float64frombits(le.Uint64(raw)))
	case Decimal:
		return appendDecimalKey(dst, raw[:t.Len])
	case DateTime:
		dst = be.AppendUint32(dst, le.Uint32(raw[4:])^1<<31)
		return be.AppendUint32(dst, le.Uint32(raw))
	case SmallDateTime:
		return append(dst, raw[3], raw[2], raw[1], raw[0])
	case Date, Time, DateTime2:
		return appendReversed(dst, raw[:t.Len])
	case DateTimeOffset:
		return appendReversed(dst, raw[:t.Len-2])
	case Char, VarChar:
		return appendCharKey(dst, raw)
	case NChar, NVarChar:
		return appendUnitKey(dst, raw)
	case Binary, VarBinary:
		return appendBinaryKey(dst, raw)
	case UniqueIdentifier:
		for _, i := range guidOrder {
			dst = append(dst, raw[i])
		}
		return dst
	}
	panic("sqltype: " + t.String() + " has no row form")
}

func appendReversed(dst, b []byte) []byte {
	for i := len(b) - 1; i >= 0; i-- {
		dst = append(dst, b[i])
	}
	return dst
}

func appendFloatKey(dst []byte, f float64) []byte {
	if f == 0 {
		f = 0 // -0 equals 0
	}
	if math.IsNaN(f) {
		return binary.BigEndian.AppendUint64(dst, 0)
	}
	u := math.Float64bits(f)
	if u>>63 != 0 {
		u = ^u
	} else {
		u |= 1 << 63
	}
	return binary.BigEndian.AppendUint64(dst, u)
}

func appendDecimalKey(dst, raw []byte) []byte {
	s := decimalSign(raw)
	dst = append(dst, byte(s+1))
	flip := byte(0)
	if s < 0 {
		flip = 0xFF
	}
	for i := len(raw) - 1; i > 0; i-- {
		dst = append(dst, raw[i]^flip)
	}
	return dst
}

const (
	keyBelow = 1
	keyEnd   = 2
	keyAbove = 3
)

func appendCharKey(dst, raw []byte) []byte {
	for len(raw) > 0 && raw[len(raw)-1] == ' ' {
		raw = raw[:len(raw)-1]
	}
	w := &ciAS.byByte
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		dst = append(dst, w[c])
		if c != ' ' {
			continue
		}
		j := i + 1
		for raw[j] == ' ' {
			j++
		}
		mark := byte(keyAbove)
		if w[raw[j]] < spaceWeight {
			mark = keyBelow
		}
		dst = append(dst, mark)
		for i++; i < j; i++ {
			dst = append(dst, spaceWeight, mark)
		}
		i--
	}
	return append(dst, spaceWeight, keyEnd)
}

func appendUnitKey(dst, raw []byte) []byte {
	raw = raw[:len(raw)&^1]
	for len(raw) > 0 && le.Uint16(raw[len(raw)-2:]) == ' ' {
		raw = raw[:len(raw)-2]
	}
	above := byte(0)
	for i := 0; i < len(raw); i += 2 {
		u := le.Uint16(raw[i:])
		if u != ' ' {
			above = 0
			dst = binary.BigEndian.AppendUint16(dst, unitWeight(u))
			continue
		}
		if above == 0 { // first blank of a run: look past it once
			j := i + 2
			for le.Uint16(raw[j:]) == ' ' {
				j += 2
			}
			above = keyAbove
			if unitWeight(le.Uint16(raw[j:])) < uint16(spaceWeight) {
				above = keyBelow
			}
		}
		dst = append(dst, 0, spaceWeight, above)
	}
	return append(dst, 0, spaceWeight, keyEnd)
}

// appendBinaryKey drops trailing zeros, writes a zero inside as 00 01 and ends with 00 00.
func appendBinaryKey(dst, raw []byte) []byte {
	for len(raw) > 0 && raw[len(raw)-1] == 0 {
		raw = raw[:len(raw)-1]
	}
	for _, b := range raw {
		dst = append(dst, b)
		if b == 0 {
			dst = append(dst, 1)
		}
	}
	return append(dst, 0, 0)
}
