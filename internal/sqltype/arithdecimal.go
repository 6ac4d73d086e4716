package sqltype

import "math/big"

// applyDecimal computes with the exact digits of both operands and brings the
// result to out's scale: sums and products are rounded, quotients truncated.
func applyDecimal(op Op, a, b Value, out Type) (Value, error) {
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
