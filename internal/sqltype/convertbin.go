package sqltype

import (
	"encoding/binary"
	"math"
	"strings"
)

// toBinary gives the bytes of v: numbers big endian and right-aligned in
// binary(n), text and bytes left-aligned, cut and zero-padded on the right.
func toBinary(v Value, to Type, style int) (Value, error) {
	b, right, err := bytesOf(v, to, style)
	if err != nil {
		return Value{}, err
	}
	if to.Len == MaxLen {
		return Value{Kind: to.Kind, S: b}, nil
	}
	n := int(to.Len)
	switch {
	case len(b) > n && right:
		b = b[len(b)-n:]
	case len(b) > n:
		b = b[:n]
	case len(b) < n && to.Kind == Binary && right:
		b = strings.Repeat("\x00", n-len(b)) + b
	case len(b) < n && to.Kind == Binary:
		b += strings.Repeat("\x00", n-len(b))
	}
	return Value{Kind: to.Kind, S: b}, nil
}

func bytesOf(v Value, to Type, style int) (b string, right bool, err error) {
	be := binary.BigEndian
	switch {
	case v.Kind.IsBinary(), v.Kind == UniqueIdentifier:
		return v.S, false, nil
	case v.Kind.IsString():
		return textBytes(v, to, style)
	}
	switch v.Kind {
	case Bit, TinyInt:
		return string([]byte{byte(v.I)}), true, nil
	case SmallInt:
		return string(be.AppendUint16(nil, uint16(v.I))), true, nil
	case Int, SmallMoney:
		return string(be.AppendUint32(nil, uint32(v.I))), true, nil
	case BigInt, Money, Float:
		return string(be.AppendUint64(nil, uint64(v.I))), true, nil
	case Real:
		return string(be.AppendUint32(nil, math.Float32bits(float32(v.Float())))), true, nil
	case Decimal:
		return decimalBytes(v), false, nil
	case DateTime:
		d := floorDiv(v.I, ticksPerDay)
		return string(be.AppendUint32(be.AppendUint32(nil, uint32(int32(d))), uint32(v.I-d*ticksPerDay))), true, nil
	case SmallDateTime:
		return string(be.AppendUint16(be.AppendUint16(nil, uint16(v.I/minutesPerDay)), uint16(v.I%minutesPerDay))), true, nil
	case Date:
		return string(AppendRow(nil, Of(Date), v)), false, nil
	case Time, DateTime2, DateTimeOffset: // a byte with the scale comes first
		return string(AppendRow([]byte{7}, Of(v.Kind), v)), false, nil
	}
	return "", false, failedType(v, to)
}

// textBytes is the text's own bytes; style 1 and 2 read hex with and without 0x.
func textBytes(v Value, to Type, style int) (string, bool, error) {
	if style == 1 || style == 2 {
		s := v.S
		if style == 1 {
			if len(s) < 2 || s[0] != '0' || s[1]|0x20 != 'x' {
				return "", false, failedType(v, to)
			}
			s = s[2:]
		}
		b, ok := ParseHex(s)
		if !ok {
			return "", false, failedType(v, to)
		}
		return b, false, nil
	}
	if v.Kind.IsNational() {
		return string(AppendUTF16(nil, v.S)), false, nil
	}
	return string(AppendCP1252(nil, v.S)), false, nil
}

// decimalBytes is SQL Server's binary form of a decimal: precision, scale, 0,
// sign, magnitude in steps of four bytes, little endian. The precision is that of the
// value's digits, since a Value does not carry its declared one.
func decimalBytes(v Value) string {
	c := v.D.Coefficient()
	scale := int(max(0, -v.D.Exponent()))
	p := literalPrec(c, scale)
	t := DecimalOf(p, min(scale, 38))
	row := make([]byte, t.Len)
	PutFixed(row, t, v)
	return string([]byte{byte(p), byte(scale), 0}) + string(row)
}

// dateFromBytes undoes bytesOf for the date kinds.
func dateFromBytes(v Value, to Type) (Value, bool) {
	s := v.S
	switch to.Kind {
	case DateTime:
		u := uint64(intFromBytes(s, BigInt))
		i := int64(int32(u>>32))*ticksPerDay + int64(uint32(u))
		ok := uint32(u) < ticksPerDay && i >= minDTDay*ticksPerDay && i < (maxDTDay+1)*ticksPerDay
		return Value{Kind: DateTime, I: i}, ok
	case SmallDateTime:
		u := uint32(intFromBytes(s, Int))
		return Value{Kind: SmallDateTime, I: int64(u>>16)*minutesPerDay + int64(uint16(u))}, uint16(u) < minutesPerDay
	case Date:
		if len(s) != 3 {
			return Value{}, false
		}
		r := Fixed(to, []byte(s))
		return r, r.I <= maxDay
	}
	if len(s) < 1 || s[0] > 7 {
		return Value{}, false
	}
	src := timeType(to.Kind, s[0])
	if len(s)-1 != int(src.Len) {
		return Value{}, false
	}
	r := Fixed(src, []byte(s[1:]))
	limit := int64(unitsPerDay)
	if to.Kind != Time {
		limit *= maxDay + 1
	}
	ok := r.I >= 0 && r.I < limit
	if to.Kind == DateTimeOffset && ok {
		day := ClockOf(r).Day // the local one
		ok = r.Off >= -maxOffset && r.Off <= maxOffset && day >= 0 && day <= maxDay
	}
	return r, ok
}
