package expr

import (
	"sync/atomic"

	"scanfrag/internal/sqltype"
)

// dateOrder is SET DATEFORMAT of the session, mdy without one.
func (env *Env) dateOrder() sqltype.DateOrder {
	if env.Session == nil {
		return sqltype.OrderMDY
	}
	return sqltype.ParseDateOrder(env.Session.DateFormat())
}

// dateText converts text to a date kind, which depends on SET DATEFORMAT unless
// every order reads it alike ('20240229', ISO with T). Constant text that does depend on it
// is converted once per order, not once per row.
func dateText(e *Expr, t sqltype.Type, style int) *Expr {
	if v, ok := e.Value(); ok {
		if r, same := sameInAllOrders(v, t, style); same {
			return Constant(t, r)
		}
	}
	type result struct {
		order sqltype.DateOrder
		v     sqltype.Value
		err   error
	}
	var last atomic.Pointer[result]
	constant := e.Const
	eval := e.Eval
	return New(t, e.Nullable, func(env *Env) (sqltype.Value, error) {
		order := env.dateOrder()
		if constant {
			if r := last.Load(); r != nil && r.order == order {
				return r.v, r.err
			}
		}
		v, err := eval(env)
		if err != nil {
			return v, err
		}
		v, err = sqltype.DateFromText(v, t, style, order)
		if constant {
			last.Store(&result{order, v, err})
		}
		return v, err
	}, nil)
}

func sameInAllOrders(v sqltype.Value, t sqltype.Type, style int) (r sqltype.Value, same bool) {
	for o := sqltype.OrderMDY; o <= sqltype.OrderDYM; o++ {
		x, err := sqltype.DateFromText(v, t, style, o)
		if err != nil || o > sqltype.OrderMDY && x != r {
			return x, false
		}
		r = x
	}
	return r, true
}
