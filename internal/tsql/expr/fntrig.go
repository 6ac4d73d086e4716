package expr

import (
	"math"

	"scanfrag/internal/sqltype"
)

// trigFunctions take a float and give a float; a result that is no number is error 3623.
func trigFunctions() map[string]builtin {
	one := func(f func(float64) float64) builtin {
		return builtin{min: 1, max: 1, build: func(_ *compiler, _ string, a []*Expr) (*Expr, error) {
			e, err := asFloat(a[0])
			if err != nil {
				return nil, err
			}
			return strict1(sqltype.Of(sqltype.Float), e, func(v sqltype.Value) (sqltype.Value, error) {
				return floatResult(f(v.Float()))
			}), nil
		}}
	}
	return map[string]builtin{
		"SQRT": one(math.Sqrt), "SQUARE": one(func(f float64) float64 { return f * f }),
		"EXP": one(math.Exp), "LOG10": one(math.Log10),
		"SIN": one(math.Sin), "COS": one(math.Cos), "TAN": one(math.Tan), "COT": one(func(f float64) float64 { return 1 / math.Tan(f) }),
		"ASIN": one(math.Asin), "ACOS": one(math.Acos), "ATAN": one(math.Atan),
		"DEGREES": {min: 1, max: 1, build: angle(180 / math.Pi)},
		"RADIANS": {min: 1, max: 1, build: angle(math.Pi / 180)},
		"LOG":     {min: 1, max: 2, build: buildLog},
		"ATN2":    {min: 2, max: 2, build: buildAtn2},
		"PI": {min: 0, max: 0, build: func(*compiler, string, []*Expr) (*Expr, error) {
			return Constant(sqltype.Of(sqltype.Float), sqltype.FloatOf(math.Pi)), nil
		}},
	}
}

// angle keeps the argument's type: RADIANS(90) is the int 1.
func angle(factor float64) func(*compiler, string, []*Expr) (*Expr, error) {
	return func(_ *compiler, name string, a []*Expr) (*Expr, error) {
		e, err := numberArg(a[0], name)
		if err != nil {
			return nil, err
		}
		t := e.Type
		if t.Kind == sqltype.Decimal {
			t = sqltype.DecimalOf(38, 18)
		}
		x, err := convert(e, sqltype.Of(sqltype.Float), 0, true)
		if err != nil {
			return nil, err
		}
		return strict1(t, x, func(v sqltype.Value) (sqltype.Value, error) {
			return sqltype.Convert(sqltype.FloatOf(v.Float()*factor), t, 0, true)
		}), nil
	}
}

func floatResult(f float64) (sqltype.Value, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return sqltype.Value{}, floatDomain()
	}
	return sqltype.FloatOf(f), nil
}

func buildLog(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	x, err := asFloat(a[0])
	if err != nil {
		return nil, err
	}
	t := sqltype.Of(sqltype.Float)
	if len(a) == 1 {
		return strict1(t, x, func(v sqltype.Value) (sqltype.Value, error) { return floatResult(math.Log(v.Float())) }), nil
	}
	base, err := asFloat(a[1])
	if err != nil {
		return nil, err
	}
	return strict2(t, x, base, func(x, b sqltype.Value) (sqltype.Value, error) {
		return floatResult(math.Log(x.Float()) / math.Log(b.Float()))
	}), nil
}

func buildAtn2(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	y, err := asFloat(a[0])
	if err != nil {
		return nil, err
	}
	x, err := asFloat(a[1])
	if err != nil {
		return nil, err
	}
	return strict2(sqltype.Of(sqltype.Float), y, x, func(y, x sqltype.Value) (sqltype.Value, error) {
		return floatResult(math.Atan2(y.Float(), x.Float()))
	}), nil
}
