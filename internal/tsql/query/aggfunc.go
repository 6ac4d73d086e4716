package query

import (
	"math"
	"math/big"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// aggFunc computes one aggregate. Its states are plain values in the group's slice.
type aggFunc struct {
	typ      sqltype.Type
	nullable bool
	arg      *expr.Expr // nil: COUNT(*)
	node     ast.ScalarExpression
	distinct bool
	edge     int  // MIN: 1, MAX: -1
	impure   bool // the argument calls functions: not for parallel workers
	step     func(s *aggState, env *expr.Env) error
	// value is step for a value of arg that was evaluated before.
	value  func(s *aggState, x *Exec, v sqltype.Value) error
	final  func(s *aggState) (sqltype.Value, error)
	finish func(s *aggState) error // before final: what DISTINCT set aside
	// merge adds a worker's state; nil when the aggregate cannot be split.
	merge func(s, o *aggState) error
}

// aggState is the state of one aggregate in one group.
type aggState struct {
	n    int64 // values seen, NULLs apart
	i    int64 // integer sum, checksum
	f, q float64
	v    sqltype.Value // MIN, MAX, decimal sum
	big  *big.Int      // integer sum beyond 64 bits is an error; decimals' scaled sum
	text []byte
	rows []string // of STRING_AGG … WITHIN GROUP, see ordered
	seen *distinctSet
	null bool // a NULL was eliminated
}

func (b *block) compileAggregate(name string, f *ast.FunctionCall) (*aggFunc, error) {
	a := &aggFunc{nullable: true, distinct: strings.EqualFold(f.UniqueRowFilter, "Distinct")}
	star := isStar(f)
	if star && name != "COUNT" && name != "COUNT_BIG" {
		return nil, sqltype.Errorf(102, "Incorrect syntax near '*'.")
	}
	want := 1
	if name == "STRING_AGG" {
		want = 2
	}
	if !star && len(f.Parameters) != want {
		return nil, sqltype.Errorf(174, "The %s function requires %d argument(s).", name, want)
	}
	if f.WithinGroupClause != nil && name != "STRING_AGG" {
		return nil, sqltype.Errorf(10757, "The function '%s' may not have a WITHIN GROUP clause.", name)
	}
	if !star {
		if HasSubquery(f.Parameters[0]) {
			return nil, sqltype.Errorf(130, "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.")
		}
		calls := b.calls
		b.calls = false
		e, err := expr.Compile(b, f.Parameters[0])
		a.impure = b.calls
		b.calls = b.calls || calls
		if err != nil {
			return nil, err
		}
		a.arg, a.node = e, f.Parameters[0]
	}
	var err error
	switch name {
	case "COUNT", "COUNT_BIG":
		a.count(name == "COUNT_BIG")
	case "APPROX_COUNT_DISTINCT": // exact, which is within its bounds
		a.distinct = true
		a.count(true)
	case "SUM", "AVG":
		err = a.sum(name)
	case "MIN", "MAX":
		err = a.extreme(name)
	case "STDEV", "STDEVP", "VAR", "VARP":
		err = a.variance(name)
	case "CHECKSUM_AGG":
		err = a.checksum()
	case "STRING_AGG":
		err = a.concat(b, f)
	default:
		return nil, Unsupported("the aggregate " + name)
	}
	if err != nil {
		return nil, err
	}
	if a.distinct {
		a.merge = nil
	}
	return a, nil
}

func isStar(f *ast.FunctionCall) bool {
	if len(f.Parameters) != 1 {
		return false
	}
	c, ok := f.Parameters[0].(*ast.ColumnReferenceExpression)
	return ok && strings.EqualFold(c.ColumnType, "Wildcard")
}

// each wraps add with NULL elimination and DISTINCT.
func (a *aggFunc) each(add func(s *aggState, v sqltype.Value) error) {
	a.value = func(s *aggState, x *Exec, v sqltype.Value) error {
		if v.Null {
			s.null = true
			return nil
		}
		if a.distinct {
			if s.seen == nil {
				s.seen = &distinctSet{}
			}
			fresh, err := s.seen.add(x, v)
			if err != nil || !fresh {
				return err
			}
		}
		s.n++
		return add(s, v)
	}
	a.step = func(s *aggState, env *expr.Env) error {
		v, err := a.arg.Eval(env)
		if err != nil {
			return err
		}
		return a.value(s, execOf(env), v)
	}
	a.finish = func(s *aggState) error {
		if s.seen == nil {
			return nil
		}
		seen := s.seen
		s.seen = nil
		return seen.drain(func(v sqltype.Value) error {
			s.n++
			return add(s, v)
		})
	}
}

func (a *aggFunc) count(big bool) {
	a.nullable = false
	a.typ = sqltype.Of(sqltype.Int)
	if big {
		a.typ = sqltype.Of(sqltype.BigInt)
	}
	k := a.typ.Kind
	a.final = func(s *aggState) (sqltype.Value, error) {
		if k == sqltype.Int && s.n > math.MaxInt32 {
			return sqltype.Value{}, sqltype.Overflow(a.typ)
		}
		return sqltype.IntOf(k, s.n), nil
	}
	a.merge = func(s, o *aggState) error { s.n += o.n; return nil }
	if a.arg == nil {
		a.step = func(s *aggState, _ *expr.Env) error { s.n++; return nil }
		a.value = func(s *aggState, _ *Exec, _ sqltype.Value) error { s.n++; return nil }
		return
	}
	a.each(func(*aggState, sqltype.Value) error { return nil })
}

func (a *aggFunc) extreme(name string) error {
	t := a.arg.Type
	if t.Kind == sqltype.Bit || t.Kind == sqltype.KindNull {
		return sqltype.Errorf(8117, "Operand data type %s is invalid for %s operator.", t.Kind, strings.ToLower(name))
	}
	a.typ = t
	sign := 1
	if name == "MAX" {
		sign = -1
	}
	a.edge = sign
	take := func(s *aggState, v sqltype.Value) error {
		if s.v.Kind == sqltype.KindNull || sign*sqltype.Compare(v, s.v) < 0 {
			s.v = v
		}
		return nil
	}
	distinct := a.distinct
	a.distinct = false // changes nothing for MIN and MAX
	a.each(take)
	a.distinct = distinct
	if f := a.arg.EvalInt; f != nil {
		k := t.Kind
		a.step = func(s *aggState, env *expr.Env) error {
			i, null, err := f(env)
			if err != nil || null {
				s.null = s.null || null
				return err
			}
			if s.n == 0 || sign > 0 && i < s.v.I || sign < 0 && i > s.v.I {
				s.v = sqltype.Value{Kind: k, I: i}
			}
			s.n++
			return nil
		}
	}
	a.final = func(s *aggState) (sqltype.Value, error) {
		if s.n == 0 {
			return sqltype.NullOf(t.Kind), nil
		}
		return s.v, nil
	}
	a.merge = func(s, o *aggState) error {
		if o.n > 0 {
			s.n += o.n
			return take(s, o.v)
		}
		return nil
	}
	return nil
}

// checksum is CHECKSUM_AGG: an order-independent combination, here exclusive or.
func (a *aggFunc) checksum() error {
	if !a.arg.Type.Kind.IsInt() || a.arg.Type.Kind == sqltype.Bit || a.arg.Type.Kind == sqltype.BigInt {
		return sqltype.Errorf(8117, "Operand data type %s is invalid for checksum_agg operator.", a.arg.Type.Kind)
	}
	a.typ = sqltype.Of(sqltype.Int)
	a.each(func(s *aggState, v sqltype.Value) error { s.i ^= v.I; return nil })
	a.final = func(s *aggState) (sqltype.Value, error) {
		if s.n == 0 {
			return sqltype.NullOf(sqltype.Int), nil
		}
		return sqltype.IntOf(sqltype.Int, int64(int32(s.i))), nil
	}
	a.merge = func(s, o *aggState) error { s.n += o.n; s.i ^= o.i; return nil }
	return nil
}
