package tds

import (
	"encoding/binary"
	"math"
)

// The functions below append one value with its length prefix, for the type
// named. None allocates beyond growing dst.

// AppendNull appends NULL for a type whose values have a length.
func AppendNull(dst []byte, t TypeInfo) []byte {
	switch t.layout() {
	case layoutShort:
		return append(dst, 0xFF, 0xFF)
	case layoutPLP:
		return binary.LittleEndian.AppendUint64(dst, plpNull)
	case layoutVariant:
		return append(dst, 0, 0, 0, 0)
	}
	return append(dst, 0)
}

// AppendInt appends INTN or BITN of size 1, 2, 4 or 8.
func AppendInt(dst []byte, v int64, size int) []byte {
	switch size {
	case 1:
		return append(dst, 1, byte(v))
	case 2:
		return append(dst, 2, byte(v), byte(v>>8))
	case 4:
		return binary.LittleEndian.AppendUint32(append(dst, 4), uint32(v))
	}
	return binary.LittleEndian.AppendUint64(append(dst, 8), uint64(v))
}

// AppendFloat appends FLTN of size 4 or 8.
func AppendFloat(dst []byte, f float64, size int) []byte {
	if size == 4 {
		return binary.LittleEndian.AppendUint32(append(dst, 4), math.Float32bits(float32(f)))
	}
	return binary.LittleEndian.AppendUint64(append(dst, 8), math.Float64bits(f))
}

// AppendMoney appends MONEYN of size 4 or 8; v is in ten-thousandths.
func AppendMoney(dst []byte, v int64, size int) []byte {
	if size == 4 {
		return binary.LittleEndian.AppendUint32(append(dst, 4), uint32(v))
	}
	return appendMoney8(append(dst, 8), v)
}

func appendMoney8(dst []byte, v int64) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(v>>32))
	return binary.LittleEndian.AppendUint32(dst, uint32(v))
}

// AppendDecimal appends DECIMALN of magnitude hi*2^64 + lo in as many bytes as
// the precision asks for.
func AppendDecimal(dst []byte, neg bool, hi, lo uint64, prec uint8) []byte {
	n := DecimalLen(prec)
	return appendDecimal(append(dst, byte(1+n)), neg, hi, lo, n)
}

func appendDecimal(dst []byte, neg bool, hi, lo uint64, n int) []byte {
	dst = append(dst, boolByte(!neg))
	dst = binary.LittleEndian.AppendUint64(dst, lo)
	dst = binary.LittleEndian.AppendUint64(dst, hi)
	return dst[:len(dst)-16+n]
}

// AppendDateTime appends DATETIMN of size 8: days since 1900-01-01 and 1/300 s.
func AppendDateTime(dst []byte, days int32, ticks uint32) []byte {
	return appendDateTime(append(dst, 8), days, ticks)
}

func appendDateTime(dst []byte, days int32, ticks uint32) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(days))
	return binary.LittleEndian.AppendUint32(dst, ticks)
}

// AppendSmallDateTime appends DATETIMN of size 4: days and minutes.
func AppendSmallDateTime(dst []byte, days, minutes uint16) []byte {
	return append(dst, 4, byte(days), byte(days>>8), byte(minutes), byte(minutes>>8))
}

// AppendDate appends DATEN: days since 0001-01-01.
func AppendDate(dst []byte, days int64) []byte { return appendDate(append(dst, 3), days) }

func appendDate(dst []byte, days int64) []byte {
	return append(dst, byte(days), byte(days>>8), byte(days>>16))
}

// AppendTime appends TIMEN: 100 ns units since midnight, cut to the scale.
func AppendTime(dst []byte, units int64, scale uint8) []byte {
	return appendTime(append(dst, byte(timeLen(scale))), units, scale)
}

func appendTime(dst []byte, units int64, scale uint8) []byte {
	for i := scale; i < 7; i++ {
		units /= 10
	}
	for i := timeLen(scale); i > 0; i-- {
		dst = append(dst, byte(units))
		units >>= 8
	}
	return dst
}

// AppendDateTime2 appends DATETIME2N: 100 ns units since 0001-01-01.
func AppendDateTime2(dst []byte, units int64, scale uint8) []byte {
	return appendDateTime2(append(dst, byte(timeLen(scale)+3)), units, scale)
}

func appendDateTime2(dst []byte, units int64, scale uint8) []byte {
	dst = appendTime(dst, units%unitsPerDay, scale)
	return appendDate(dst, units/unitsPerDay)
}

// AppendDateTimeOffset appends DATETIMEOFFSETN: UTC and minutes east.
func AppendDateTimeOffset(dst []byte, utc int64, minutes int16, scale uint8) []byte {
	dst = appendDateTime2(append(dst, byte(timeLen(scale)+5)), utc, scale)
	return append(dst, byte(minutes), byte(minutes>>8))
}

// AppendGUID appends GUID from its 16 bytes as SQL Server stores them.
func AppendGUID(dst []byte, s string) []byte { return append(append(dst, 16), s...) }

// AppendBytes appends a BIGBINARY, BIGVARBINARY, BIGCHAR or BIGVARCHAR value
// given as its bytes, PLP when t is MaxLen.
func AppendBytes(dst []byte, t TypeInfo, s string) []byte {
	dst, at := BeginValue(dst, t)
	return EndValue(append(dst, s...), t, at)
}

// AppendNVarChar appends an NCHAR or NVARCHAR value.
func AppendNVarChar(dst []byte, t TypeInfo, s string) []byte {
	dst, at := BeginValue(dst, t)
	return EndValue(AppendUTF16(dst, s), t, at)
}

// BeginValue leaves room for the length of a two-byte-length or PLP value, for
// callers that append its bytes themselves, and returns where they begin;
// EndValue patches the length. A PLP value is sent with its total and as one
// chunk; an empty one has no chunk.
func BeginValue(dst []byte, t TypeInfo) ([]byte, int) {
	if t.Len == MaxLen {
		dst = append(dst, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	} else {
		dst = append(dst, 0, 0)
	}
	return dst, len(dst)
}

// EndValue ends what BeginValue began at at.
func EndValue(dst []byte, t TypeInfo, at int) []byte {
	n := len(dst) - at
	if t.Len != MaxLen {
		binary.LittleEndian.PutUint16(dst[at-2:], uint16(n))
		return dst
	}
	binary.LittleEndian.PutUint64(dst[at-12:], uint64(n))
	if n == 0 {
		return dst // the chunk length just written as zero is the terminator
	}
	binary.LittleEndian.PutUint32(dst[at-4:], uint32(n))
	return append(dst, 0, 0, 0, 0)
}
