package sqltype

import (
	"math"
	"strconv"
)

// intRange is the range of an integer kind, bit apart.
func intRange(k Kind) (lo, hi int64) {
	switch k {
	case TinyInt:
		return 0, 255
	case SmallInt:
		return math.MinInt16, math.MaxInt16
	case Int:
		return math.MinInt32, math.MaxInt32
	}
	return math.MinInt64, math.MaxInt64
}

// InRange reports whether i is a value of integer kind k.
func InRange(k Kind, i int64) bool {
	if k == Bit {
		return i == 0 || i == 1
	}
	lo, hi := intRange(k)
	return i >= lo && i <= hi
}

// ConvertInt converts between integer kinds: error 220 for tinyint and
// smallint, 8115 for int. Any number but 0 is bit 1.
func ConvertInt(i int64, to Kind) (int64, error) {
	if to == Bit {
		return int64(b2i(i != 0)), nil
	}
	if lo, hi := intRange(to); i >= lo && i <= hi {
		return i, nil
	}
	switch to {
	case TinyInt:
		return 0, errorState(220, 2, "Arithmetic overflow error for data type %s, value = %d.", to, i)
	case SmallInt:
		return 0, Errorf(220, "Arithmetic overflow error for data type %s, value = %d.", to, i)
	}
	return 0, Overflow(Of(to))
}

// toInt converts to an integer kind; bit is 1 for anything but 0.
func toInt(v Value, to Type) (Value, error) {
	k := to.Kind
	switch {
	case v.Kind.IsInt():
		i, err := ConvertInt(v.I, k)
		return IntOf(k, i), err
	case v.Kind.IsString():
		return textToInt(v, to)
	case v.Kind.IsBinary():
		return IntOf(k, intFromBytes(v.S, k)), nil
	}
	var i int64
	switch v.Kind {
	case Decimal:
		b := v.D.Coefficient()
		if e := v.D.Exponent(); e < 0 {
			b.Quo(b, pow10(int(-e)))
		}
		if k == Bit {
			return IntOf(k, int64(b2i(v.D.Sign() != 0))), nil
		}
		if !b.IsInt64() {
			return Value{}, overflow(v.Kind, to)
		}
		i = b.Int64()
	case Money, SmallMoney:
		if k == Bit {
			return IntOf(k, int64(b2i(v.I != 0))), nil
		}
		i = roundDiv(v.I, 10000)
	case Real, Float:
		f := v.Float()
		if k == Bit {
			return IntOf(k, int64(b2i(f != 0))), nil
		}
		lo, hi := intRange(k)
		if t := math.Trunc(f); !(t >= float64(lo) && t <= float64(hi)) || k == BigInt && t >= 1<<63 {
			if k == BigInt {
				return Value{}, overflow(v.Kind, to)
			}
			return Value{}, Errorf(232, "Arithmetic overflow error for type %s, value = %s.", k, strconv.FormatFloat(f, 'f', 6, 64))
		}
		i = int64(f)
	case DateTime:
		i = floorDiv(v.I+ticksPerDay/2, ticksPerDay)
	case SmallDateTime:
		i = (v.I + minutesPerDay/2) / minutesPerDay
	default:
		return Value{}, failedType(v, to)
	}
	if k == Bit {
		i = int64(b2i(i != 0))
	}
	if !InRange(k, i) {
		return Value{}, overflow(v.Kind, to)
	}
	return IntOf(k, i), nil
}

func textToInt(v Value, to Type) (Value, error) {
	if to.Kind == Bit {
		i, ok := parseBit(v.S)
		if !ok {
			return Value{}, failed(v, to)
		}
		return IntOf(Bit, i), nil
	}
	i, ok, over := parseInt(v.S)
	if ok && !over && InRange(to.Kind, i) {
		return IntOf(to.Kind, i), nil
	}
	switch {
	case !ok && to.Kind == BigInt:
		return Value{}, failedType(v, to)
	case !ok:
		return Value{}, failed(v, to)
	case to.Kind == BigInt:
		return Value{}, Overflow(to)
	case to.Kind == Int:
		return Value{}, Errorf(248, "The conversion of the %s value '%s' overflowed an int column.", v.Kind, v.S)
	}
	column, state := "INT1", uint8(1)
	if to.Kind == SmallInt {
		column, state = "INT2", 2
	}
	return Value{}, errorState(244, state, "The conversion of the %s value '%s' overflowed an %s column. Use a larger integer column.", v.Kind, v.S, column)
}

// intFromBytes reads the last bytes, big endian; negative when the type's sign bit is set.
func intFromBytes(s string, k Kind) int64 {
	n := int(Of(k).Len)
	if len(s) > n {
		s = s[len(s)-n:]
	}
	var u uint64
	for i := 0; i < len(s); i++ {
		u = u<<8 | uint64(s[i])
	}
	switch k {
	case Bit:
		return int64(b2i(u != 0))
	case SmallInt:
		return int64(int16(u))
	case Int:
		return int64(int32(u))
	}
	return int64(u)
}
