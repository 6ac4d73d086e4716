package tds

import (
	"encoding/binary"
	"fmt"
	"math"
)

// The functions below read the bytes of a RawValue that is not NULL. The
// lengths were checked when the value was read.

// Int reads 1 (unsigned), 2, 4 or 8 bytes.
func Int(b []byte) (int64, error) {
	switch len(b) {
	case 1:
		return int64(b[0]), nil
	case 2:
		return int64(int16(binary.LittleEndian.Uint16(b))), nil
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(b))), nil
	case 8:
		return int64(binary.LittleEndian.Uint64(b)), nil
	}
	return 0, fmt.Errorf("integer of %d bytes", len(b))
}

// Float reads a real (4 bytes) or float (8 bytes). NaN and infinities, which
// SQL Server refuses too, are an error.
func Float(b []byte) (float64, error) {
	var f float64
	switch len(b) {
	case 4:
		f = float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case 8:
		f = math.Float64frombits(binary.LittleEndian.Uint64(b))
	default:
		return 0, fmt.Errorf("float of %d bytes", len(b))
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, fmt.Errorf("float value %v is not a number SQL Server has", f)
	}
	return f, nil
}

// Money reads money or smallmoney in ten-thousandths. The 8-byte form has its
// high half first.
func Money(b []byte) (int64, error) {
	switch len(b) {
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(b))), nil
	case 8:
		return int64(binary.LittleEndian.Uint32(b))<<32 | int64(binary.LittleEndian.Uint32(b[4:])), nil
	}
	return 0, fmt.Errorf("money of %d bytes", len(b))
}

// Decimal reads sign and magnitude; the magnitude is hi*2^64 + lo.
func Decimal(b []byte) (neg bool, hi, lo uint64, err error) {
	if n := len(b); n != 5 && n != 9 && n != 13 && n != 17 {
		return false, 0, 0, fmt.Errorf("decimal of %d bytes", n)
	}
	var m [16]byte
	copy(m[:], b[1:])
	return b[0] == 0, binary.LittleEndian.Uint64(m[8:]), binary.LittleEndian.Uint64(m[:]), nil
}

// DateTime reads datetime (8 bytes): days since 1900-01-01 and 1/300 s since
// midnight.
func DateTime(b []byte) (days int32, ticks uint32, err error) {
	if len(b) != 8 {
		return 0, 0, fmt.Errorf("datetime of %d bytes", len(b))
	}
	days, ticks = int32(binary.LittleEndian.Uint32(b)), binary.LittleEndian.Uint32(b[4:])
	if ticks >= 86400*300 || days < -53690 || days > 2958463 {
		return 0, 0, fmt.Errorf("datetime of day %d, tick %d is out of range", days, ticks)
	}
	return days, ticks, nil
}

// SmallDateTime reads smalldatetime (4 bytes): days since 1900-01-01 and
// minutes since midnight.
func SmallDateTime(b []byte) (days, minutes uint16, err error) {
	if len(b) != 4 {
		return 0, 0, fmt.Errorf("smalldatetime of %d bytes", len(b))
	}
	days, minutes = binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:])
	if minutes >= 1440 {
		return 0, 0, fmt.Errorf("smalldatetime of minute %d is out of range", minutes)
	}
	return days, minutes, nil
}

// Ranges of the newer date types.
const (
	maxDay      = 3652058     // 9999-12-31, counted from 0001-01-01
	unitsPerDay = 86400 * 1e7 // 100 ns
	maxOffset   = 14 * 60     // minutes
)

// Date reads date: days since 0001-01-01.
func Date(b []byte) (int64, error) {
	if len(b) != 3 {
		return 0, fmt.Errorf("date of %d bytes", len(b))
	}
	d := int64(b[0]) | int64(b[1])<<8 | int64(b[2])<<16
	if d > maxDay {
		return 0, fmt.Errorf("date of day %d is out of range", d)
	}
	return d, nil
}

// Time reads time: 100 ns units since midnight.
func Time(b []byte, scale uint8) (int64, error) {
	if scale > 7 || len(b) != timeLen(scale) {
		return 0, fmt.Errorf("time(%d) of %d bytes", scale, len(b))
	}
	var v int64
	for i := len(b) - 1; i >= 0; i-- {
		v = v<<8 | int64(b[i])
	}
	for i := scale; i < 7; i++ {
		v *= 10
	}
	if v >= unitsPerDay {
		return 0, fmt.Errorf("time of %d units of 100 ns is out of range", v)
	}
	return v, nil
}

// DateTime2 reads datetime2: 100 ns units since 0001-01-01.
func DateTime2(b []byte, scale uint8) (int64, error) {
	n := len(b) - 3
	if n < 0 {
		return 0, fmt.Errorf("datetime2(%d) of %d bytes", scale, len(b))
	}
	t, err := Time(b[:n], scale)
	if err != nil {
		return 0, err
	}
	d, err := Date(b[n:])
	return d*unitsPerDay + t, err
}

// DateTimeOffset reads datetimeoffset: UTC in 100 ns units since 0001-01-01 and
// minutes east.
func DateTimeOffset(b []byte, scale uint8) (utc int64, minutes int16, err error) {
	n := len(b) - 2
	if n < 0 {
		return 0, 0, fmt.Errorf("datetimeoffset(%d) of %d bytes", scale, len(b))
	}
	if utc, err = DateTime2(b[:n], scale); err != nil {
		return 0, 0, err
	}
	minutes = int16(binary.LittleEndian.Uint16(b[n:]))
	if minutes < -maxOffset || minutes > maxOffset {
		return 0, 0, fmt.Errorf("datetimeoffset of %d minutes is out of range", minutes)
	}
	if local := utc + int64(minutes)*60e7; local < 0 || local >= (maxDay+1)*unitsPerDay {
		return 0, 0, fmt.Errorf("datetimeoffset of %d units of 100 ns, %d minutes east, is out of range", utc, minutes)
	}
	return utc, minutes, nil
}
