package sqltype

import (
	"math"
	"math/big"
)

// DivideByZero is error 8134.
func DivideByZero() error { return Errorf(8134, "Divide by zero error encountered.") }

// Apply computes a op b. The operands are of the types Result asks for, the
// value is of type out; a NULL operand gives NULL. Errors: 8134 divide by zero,
// 8115 overflow.
func Apply(op Op, a, b Value, out Type) (Value, error) {
	if a.Null || b.Null {
		return NullOf(out.Kind), nil
	}
	switch {
	case out.Kind.IsInt():
		i, err := ApplyInt(op, a.I, b.I, out.Kind)
		return IntOf(out.Kind, i), err
	case out.Kind == Decimal:
		return applyDecimal(op, a, b, out)
	case out.Kind.IsApprox():
		return applyFloat(op, a, b, out)
	case out.Kind == Money || out.Kind == SmallMoney:
		return applyMoney(op, a, b, out)
	case out.Kind.IsString() || out.Kind.IsBinary():
		return Value{Kind: out.Kind, S: fitConcat(a.S+b.S, out)}, nil
	case out.Kind == DateTime || out.Kind == SmallDateTime:
		return applyDate(op, a, b, out)
	}
	panic("sqltype: no arithmetic on " + out.String())
}

func fitConcat(s string, t Type) string {
	if t.Kind.IsBinary() {
		if t.Len != MaxLen && len(s) > int(t.Len) {
			return s[:t.Len]
		}
		return s
	}
	return fitText(s, t)
}

func applyFloat(op Op, a, b Value, out Type) (Value, error) {
	x, y := a.Float(), b.Float()
	var r float64
	switch op {
	case OpAdd:
		r = x + y
	case OpSub:
		r = x - y
	case OpMul:
		r = x * y
	case OpDiv:
		if y == 0 {
			return Value{}, DivideByZero()
		}
		r = x / y
	}
	if out.Kind == Real {
		r = float64(float32(r))
	}
	if math.IsInf(r, 0) || math.IsNaN(r) {
		return Value{}, Overflow(out)
	}
	if out.Kind == Real {
		return RealOf(r), nil
	}
	return FloatOf(r), nil
}

// applyMoney rounds products and truncates quotients to four decimals, as SQL
// Server does ($100 / $339 is 0.2949).
func applyMoney(op Op, a, b Value, out Type) (Value, error) {
	var r *big.Int
	x, y := big.NewInt(a.I), big.NewInt(b.I)
	switch op {
	case OpAdd:
		r = x.Add(x, y)
	case OpSub:
		r = x.Sub(x, y)
	case OpMul:
		r = scaleDown(x.Mul(x, y), 4)
	default:
		if y.Sign() == 0 {
			return Value{}, DivideByZero()
		}
		if op == OpMod {
			r = x.Rem(x, y)
		} else {
			r = x.Quo(x.Mul(x, big.NewInt(10000)), y)
		}
	}
	if !r.IsInt64() || out.Kind == SmallMoney && int64(int32(r.Int64())) != r.Int64() {
		return Value{}, Overflow(out)
	}
	return Value{Kind: out.Kind, I: r.Int64()}, nil
}

func applyDate(op Op, a, b Value, out Type) (Value, error) {
	r := a.I + b.I
	if op == OpSub {
		r = a.I - b.I
	}
	lo, hi := int64(minDTDay)*ticksPerDay, int64(maxDTDay+1)*ticksPerDay-1
	if out.Kind == SmallDateTime {
		lo, hi = 0, maxSmallDT
	}
	if r < lo || r > hi {
		return Value{}, Overflow(out)
	}
	return Value{Kind: out.Kind, I: r}, nil
}
