package sqltype

import (
	"math"
	"math/big"
	"math/bits"
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

// ApplyInt is integer arithmetic in kind k: division truncates, results
// outside k are error 8115.
func ApplyInt(op Op, a, b int64, k Kind) (int64, error) {
	switch op {
	case OpAdd:
		r := a + b
		if (a^r)&(b^r) < 0 {
			return 0, Overflow(Of(k))
		}
		return inKind(r, k)
	case OpSub:
		r := a - b
		if (a^b)&(a^r) < 0 {
			return 0, Overflow(Of(k))
		}
		return inKind(r, k)
	case OpMul:
		r, ok := mul64(a, b)
		if !ok {
			return 0, Overflow(Of(k))
		}
		return inKind(r, k)
	case OpDiv:
		if b == 0 {
			return 0, DivideByZero()
		}
		if b == -1 {
			if a == math.MinInt64 {
				return 0, Overflow(Of(k))
			}
			return inKind(-a, k)
		}
		return a / b, nil
	case OpMod:
		if b == 0 {
			return 0, DivideByZero()
		}
		if b == -1 {
			return 0, nil
		}
		return a % b, nil
	case OpAnd:
		return a & b, nil
	case OpOr:
		return a | b, nil
	}
	return a ^ b, nil
}

func inKind(i int64, k Kind) (int64, error) {
	if lo, hi := intRange(k); i < lo || i > hi {
		return 0, Overflow(Of(k))
	}
	return i, nil
}

func mul64(a, b int64) (int64, bool) {
	if int64(int32(a)) == a && int64(int32(b)) == b {
		return a * b, true
	}
	neg := (a < 0) != (b < 0)
	hi, lo := bits.Mul64(abs64(a), abs64(b))
	if hi != 0 || lo > 1<<63 || lo == 1<<63 && !neg {
		return 0, false
	}
	if neg {
		return -int64(lo), true
	}
	return int64(lo), true
}

func abs64(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
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

// Neg is unary minus; t is v's type, see NegType for the result's.
func Neg(v Value, out Type) (Value, error) {
	if v.Null {
		return NullOf(out.Kind), nil
	}
	switch {
	case out.Kind.IsInt():
		i, err := ApplyInt(OpSub, 0, v.I, out.Kind)
		return IntOf(out.Kind, i), err
	case out.Kind == Decimal:
		d := v.D.Neg()
		return Value{Kind: Decimal, D: &d}, nil
	case out.Kind.IsApprox():
		v.I = int64(math.Float64bits(-v.Float()))
		return v, nil
	case out.Kind == Money || out.Kind == SmallMoney:
		return applyMoney(OpSub, Value{}, v, out)
	}
	panic("sqltype: no negation of " + out.String())
}

// NegType types unary minus: tinyint becomes smallint. Error 8117.
func NegType(t Type) (Type, error) {
	switch {
	case t.Kind == KindNull:
		return Of(Int), nil
	case t.Kind == TinyInt:
		return Of(SmallInt), nil
	case t.Kind.IsNumeric() && t.Kind != Bit:
		return t, nil
	}
	return Type{}, Errorf(8117, "Operand data type %s is invalid for minus operator.", t.Kind.messageName())
}

// BitNot is ~v for an integer kind; tinyint stays within its byte, bit flips.
func BitNot(v Value) Value {
	if v.Null {
		return v
	}
	switch v.Kind {
	case Bit:
		v.I ^= 1
	case TinyInt:
		v.I = int64(^uint8(v.I))
	default:
		v.I = ^v.I
	}
	return v
}
