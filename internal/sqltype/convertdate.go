package sqltype

import (
	"math"
	"math/big"
)

func toDate(v Value, to Type, style int) (Value, error) {
	switch {
	case v.Kind == to.Kind && (v.Kind == Date || v.Kind == DateTime || v.Kind == SmallDateTime):
		return v, nil
	case v.Kind.IsDateTime():
		c := ClockOf(v)
		if c.Day < 0 || c.Day > maxDay {
			return Value{}, dateRange(v.Kind, to)
		}
		if r, ok := c.Value(to); ok {
			return r, nil
		}
		return Value{}, dateRange(v.Kind, to)
	case v.Kind.IsString():
		return textToDate(v, to, style, OrderMDY)
	case v.Kind.IsBinary():
		if r, ok := dateFromBytes(v, to); ok {
			return r, nil
		}
		return Value{}, failedType(v, to)
	}
	return numberToDate(v, to)
}

// numberToDate counts days and their fraction from 1900-01-01.
func numberToDate(v Value, to Type) (Value, error) {
	perDay, lo, hi := int64(ticksPerDay), int64(minDTDay)*ticksPerDay, int64(maxDTDay+1)*ticksPerDay-1
	if to.Kind == SmallDateTime {
		perDay, lo, hi = minutesPerDay, 0, maxSmallDT
	}
	var units *big.Int
	if v.Kind.IsApprox() {
		f := math.RoundToEven(v.Float() * float64(perDay))
		if !(math.Abs(f) < 1e18) {
			return Value{}, Overflow(to)
		}
		units = big.NewInt(int64(f))
	} else {
		coef, scale, err := decimalParts(v, to)
		if err != nil {
			return Value{}, err
		}
		units = scaleDown(coef.Mul(coef, big.NewInt(perDay)), scale)
	}
	if !units.IsInt64() || units.Int64() < lo || units.Int64() > hi {
		return Value{}, Overflow(to)
	}
	return Value{Kind: to.Kind, I: units.Int64()}, nil
}

// DateFromText converts text to a date kind under SET DATEFORMAT; Convert does so under mdy.
func DateFromText(v Value, to Type, style int, order DateOrder) (Value, error) {
	if v.Null {
		return NullOf(to.Kind), nil
	}
	return textToDate(v, to, style, order)
}

func textToDate(v Value, to Type, style int, order DateOrder) (Value, error) {
	old := to.Kind == DateTime || to.Kind == SmallDateTime
	d, ok := parseDate(v.S, styleOrder(style, order), old)
	if !ok || old && (d.fracLen > 3 || d.hasOff && d.clock.Off != 0) || d.fracLen > 7 {
		if to.Kind == SmallDateTime {
			return Value{}, errorState(295, 3, "Conversion failed when converting character string to smalldatetime data type.")
		}
		return Value{}, errorState(241, 1, "Conversion failed when converting date and/or time from character string.")
	}
	if d.badRange {
		if old {
			return Value{}, dateRange(v.Kind, to)
		}
		return Value{}, errorState(241, 1, "Conversion failed when converting date and/or time from character string.")
	}
	if d.hasOff && to.Kind == DateTimeOffset {
		if r, ok := d.clock.Value(to); ok {
			return r, nil
		}
		return Value{}, dateRange(v.Kind, to)
	}
	d.clock.Off = 0
	r, ok := d.clock.Value(to)
	if !ok {
		return Value{}, dateRange(v.Kind, to)
	}
	return r, nil
}

func dateRange(from Kind, to Type) error {
	return errorState(242, 3, "The conversion of a %s data type to a %s data type resulted in an out-of-range value.", from, to.Kind)
}
