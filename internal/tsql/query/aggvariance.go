package query

import (
	"math"
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// variance uses Welford's update: f is the mean, q the sum of squared deviations.
func (a *aggFunc) variance(name string) error {
	e, err := expr.ConvertTo(a.arg, sqltype.Of(sqltype.Float))
	if err != nil || !a.arg.Type.Kind.IsNumeric() {
		return sqltype.Errorf(8117, "Operand data type %s is invalid for %s operator.", a.arg.Type.Kind, strings.ToLower(name))
	}
	a.arg, a.typ = e, sqltype.Of(sqltype.Float)
	a.each(func(s *aggState, v sqltype.Value) error {
		d := v.Float() - s.f
		s.f += d / float64(s.n)
		s.q += d * (v.Float() - s.f)
		return nil
	})
	population := strings.HasSuffix(name, "P")
	root := strings.HasPrefix(name, "STDEV")
	a.final = func(s *aggState) (sqltype.Value, error) {
		n := float64(s.n)
		if !population {
			n--
		}
		if s.n == 0 || n <= 0 {
			return sqltype.NullOf(sqltype.Float), nil
		}
		v := s.q / n
		if root {
			v = math.Sqrt(v)
		}
		return sqltype.FloatOf(v), nil
	}
	return nil
}
