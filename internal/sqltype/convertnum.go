package sqltype

import (
	"math"
	"math/big"
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

// roundDiv divides rounding half away from zero.
func roundDiv(a, b int64) int64 {
	q, r := a/b, a%b
	if r < 0 {
		r = -r
	}
	if 2*r >= b {
		if a < 0 {
			return q - 1
		}
		return q + 1
	}
	return q
}

func toDecimal(v Value, to Type) (Value, error) {
	if r, ok := smallToDecimal(v, to); ok {
		return r, nil
	}
	coef, scale, err := decimalParts(v, to)
	if err != nil {
		return Value{}, err
	}
	coef = scaleDown(coef, scale-int(to.Scale))
	if digits(coef) > int(to.Prec) {
		return Value{}, overflow(v.Kind, to)
	}
	return decOf(coef, int(to.Scale)), nil
}

// decimalParts reads any numeric or convertible value as coefficient and scale.
func decimalParts(v Value, to Type) (coef *big.Int, scale int, err error) {
	switch {
	case v.Kind.IsInt():
		return big.NewInt(v.I), 0, nil
	case v.Kind == Decimal:
		return v.D.Coefficient(), int(-v.D.Exponent()), nil
	case v.Kind == Money || v.Kind == SmallMoney:
		return big.NewInt(v.I), 4, nil
	case v.Kind.IsApprox():
		f := v.Float()
		switch {
		case !(math.Abs(f) < 1e39): // NaN too, which only a damaged row holds
			return nil, 0, overflow(v.Kind, to)
		case math.Abs(f) < 1e-40:
			return new(big.Int), 0, nil
		}
		d, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'e', 16, 64)) // 17 significant digits
		n := 60
		num := scaleUp(d.Num(), n)
		return num.Quo(num, d.Denom()), n, nil
	case v.Kind.IsString():
		c, s, ok, over := parseDecimal(v.S)
		switch {
		case !ok:
			return nil, 0, failedType(v, to)
		case over:
			return nil, 0, overflow(v.Kind, to)
		}
		return c, s, nil
	case v.Kind == DateTime:
		n := scaleUp(big.NewInt(v.I), 20)
		return n.Quo(n, big.NewInt(ticksPerDay)), 20, nil
	case v.Kind == SmallDateTime:
		n := scaleUp(big.NewInt(v.I), 20)
		return n.Quo(n, big.NewInt(minutesPerDay)), 20, nil
	case v.Kind.IsBinary():
		return decimalFromBytes(v, to)
	}
	return nil, 0, failedType(v, to)
}

// decimalFromBytes undoes decimalBytes: precision, scale, 0, sign, magnitude.
func decimalFromBytes(v Value, to Type) (*big.Int, int, error) {
	s := v.S
	if len(s) < 5 || s[0] > 38 || s[1] > s[0] {
		return nil, 0, failedType(v, to)
	}
	mag := []byte(s[4:])
	for i, j := 0, len(mag)-1; i < j; i, j = i+1, j-1 {
		mag[i], mag[j] = mag[j], mag[i]
	}
	c := new(big.Int).SetBytes(mag)
	if s[3] == 0 {
		c.Neg(c)
	}
	if digits(c) > 38 {
		return nil, 0, failedType(v, to)
	}
	return c, int(s[1]), nil
}

func toFloat(v Value, to Type) (Value, error) {
	var f float64
	switch {
	case v.Kind.IsInt():
		f = float64(v.I)
	case v.Kind.IsApprox():
		f = v.Float()
	case v.Kind == Decimal:
		f, _ = v.D.Float64()
	case v.Kind == Money || v.Kind == SmallMoney:
		f = float64(v.I) / 10000
	case v.Kind == DateTime:
		f = float64(v.I) / ticksPerDay
	case v.Kind == SmallDateTime:
		f = float64(v.I) / minutesPerDay
	case v.Kind.IsString():
		g, ok, over := parseFloat(v.S)
		if over {
			return Value{}, overflow(v.Kind, to)
		}
		if !ok {
			return Value{}, failedType(v, to)
		}
		f = g
	default:
		return Value{}, failedType(v, to)
	}
	if to.Kind == Real {
		if math.IsInf(float64(float32(f)), 0) {
			return Value{}, Errorf(232, "Arithmetic overflow error for type real, value = %s.", strconv.FormatFloat(f, 'f', 6, 64))
		}
		return RealOf(f), nil
	}
	return FloatOf(f), nil
}

func toMoney(v Value, to Type) (Value, error) {
	var i int64
	switch {
	case v.Kind == Money || v.Kind == SmallMoney:
		i = v.I
	case v.Kind.IsString():
		n, ok, over := parseMoney(v.S)
		if over {
			return Value{}, overflow(v.Kind, to)
		}
		if !ok {
			return Value{}, errorState(235, 0, "Cannot convert a char value to %s. The char value has incorrect syntax.", to.Kind)
		}
		i = n
	case v.Kind.IsBinary():
		k := BigInt
		if to.Kind == SmallMoney {
			k = Int
		}
		i = intFromBytes(v.S, k)
	default:
		coef, scale, err := decimalParts(v, to)
		if err != nil {
			return Value{}, err
		}
		coef = scaleDown(coef, scale-4)
		if !coef.IsInt64() {
			return Value{}, overflow(v.Kind, to)
		}
		i = coef.Int64()
	}
	if to.Kind == SmallMoney && (i < math.MinInt32 || i > math.MaxInt32) {
		return Value{}, overflow(v.Kind, to)
	}
	return Value{Kind: to.Kind, I: i}, nil
}
