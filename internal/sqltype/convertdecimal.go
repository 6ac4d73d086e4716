package sqltype

import (
	"math"
	"math/big"
	"strconv"
)

// toDecimal converts to decimal, rounding to its scale.
func toDecimal(v Value, to Type) (Value, error) {
	if r, ok := smallToDecimal(v, to); ok {
		return r, nil
	}
	coef, scale, err := decimalParts(v, to)
	if err != nil {
		return Value{}, err
	}
	coef = scaleDown(coef, scale-int(to.Scale))
	if digits(coef) > int(to.Prec) {
		return Value{}, overflow(v.Kind, to)
	}
	return decOf(coef, int(to.Scale)), nil
}

// decimalParts reads any numeric or convertible value as coefficient and scale.
func decimalParts(v Value, to Type) (coef *big.Int, scale int, err error) {
	switch {
	case v.Kind.IsInt():
		return big.NewInt(v.I), 0, nil
	case v.Kind == Decimal:
		return v.D.Coefficient(), int(-v.D.Exponent()), nil
	case v.Kind == Money || v.Kind == SmallMoney:
		return big.NewInt(v.I), 4, nil
	case v.Kind.IsApprox():
		f := v.Float()
		switch {
		case !(math.Abs(f) < 1e39): // NaN too, which only a damaged row holds
			return nil, 0, overflow(v.Kind, to)
		case math.Abs(f) < 1e-40:
			return new(big.Int), 0, nil
		}
		d, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'e', 16, 64)) // 17 significant digits
		n := 60
		num := scaleUp(d.Num(), n)
		return num.Quo(num, d.Denom()), n, nil
	case v.Kind.IsString():
		c, s, ok, over := parseDecimal(v.S)
		switch {
		case !ok:
			return nil, 0, failedType(v, to)
		case over:
			return nil, 0, overflow(v.Kind, to)
		}
		return c, s, nil
	case v.Kind == DateTime:
		n := scaleUp(big.NewInt(v.I), 20)
		return n.Quo(n, big.NewInt(ticksPerDay)), 20, nil
	case v.Kind == SmallDateTime:
		n := scaleUp(big.NewInt(v.I), 20)
		return n.Quo(n, big.NewInt(minutesPerDay)), 20, nil
	case v.Kind.IsBinary():
		return decimalFromBytes(v, to)
	}
	return nil, 0, failedType(v, to)
}

// decimalFromBytes undoes decimalBytes: precision, scale, 0, sign, magnitude.
func decimalFromBytes(v Value, to Type) (*big.Int, int, error) {
	s := v.S
	if len(s) < 5 || s[0] > 38 || s[1] > s[0] {
		return nil, 0, failedType(v, to)
	}
	mag := []byte(s[4:])
	for i, j := 0, len(mag)-1; i < j; i, j = i+1, j-1 {
		mag[i], mag[j] = mag[j], mag[i]
	}
	c := new(big.Int).SetBytes(mag)
	if s[3] == 0 {
		c.Neg(c)
	}
	if digits(c) > 38 {
		return nil, 0, failedType(v, to)
	}
	return c, int(s[1]), nil
}
