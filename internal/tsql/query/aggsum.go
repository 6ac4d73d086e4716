package query

import (
	"math/big"
	"strings"

	"github.com/shopspring/decimal"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// sum follows SQL Server's result types: int for the small integers, bigint, decimal(38,s),
// money, float. AVG of integers truncates; of decimals it has at least scale 6.
func (a *aggFunc) sum(name string) error {
	t := a.arg.Type
	avg := name == "AVG"
	switch {
	case t.Kind.IsInt() && t.Kind != sqltype.Bit:
		a.typ = sqltype.Of(sqltype.Int)
		if t.Kind == sqltype.BigInt {
			a.typ = t
		}
		a.sumInt(avg)
	case t.Kind.IsApprox():
		a.typ = sqltype.Of(sqltype.Float)
		a.each(func(s *aggState, v sqltype.Value) error { s.f += v.Float(); return nil })
		a.final = func(s *aggState) (sqltype.Value, error) {
			if s.n == 0 {
				return sqltype.NullOf(sqltype.Float), nil
			}
			if avg {
				return sqltype.FloatOf(s.f / float64(s.n)), nil
			}
			return sqltype.FloatOf(s.f), nil
		}
		a.merge = func(s, o *aggState) error { s.n += o.n; s.f += o.f; return nil }
	case t.Kind == sqltype.Money || t.Kind == sqltype.SmallMoney:
		a.typ = sqltype.Of(sqltype.Money)
		a.sumInt(avg)
	case t.Kind == sqltype.Decimal:
		a.sumDecimal(avg, t)
	default:
		return sqltype.Errorf(8117, "Operand data type %s is invalid for %s operator.", t.Kind, strings.ToLower(name))
	}
	return nil
}

func (a *aggFunc) sumInt(avg bool) {
	typ := a.typ
	lo, hi := intRange(typ.Kind)
	add := func(s *aggState, i int64) error {
		n := s.i + i
		if (n > s.i) != (i > 0) && i != 0 {
			return sqltype.Overflow(typ)
		}
		s.i = n
		return nil
	}
	a.each(func(s *aggState, v sqltype.Value) error { return add(s, v.I) })
	if f := a.arg.EvalInt; f != nil && !a.distinct {
		a.step = func(s *aggState, env *expr.Env) error {
			i, null, err := f(env)
			if err != nil || null {
				s.null = s.null || null
				return err
			}
			s.n++
			return add(s, i)
		}
	}
	a.final = func(s *aggState) (sqltype.Value, error) {
		if s.n == 0 {
			return sqltype.NullOf(typ.Kind), nil
		}
		i := s.i
		// The sum itself must fit the result type, for AVG too.
		if typ.Kind.IsInt() && (i < lo || i > hi) {
			return sqltype.Value{}, sqltype.Overflow(typ)
		}
		if avg {
			i /= s.n
		}
		return sqltype.Value{Kind: typ.Kind, I: i}, nil
	}
	a.merge = func(s, o *aggState) error { s.n += o.n; s.null = s.null || o.null; return add(s, o.i) }
}

func (a *aggFunc) sumDecimal(avg bool, t sqltype.Type) {
	scale := int(t.Scale)
	out := sqltype.DecimalOf(38, scale)
	if avg {
		out = sqltype.DecimalOf(38, max(scale, 6))
	}
	a.typ = out
	add := func(s *aggState, d *big.Int) {
		if s.big == nil {
			s.big = new(big.Int)
		}
		s.big.Add(s.big, d)
	}
	a.each(func(s *aggState, v sqltype.Value) error {
		d := *v.D
		c := d.Coefficient()
		if shift := int(d.Exponent()) + scale; shift > 0 {
			c = new(big.Int).Mul(c, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(shift)), nil))
		}
		add(s, c)
		return nil
	})
	a.final = func(s *aggState) (sqltype.Value, error) {
		if s.n == 0 {
			return sqltype.NullOf(sqltype.Decimal), nil
		}
		d := decimal.NewFromBigInt(s.big, int32(-scale))
		if avg {
			// T-SQL truncates the quotient at the result's scale.
			q, _ := d.QuoRem(decimal.NewFromInt(s.n), int32(out.Scale))
			d = q
		}
		return sqltype.ConvertFrom(sqltype.DecimalValue(d), sqltype.DecimalOf(38, int(out.Scale)), out, 0, false)
	}
	a.merge = func(s, o *aggState) error {
		if s.n += o.n; o.big != nil {
			add(s, o.big)
		}
		return nil
	}
}
