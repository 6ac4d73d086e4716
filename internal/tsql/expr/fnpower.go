package expr

import (
	"math"
	"math/big"

	"github.com/shopspring/decimal"

	"scanfrag/internal/sqltype"
)

func decimalFrom(coef *big.Int, scale int) decimal.Decimal {
	return decimal.NewFromBigInt(coef, int32(-scale))
}

// buildPower computes in floating point and gives the first argument's type:
// POWER(2, 31) overflows int (232 in SQL Server), numeric becomes numeric(38, its scale).
func buildPower(_ *compiler, name string, a []*Expr) (*Expr, error) {
	e, err := numberArg(a[0], name)
	if err != nil {
		return nil, err
	}
	y, err := asFloat(a[1])
	if err != nil {
		return nil, err
	}
	t := e.Type
	if t.Kind == sqltype.Decimal {
		t = sqltype.DecimalOf(38, int(t.Scale))
	}
	x, err := convert(e, sqltype.Of(sqltype.Float), 0, true)
	if err != nil {
		return nil, err
	}
	return strict2(t, x, y, func(a, b sqltype.Value) (sqltype.Value, error) {
		r := math.Pow(a.Float(), b.Float())
		if math.IsNaN(r) || math.IsInf(r, 0) {
			if a.Float() == 0 {
				return sqltype.Value{}, sqltype.DivideByZero()
			}
			return sqltype.Value{}, floatDomain()
		}
		if t.Kind.IsInt() { // an exact power may come out a hair below
			if n := math.Round(r); math.Abs(n-r) < 1e-9*math.Max(1, math.Abs(r)) {
				r = n
			}
		}
		return sqltype.Convert(sqltype.FloatOf(r), t, 0, true)
	}), nil
}

// floatDomain is error 3623.
func floatDomain() error {
	return sqltype.Errorf(3623, "An invalid floating point operation occurred.")
}
