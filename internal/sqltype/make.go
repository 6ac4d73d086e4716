package sqltype

import (
	"math"
	"math/big"

	"github.com/shopspring/decimal"
)

// NullOf is NULL of kind k.
func NullOf(k Kind) Value { return Value{Kind: k, Null: true} }

// IntOf makes a value of an integer kind (bit included); i is not range-checked.
func IntOf(k Kind, i int64) Value { return Value{Kind: k, I: i} }

// FloatOf makes a float; RealOf a real, rounded to 32 bits.
func FloatOf(f float64) Value { return Value{Kind: Float, I: int64(math.Float64bits(f))} }

// RealOf makes a real.
func RealOf(f float64) Value {
	return Value{Kind: Real, I: int64(math.Float64bits(float64(float32(f))))}
}

// StringOf makes a character value of kind k from UTF-8 text.
func StringOf(k Kind, s string) Value { return Value{Kind: k, S: s} }

// BytesOf makes a binary or uniqueidentifier value.
func BytesOf(k Kind, b []byte) Value { return Value{Kind: k, S: string(b)} }

// DecimalValue makes a decimal; the scale is d's own.
func DecimalValue(d decimal.Decimal) Value {
	if d.Exponent() > 0 {
		d = decimal.NewFromBigInt(scaleUp(d.Coefficient(), int(d.Exponent())), 0)
	}
	return Value{Kind: Decimal, D: &d}
}

// decOf makes a decimal from coefficient and scale.
func decOf(coef *big.Int, scale int) Value {
	d := decimal.NewFromBigInt(coef, int32(-scale))
	return Value{Kind: Decimal, D: &d}
}

// Float is the value of a real or float.
func (v Value) Float() float64 { return math.Float64frombits(uint64(v.I)) }

// pow10s holds powers of ten, never written to after start.
var pow10s = func() (p [100]*big.Int) {
	p[0] = big.NewInt(1)
	for i := 1; i < len(p); i++ {
		p[i] = new(big.Int).Mul(p[i-1], big.NewInt(10))
	}
	return p
}()

// pow10 returns 10^n, not to be modified.
func pow10(n int) *big.Int {
	if n < len(pow10s) {
		return pow10s[n]
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

func scaleUp(b *big.Int, n int) *big.Int {
	if n == 0 {
		return b
	}
	return new(big.Int).Mul(b, pow10(n))
}

// scaleDown divides by 10^n, rounding half away from zero.
func scaleDown(b *big.Int, n int) *big.Int {
	if n <= 0 {
		return scaleUp(b, -n)
	}
	p := pow10(n)
	q, r := new(big.Int).QuoRem(b, p, new(big.Int))
	r.Abs(r).Lsh(r, 1)
	if r.Cmp(p) >= 0 {
		q.Add(q, big.NewInt(int64(b.Sign())))
	}
	return q
}

// digits counts decimal digits of |b|; 0 has none.
func digits(b *big.Int) int {
	if b.Sign() == 0 {
		return 0
	}
	n := int(float64(b.BitLen()-1)*0.30102999566398120) + 1
	if new(big.Int).Abs(b).Cmp(pow10(n)) >= 0 {
		n++
	}
	return n
}
