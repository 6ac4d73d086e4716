package sqltype

import (
	"math"
	"math/bits"
)

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
