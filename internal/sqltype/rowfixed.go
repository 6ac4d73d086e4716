package sqltype

import (
	"encoding/binary"
	"math"
)

var le = binary.LittleEndian

// PutFixed writes v, converted to t before and not NULL, into dst[:t.FixedLen()].
//
//	tinyint 1, smallint 2, int 4, bigint 8      little endian
//	bit                                         one byte 0/1
//	money, smallmoney                           8, 4 little endian ten-thousandths
//	real, float                                 IEEE 4, 8
//	decimal                                     sign (1 = positive), magnitude 4/8/12/16
//	datetime                                    int32 ticks of 1/300 s, int32 days since 1900
//	smalldatetime                               uint16 minutes, uint16 days since 1900
//	date                                        3 bytes, days since 0001
//	time                                        3-5 bytes, units of 10^-scale s
//	datetime2                                   time, date
//	datetimeoffset                              time, date (UTC), int16 minutes
//	char, nchar, binary                         padded to the full length
//	uniqueidentifier                            16 bytes
func PutFixed(dst []byte, t Type, v Value) {
	switch t.Kind {
	case Bit, TinyInt:
		dst[0] = byte(v.I)
	case SmallInt:
		le.PutUint16(dst, uint16(v.I))
	case Int, SmallMoney:
		le.PutUint32(dst, uint32(v.I))
	case BigInt, Money, Float:
		le.PutUint64(dst, uint64(v.I))
	case Real:
		le.PutUint32(dst, math.Float32bits(float32(v.Float())))
	case Decimal:
		putDecimal(dst[:t.Len], v)
	case DateTime:
		days := floorDiv(v.I, ticksPerDay)
		le.PutUint32(dst, uint32(v.I-days*ticksPerDay))
		le.PutUint32(dst[4:], uint32(int32(days)))
	case SmallDateTime:
		le.PutUint16(dst, uint16(v.I%1440))
		le.PutUint16(dst[2:], uint16(v.I/1440))
	case Date:
		put24(dst, uint32(v.I))
	case Time:
		putTime(dst, t.Scale, v.I)
	case DateTime2, DateTimeOffset:
		n := timeLen(t.Scale)
		putTime(dst, t.Scale, v.I%unitsPerDay)
		put24(dst[n:], uint32(v.I/unitsPerDay))
		if t.Kind == DateTimeOffset {
			le.PutUint16(dst[n+3:], uint16(v.Off))
		}
	case Char:
		putChar(dst[:t.Len], v.S)
	case NChar:
		b := AppendUTF16(dst[:0:t.Len], v.S)
		if len(b) > int(t.Len) {
			panic("sqltype: nchar value longer than its type")
		}
		for i := len(b); i+1 < int(t.Len); i += 2 {
			dst[i], dst[i+1] = ' ', 0
		}
	case Binary, UniqueIdentifier:
		n := copy(dst[:t.Len], v.S)
		clear(dst[n:t.Len])
	default:
		panic("sqltype: " + t.String() + " is not stored in the fixed part")
	}
}

func putChar(dst []byte, s string) {
	var n int
	if isASCII(s) {
		n = copy(dst, s)
	} else {
		for _, r := range s {
			if n == len(dst) {
				break
			}
			dst[n], _ = cp1252Byte(r)
			n++
		}
	}
	pad(dst[n:])
}

// pad fills b with blanks, doubling, so that char(1000) costs a memmove.
func pad(b []byte) {
	if len(b) == 0 {
		return
	}
	b[0] = ' '
	for n := 1; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}

// Fixed reads the value PutFixed wrote; b has t.FixedLen() bytes. Any bytes
// give some value: ranges are not checked.
func Fixed(t Type, b []byte) Value {
	v := Value{Kind: t.Kind}
	switch t.Kind {
	case Bit:
		if b[0] != 0 {
			v.I = 1
		}
	case TinyInt:
		v.I = int64(b[0])
	case SmallInt:
		v.I = int64(int16(le.Uint16(b)))
	case Int, SmallMoney:
		v.I = int64(int32(le.Uint32(b)))
	case BigInt, Money, Float:
		v.I = int64(le.Uint64(b))
	case Real:
		v.I = int64(math.Float64bits(float64(math.Float32frombits(le.Uint32(b)))))
	case Decimal:
		return decimalAt(b[:t.Len], t.Scale)
	case DateTime:
		v.I = int64(int32(le.Uint32(b[4:])))*ticksPerDay + int64(le.Uint32(b))
	case SmallDateTime:
		v.I = int64(le.Uint16(b[2:]))*1440 + int64(le.Uint16(b))
	case Date:
		v.I = int64(get24(b))
	case Time:
		v.I = timeAt(b, t.Scale)
	case DateTime2, DateTimeOffset:
		n := timeLen(t.Scale)
		v.I = int64(get24(b[n:]))*unitsPerDay + timeAt(b, t.Scale)
		if t.Kind == DateTimeOffset {
			v.Off = int16(le.Uint16(b[n+3:]))
		}
	case Char:
		v.S = FromCP1252(b[:t.Len])
	case NChar:
		v.S = FromUTF16(b[:t.Len])
	case Binary, UniqueIdentifier:
		v.S = string(b[:t.Len])
	default:
		panic("sqltype: " + t.String() + " is not stored in the fixed part")
	}
	return v
}

func put24(b []byte, u uint32) { b[0], b[1], b[2] = byte(u), byte(u>>8), byte(u>>16) }

func get24(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }

// putTime writes 100 ns units since midnight in units of the scale.
func putTime(b []byte, scale uint8, units int64) {
	u := uint64(units / scaleUnits[scale])
	for i := range timeLen(scale) {
		b[i] = byte(u >> (8 * i))
	}
}

func timeAt(b []byte, scale uint8) int64 {
	var u uint64
	for i := range timeLen(scale) {
		u |= uint64(b[i]) << (8 * i)
	}
	return int64(u) * scaleUnits[scale]
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}
