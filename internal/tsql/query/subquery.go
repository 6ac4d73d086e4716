package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// subquery compiles a query inside an expression. An uncorrelated one runs once per
// execution of the statement.
func (c *Compiler) subquery(parent expr.Scope, q ast.QueryExpression, kind expr.SubqueryKind) (*expr.Subquery, error) {
	r := roleNested
	if kind == expr.SubqueryExists {
		r = roleExists
	}
	cq, err := c.compile(parent, q, r)
	if err != nil {
		return nil, err
	}
	if kind != expr.SubqueryExists && len(cq.Columns) != 1 {
		return nil, c.fail(q, sqltype.Errorf(116, "Only one expression can be specified in the select list when the subquery is not introduced with EXISTS."))
	}
	s := &expr.Subquery{}
	if len(cq.Columns) > 0 {
		s.Type = cq.Columns[0].Type
	}
	slot := c.slot()
	switch kind {
	case expr.SubqueryScalar:
		s.Scalar = func(env *expr.Env) (sqltype.Value, error) { return cq.scalar(execOf(env), env, slot) }
	case expr.SubqueryExists:
		s.Exists = func(env *expr.Env) (bool, error) { return cq.exists(execOf(env), env, slot) }
	default:
		s.Each = func(env *expr.Env, f func(sqltype.Value) (bool, error)) error { return cq.each(execOf(env), env, f) }
		if !cq.correlated {
			s.Contains = func(env *expr.Env, v sqltype.Value) (expr.Tri, error) {
				return cq.contains(execOf(env), env, slot, v)
			}
		}
	}
	return s, nil
}

// once is the kept result of an uncorrelated subquery.
type once struct {
	gen  uint64
	v    sqltype.Value
	ok   bool
	set  map[string]struct{}
	null bool

	// Of EXISTS: found, made once, ends the search with end.
	end   stop
	found func([]sqltype.Value) error
}

func (x *Exec) once(slot int) *once {
	o, _ := x.states[slot].(*once)
	if o == nil {
		o = &once{}
		x.states[slot] = o
	}
	return o
}

func (q *Query) scalar(x *Exec, env *expr.Env, slot int) (sqltype.Value, error) {
	o := x.once(slot)
	if !q.correlated && o.gen == x.gen {
		return o.v, nil
	}
	v := sqltype.NullOf(q.Columns[0].Type.Kind)
	n := 0
	err := q.run(x, env, func(vals []sqltype.Value) error {
		if n++; n > 1 {
			return sqltype.Errorf(512, "Subquery returned more than 1 value. This is not permitted when the subquery follows =, !=, <, <= , >, >= or when the subquery is used as an expression.")
		}
		v = vals[0]
		return nil
	})
	if err != nil {
		return v, err
	}
	o.gen, o.v = x.gen, v
	return v, nil
}

func (q *Query) exists(x *Exec, env *expr.Env, slot int) (bool, error) {
	o := x.once(slot)
	if !q.correlated && o.gen == x.gen {
		return o.ok, nil
	}
	if o.found == nil {
		o.found = func([]sqltype.Value) error { return &o.end }
	}
	err := q.run(x, env, o.found)
	ok := err == error(&o.end)
	if err != nil && !ok {
		return false, err
	}
	o.gen, o.ok = x.gen, ok
	return ok, nil
}

func (q *Query) each(x *Exec, env *expr.Env, f func(sqltype.Value) (bool, error)) error {
	end := &stop{}
	err := q.run(x, env, func(vals []sqltype.Value) error {
		more, err := f(vals[0])
		if err == nil && !more {
			return end
		}
		return err
	})
	if err == error(end) {
		return nil
	}
	return err
}

// contains answers v IN (subquery) from a hash of its rows.
func (q *Query) contains(x *Exec, env *expr.Env, slot int, v sqltype.Value) (expr.Tri, error) {
	o := x.once(slot)
	if o.gen != x.gen {
		*o = once{set: map[string]struct{}{}}
		err := q.run(x, env, func(vals []sqltype.Value) error {
			if vals[0].Null {
				o.null = true
				return nil
			}
			k := string(sqltype.AppendGroupKey(nil, vals[0]))
			if _, ok := o.set[k]; ok {
				return nil
			}
			o.set[k] = struct{}{}
			return x.grab(len(k) + 48)
		})
		if err != nil {
			return expr.Unknown, err
		}
		o.gen = x.gen
	}
	switch {
	case len(o.set) == 0 && !o.null:
		return expr.False, nil
	case v.Null:
		return expr.Unknown, nil
	}
	var buf [64]byte
	if _, ok := o.set[string(sqltype.AppendGroupKey(buf[:0], v))]; ok {
		return expr.True, nil
	}
	if o.null {
		return expr.Unknown, nil
	}
	return expr.False, nil
}
