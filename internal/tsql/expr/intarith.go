package expr

import (
	"math"

	"scanfrag/internal/sqltype"
)

// intArith evaluates l op r in integer kind k without building Values. The
// common shapes (variable with constant, int and bigint + - * % /) have closures of their own:
// a counting loop spends its time here.
func intArith(op sqltype.Op, l, r *Expr, k sqltype.Kind) func(*Env) (int64, bool, error) {
	lf, rf := l.EvalInt, r.EvalInt
	if k == sqltype.Int || k == sqltype.BigInt {
		if v, ok := r.Value(); ok && !v.Null {
			if f := intArithConst(op, l, v.I, k); f != nil {
				return f
			}
		}
		if k == sqltype.Int {
			switch op {
			case sqltype.OpAdd:
				return func(env *Env) (int64, bool, error) {
					a, an, err := lf(env)
					if err != nil {
						return 0, false, err
					}
					b, bn, err := rf(env)
					if err != nil || an || bn {
						return 0, true, err
					}
					return int32Result(env, a+b)
				}
			case sqltype.OpSub:
				return func(env *Env) (int64, bool, error) {
					a, an, err := lf(env)
					if err != nil {
						return 0, false, err
					}
					b, bn, err := rf(env)
					if err != nil || an || bn {
						return 0, true, err
					}
					return int32Result(env, a-b)
				}
			case sqltype.OpMul:
				return func(env *Env) (int64, bool, error) {
					a, an, err := lf(env)
					if err != nil {
						return 0, false, err
					}
					b, bn, err := rf(env)
					if err != nil || an || bn {
						return 0, true, err
					}
					return int32Result(env, a*b) // two int32 never overflow int64
				}
			}
		}
	}
	return func(env *Env) (int64, bool, error) {
		a, an, err := lf(env)
		if err != nil {
			return 0, false, err
		}
		b, bn, err := rf(env)
		if err != nil || an || bn {
			return 0, true, err
		}
		i, err := sqltype.ApplyInt(op, a, b, k)
		if err != nil {
			return arithFault(env, err)
		}
		return i, false, nil
	}
}

func int32Result(env *Env, i int64) (int64, bool, error) {
	if int64(int32(i)) != i {
		return arithFault(env, sqltype.Overflow(sqltype.Of(sqltype.Int)))
	}
	return i, false, nil
}

// arithFault is an overflow or a division by zero: NULL when ARITHABORT and
// ANSI_WARNINGS are both off. (SQL Server also sends a warning, 3606 or 3607.)
func arithFault(env *Env, err error) (int64, bool, error) {
	if env.Session != nil && !env.Session.Option("ARITHABORT") && !env.Session.Option("ANSI_WARNINGS") {
		return 0, true, nil
	}
	return 0, false, err
}

// intArithConst is l op n for int and bigint; nil for the shapes not specialised.
func intArithConst(op sqltype.Op, l *Expr, n int64, k sqltype.Kind) func(*Env) (int64, bool, error) {
	f := l.EvalInt
	lo, hi := int64(math.MinInt32), int64(math.MaxInt32)
	if k == sqltype.BigInt {
		lo, hi = math.MinInt64, math.MaxInt64
	}
	if op == sqltype.OpSub && n != math.MinInt64 {
		op, n = sqltype.OpAdd, -n
	}
	switch {
	case op == sqltype.OpAdd:
		if n >= 0 {
			hi -= n
		} else {
			lo -= n
		}
		overflow := func() error { return sqltype.Overflow(sqltype.Of(k)) }
		if slot, ok := l.Slot(); ok {
			return func(env *Env) (int64, bool, error) {
				v := &env.Vars[slot]
				if v.Null {
					return 0, true, nil
				}
				if v.I < lo || v.I > hi {
					return arithFault(env, overflow())
				}
				return v.I + n, false, nil
			}
		}
		return func(env *Env) (int64, bool, error) {
			a, null, err := f(env)
			if err != nil || null {
				return 0, null, err
			}
			if a < lo || a > hi {
				return arithFault(env, overflow())
			}
			return a + n, false, nil
		}
	case op == sqltype.OpMod && n > 0:
		return func(env *Env) (int64, bool, error) {
			a, null, err := f(env)
			if err != nil || null {
				return 0, null, err
			}
			return a % n, false, nil
		}
	case op == sqltype.OpDiv && n > 0:
		return func(env *Env) (int64, bool, error) {
			a, null, err := f(env)
			if err != nil || null {
				return 0, null, err
			}
			return a / n, false, nil
		}
	case op == sqltype.OpAnd:
		return func(env *Env) (int64, bool, error) {
			a, null, err := f(env)
			return a & n, null, err
		}
	}
	return nil
}
