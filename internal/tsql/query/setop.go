package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

// unify is the type all of es convert to.
func unify(es []*expr.Expr) (sqltype.Type, error) {
	t := es[0].Type
	for _, e := range es[1:] {
		var err error
		if t, err = sqltype.Common(t, e.Type); err != nil {
			return t, err
		}
	}
	if t.Kind == sqltype.KindNull {
		t = sqltype.Of(sqltype.Int)
	}
	return t, nil
}

// setOp compiles UNION, EXCEPT and INTERSECT.
func (c *Compiler) setOp(parent expr.Scope, n *ast.BinaryQueryExpression) (*Query, error) {
	l, err := c.compile(parent, n.FirstQueryExpression, false)
	if err != nil {
		return nil, err
	}
	r, err := c.compile(parent, n.SecondQueryExpression, false)
	if err != nil {
		return nil, err
	}
	if len(l.Columns) != len(r.Columns) {
		return nil, c.fail(n, sqltype.Errorf(205, "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of expressions in their target lists."))
	}
	q := &Query{rows: l.rows + r.rows, correlated: l.correlated || r.correlated}
	var types []sqltype.Type
	for i := range l.Columns {
		t, err := sqltype.Common(l.Columns[i].Type, r.Columns[i].Type)
		if err != nil {
			return nil, err
		}
		types = append(types, t)
		q.Columns = append(q.Columns, outColumn(l.Columns[i].Name, t, l.Columns[i].Nullable || r.Columns[i].Nullable))
	}
	if l, err = c.converted(l, types); err != nil {
		return nil, err
	}
	if r, err = c.converted(r, types); err != nil {
		return nil, err
	}
	switch strings.ToUpper(n.BinaryQueryExpressionType) {
	case "UNION":
		q.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
			if !n.All {
				emit = x.distinct(emit)
			}
			if err := l.run(x, outer, emit); err != nil {
				return err
			}
			return r.run(x, outer, emit)
		}
	case "EXCEPT", "INTERSECT":
		want := strings.EqualFold(n.BinaryQueryExpressionType, "Intersect")
		q.rows = l.rows
		q.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
			return x.combine(l, r, outer, want, emit)
		}
	default:
		return nil, Unsupported(n.BinaryQueryExpressionType)
	}
	if n.All && !strings.EqualFold(n.BinaryQueryExpressionType, "Union") {
		return nil, sqltype.Errorf(40517, "%s ALL is not supported.", strings.ToUpper(n.BinaryQueryExpressionType))
	}
	return c.orderSet(q, n.OrderByClause)
}

// combine emits the distinct rows of l that r has (INTERSECT) or has not (EXCEPT).
func (x *Exec) combine(l, r *Query, outer *expr.Env, want bool, emit func([]sqltype.Value) error) error {
	have := map[string]struct{}{}
	var key []byte
	makeKey := func(vals []sqltype.Value) {
		key = key[:0]
		for _, v := range vals {
			key = appendNullable(key, v)
		}
	}
	err := r.run(x, outer, func(vals []sqltype.Value) error {
		makeKey(vals)
		if _, ok := have[string(key)]; ok {
			return nil
		}
		have[string(key)] = struct{}{}
		return x.grab(len(key) + 48)
	})
	if err != nil {
		return err
	}
	return l.run(x, outer, x.distinct(func(vals []sqltype.Value) error {
		makeKey(vals)
		if _, ok := have[string(key)]; ok != want {
			return nil
		}
		return emit(vals)
	}))
}

// converted makes q's columns the given types.
func (c *Compiler) converted(q *Query, types []sqltype.Type) (*Query, error) {
	same := true
	for i, t := range types {
		same = same && q.Columns[i].Type == t
	}
	if same {
		return q, nil
	}
	// Conversions are compiled over a one-source environment that holds the row.
	env := c.slot()
	buf := c.slot()
	var es []*expr.Expr
	for i, t := range types {
		e := expr.New(q.Columns[i].Type, q.Columns[i].Nullable, func(env *expr.Env) (sqltype.Value, error) { return env.Rows[0].Vals[i], nil }, nil)
		e, err := expr.ConvertTo(e, t)
		if err != nil {
			return nil, err
		}
		es = append(es, e)
	}
	out := *q
	out.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
		e := x.env(env, 1, 0, outer)
		vals := x.buffer(buf, len(es))
		return q.run(x, outer, func(in []sqltype.Value) error {
			e.Rows[0].Vals = in
			for i, c := range es {
				v, err := c.Eval(e)
				if err != nil {
					return err
				}
				vals[i] = v
			}
			return emit(vals)
		})
	}
	return &out, nil
}

// orderSet applies ORDER BY to a set operation: output names and ordinals only (error 104).
func (c *Compiler) orderSet(q *Query, o *ast.OrderByClause) (*Query, error) {
	if o == nil {
		return q, nil
	}
	var keys []sortKey
	for _, el := range o.OrderByElements {
		i, err := outputPosition(el.Expression, len(q.Columns), func(i int) string { return q.Columns[i].Name })
		if err != nil {
			return nil, err
		}
		if i < 0 {
			return nil, sqltype.Errorf(104, "ORDER BY items must appear in the select list if the statement contains a UNION, INTERSECT or EXCEPT operator.")
		}
		keys = append(keys, sortKey{out: i, desc: strings.EqualFold(el.SortOrder, "Descending")})
	}
	inner := *q
	out := *q
	out.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
		set := x.sorter()
		defer set.Close()
		var key, row []byte
		err := inner.run(x, outer, func(vals []sqltype.Value) error {
			key = key[:0]
			for _, k := range keys {
				key = spool.AppendSortKey(key, inner.Columns[k.out].Type, vals[k.out], k.desc)
			}
			row = appendVals(row[:0], vals)
			return set.Add(key, row)
		})
		if err != nil {
			return err
		}
		var vals []sqltype.Value
		return set.Each(func(_, payload []byte) (err error) {
			if vals, err = readVals(vals[:0], payload); err != nil {
				return err
			}
			return emit(vals)
		})
	}
	return &out, nil
}
