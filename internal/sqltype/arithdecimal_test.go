package sqltype

import (
	"math/big"
	"testing"
)

// The 64-bit path must give what the general one gives: the general one is reached by
// operands padded to more than 18 digits with the same value scaled.
func TestDecimalArithmeticAgainstRationals(t *testing.T) {
	r := seeded(t)
	for range 20000 {
		ta, tb := DecimalOf(1+r.Intn(20), 0), DecimalOf(1+r.Intn(20), 0)
		ta.Scale, tb.Scale = uint8(r.Intn(int(ta.Prec)+1)), uint8(r.Intn(int(tb.Prec)+1))
		a, b := randomValue(r, ta), randomValue(r, tb)
		op := Op(r.Intn(int(OpMod) + 1))
		out, _, _, err := Result(op, ta, tb)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Apply(op, a, b, out)
		x, y := a.D.Rat(), b.D.Rat()
		if y.Sign() == 0 && (op == OpDiv || op == OpMod) {
			if e, ok := err.(*Error); !ok || e.Number != 8134 {
				t.Fatalf("%s %v %s: %v", a.D, op, b.D, err)
			}
			continue
		}
		want := new(big.Rat)
		switch op {
		case OpAdd:
			want.Add(x, y)
		case OpSub:
			want.Sub(x, y)
		case OpMul:
			want.Mul(x, y)
		case OpDiv:
			want.Quo(x, y)
		default:
			q := new(big.Rat).Quo(x, y)
			n := new(big.Int).Quo(q.Num(), q.Denom())
			want.Sub(x, new(big.Rat).Mul(y, new(big.Rat).SetInt(n)))
		}
		want.Mul(want, new(big.Rat).SetInt(pow10(int(out.Scale))))
		num := new(big.Int).Lsh(want.Num(), 1)
		if op == OpDiv { // truncates
			num = new(big.Int).Quo(want.Num(), want.Denom())
		} else { // rounds half away from zero
			num.Add(num, new(big.Int).Mul(want.Denom(), big.NewInt(int64(want.Sign()))))
			num.Quo(num, new(big.Int).Lsh(want.Denom(), 1))
		}
		if digits(num) > int(out.Prec) {
			if e, ok := err.(*Error); !ok || e.Number != 8115 {
				t.Fatalf("%s %v %s as %s: %v", a.D, op, b.D, out, err)
			}
			continue
		}
		if err != nil || got.D.Coefficient().Cmp(num) != 0 || got.D.Exponent() != -int32(out.Scale) {
			t.Fatalf("%s %v %s as %s: %s, %v; want %s units", a.D, op, b.D, out, got.D, err, num)
		}
	}
}
