package sqltype

import (
	"math"
	"strconv"
)

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

// toFloat converts to real or float.
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

// toMoney converts to money or smallmoney, rounding to four decimals.
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
