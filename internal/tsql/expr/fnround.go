package expr

import (
	"math"
	"math/big"

	"scanfrag/internal/sqltype"
)

// buildRound rounds half away from zero, or truncates when the third argument
// is not 0. A negative length rounds left of the point.
func buildRound(_ *compiler, name string, a []*Expr) (*Expr, error) {
	e, err := numberArg(a[0], name)
	if err != nil {
		return nil, err
	}
	args := []*Expr{e, nil, intConst(0)}
	for i := 1; i < len(a); i++ {
		if args[i], err = asInt(a[i]); err != nil {
			return nil, err
		}
	}
	t := e.Type
	return strictN(t, args, func(v []sqltype.Value) (sqltype.Value, error) {
		return roundValue(v[0], int(max(min(v[1].I, 400), -400)), v[2].I != 0, t)
	}), nil
}

func roundValue(v sqltype.Value, n int, truncate bool, t sqltype.Type) (sqltype.Value, error) {
	switch {
	case v.Kind.IsApprox():
		return sqltype.FloatOf(roundFloat(v.Float(), n, truncate)), nil
	case v.Kind.IsInt():
		r := roundBig(big.NewInt(v.I), -n, truncate)
		if !r.IsInt64() || !sqltype.InRange(t.Kind, r.Int64()) {
			return sqltype.Value{}, sqltype.Overflow(t)
		}
		return sqltype.IntOf(t.Kind, r.Int64()), nil
	case v.Kind == sqltype.Money:
		r := roundBig(big.NewInt(v.I), 4-n, truncate)
		if !r.IsInt64() {
			return sqltype.Value{}, sqltype.Overflow(t)
		}
		return sqltype.Value{Kind: v.Kind, I: r.Int64()}, nil
	}
	scale := int(-v.D.Exponent())
	r := roundBig(v.D.Coefficient(), scale-n, truncate)
	if r.CmpAbs(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Prec)), nil)) >= 0 {
		return sqltype.Value{}, sqltype.Overflow(t)
	}
	return sqltype.DecimalValue(decimalFrom(r, scale)), nil
}

// roundBig rounds away the last n digits, keeping the magnitude (1256, 2 -> 1300).
func roundBig(b *big.Int, n int, truncate bool) *big.Int {
	if n <= 0 {
		return b
	}
	if n > 60 {
		return new(big.Int)
	}
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	q, r := new(big.Int).QuoRem(b, p, new(big.Int))
	if !truncate && r.Abs(r).Lsh(r, 1).Cmp(p) >= 0 {
		q.Add(q, big.NewInt(int64(b.Sign())))
	}
	return q.Mul(q, p)
}

func roundFloat(f float64, n int, truncate bool) float64 {
	if n > 300 || math.IsInf(f, 0) || math.IsNaN(f) {
		return f
	}
	if n < -300 {
		return 0
	}
	p := math.Pow10(n)
	x := f * p
	if n < 0 {
		p = math.Pow10(-n)
		x = f / p
	}
	if math.IsInf(x, 0) {
		return f
	}
	if truncate {
		x = math.Trunc(x)
	} else {
		x = math.Round(x)
	}
	if n < 0 {
		return x * p
	}
	return x / p
}
