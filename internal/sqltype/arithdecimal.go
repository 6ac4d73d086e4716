package sqltype

import (
	"math/big"

	"github.com/shopspring/decimal"
)

// applyDecimal computes with the exact digits of both operands and brings the
// result to out's scale: sums and products are rounded, quotients truncated.
func applyDecimal(op Op, a, b Value, out Type) (Value, error) {
	if v, ok := smallDecimal(op, a, b, out); ok {
		return v, nil
	}
	x, sx := a.D.Coefficient(), int(-a.D.Exponent())
	y, sy := b.D.Coefficient(), int(-b.D.Exponent())
	var r *big.Int
	scale := max(sx, sy)
	switch op {
	case OpMul:
		r, scale = x.Mul(x, y), sx+sy
	case OpDiv:
		if y.Sign() == 0 {
			return Value{}, DivideByZero()
		}
		scale = int(out.Scale)
		if n := scale + sy - sx; n >= 0 {
			x = scaleUp(x, n)
		} else {
			y = scaleUp(y, -n)
		}
		r = x.Quo(x, y)
	default:
		x, y = scaleUp(x, scale-sx), scaleUp(y, scale-sy)
		switch op {
		case OpAdd:
			r = x.Add(x, y)
		case OpSub:
			r = x.Sub(x, y)
		default:
			if y.Sign() == 0 {
				return Value{}, DivideByZero()
			}
			r = x.Rem(x, y)
		}
	}
	r = scaleDown(r, scale-int(out.Scale))
	if digits(r) > int(out.Prec) {
		return Value{}, Overflow(Type{Kind: Decimal})
	}
	return decOf(r, int(out.Scale)), nil
}

// smallDecimal is applyDecimal where everything fits 64 bits; ok is false when it may not.
func smallDecimal(op Op, a, b Value, out Type) (Value, bool) {
	if a.D.NumDigits() > 18 || b.D.NumDigits() > 18 || out.Scale > 18 {
		return Value{}, false
	}
	x, sx := a.D.CoefficientInt64(), int(-a.D.Exponent())
	y, sy := b.D.CoefficientInt64(), int(-b.D.Exponent())
	scale := max(sx, sy)
	var r int64
	ok := true
	switch op {
	case OpMul:
		r, ok = mul64(x, y)
		scale = sx + sy
	case OpDiv:
		scale = int(out.Scale)
		n := scale + sy - sx
		if y == 0 || n < 0 || n > 18 {
			return Value{}, false
		}
		if x, ok = mul64(x, ints10[n]); ok {
			r = x / y
		}
	default:
		if scale > 18 {
			return Value{}, false
		}
		var okY bool
		x, ok = mul64(x, ints10[scale-sx])
		y, okY = mul64(y, ints10[scale-sy])
		if !ok || !okY {
			return Value{}, false
		}
		var err error
		r, err = ApplyInt(op, x, y, BigInt)
		ok = err == nil
	}
	if n := scale - int(out.Scale); ok && n > 0 {
		if n > 18 {
			return Value{}, false
		}
		r = roundDiv(r, ints10[n])
	} else if ok && n < 0 {
		r, ok = mul64(r, ints10[-n])
	}
	if !ok || out.Prec < 19 && abs64(r) >= uint64(ints10[out.Prec]) {
		return Value{}, false
	}
	d := decimal.New(r, -int32(out.Scale))
	return Value{Kind: Decimal, D: &d}, true
}

// smallToDecimal is toDecimal for integers, money and decimals of up to 18 digits
// whose scale does not shrink; ok is false for all else.
func smallToDecimal(v Value, to Type) (Value, bool) {
	i, scale := v.I, 0
	switch {
	case v.Kind.IsInt():
	case v.Kind == Money || v.Kind == SmallMoney:
		scale = 4
	case v.Kind == Decimal && v.D.NumDigits() <= 18:
		i, scale = v.D.CoefficientInt64(), int(-v.D.Exponent())
	default:
		return Value{}, false
	}
	n := int(to.Scale) - scale
	if n < 0 || n > 18 || to.Prec > 18 {
		return Value{}, false
	}
	i, ok := mul64(i, ints10[n])
	if !ok || abs64(i) >= uint64(ints10[to.Prec]) {
		return Value{}, false
	}
	d := decimal.New(i, -int32(to.Scale))
	return Value{Kind: Decimal, D: &d}, true
}

// ints10 holds the powers of ten an int64 holds.
var ints10 = func() (p [19]int64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * 10
	}
	return p
}()
