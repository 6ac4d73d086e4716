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

// setOp compiles UNION, EXCEPT and INTERSECT. The tree leans to the left; its spine is walked in a loop, so
// that scripts with thousands of UNION ALL SELECT need no stack.
func (c *Compiler) setOp(parent expr.Scope, n *ast.BinaryQueryExpression) (*Query, error) {
	var spine []*ast.BinaryQueryExpression // outermost first
	var left ast.QueryExpression = n
	for {
		b, ok := left.(*ast.BinaryQueryExpression)
		if !ok {
			break
		}
		if s, ok := b.SecondQueryExpression.(*ast.QuerySpecification); ok && s.ForClause != nil {
			return nil, c.fail(s, Unsupported("a FOR clause after UNION, EXCEPT or INTERSECT"))
		}
		spine = append(spine, b)
		left = b.FirstQueryExpression
	}
	cur, err := c.compile(parent, left, roleNested)
	if err != nil {
		return nil, err
	}
	for i := len(spine) - 1; i >= 0; {
		op := strings.ToUpper(spine[i].BinaryQueryExpressionType)
		all := spine[i].All
		parts := []*Query{cur}
		for ; i >= 0 && strings.EqualFold(spine[i].BinaryQueryExpressionType, op) && spine[i].All == all; i-- {
			q, err := c.compile(parent, spine[i].SecondQueryExpression, roleNested)
			if err != nil {
				return nil, err
			}
			if len(q.Columns) != len(cur.Columns) {
				return nil, c.fail(spine[i], sqltype.Errorf(205, "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of expressions in their target lists."))
			}
			parts = append(parts, q)
			if op != "UNION" && len(parts) == 2 {
				i--
				break
			}
		}
		if cur, err = c.combined(op, all, parts); err != nil {
			return nil, err
		}
	}
	return c.orderSet(cur, n.OrderByClause)
}

// combined joins queries of one set operator; all but UNION have two.
func (c *Compiler) combined(op string, all bool, parts []*Query) (*Query, error) {
	q := &Query{}
	var types []sqltype.Type
	for i, col := range parts[0].Columns {
		t, nullable := col.Type, col.Nullable
		for _, p := range parts[1:] {
			var err error
			if t, err = sqltype.Common(t, p.Columns[i].Type); err != nil {
				return nil, err
			}
			nullable = nullable || p.Columns[i].Nullable
		}
		types = append(types, t)
		q.Columns = append(q.Columns, outColumn(col.Name, t, nullable))
	}
	for i, p := range parts {
		q.rows += p.rows
		q.correlated = q.correlated || p.correlated
		var err error
		if parts[i], err = c.converted(p, types); err != nil {
			return nil, err
		}
	}
	switch {
	case op == "UNION":
		q.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
			rows := func(emit func([]sqltype.Value) error) error {
				for _, p := range parts {
					if err := p.run(x, outer, emit); err != nil {
						return err
					}
				}
				return nil
			}
			if all {
				return rows(emit)
			}
			return x.distinctRows(rows, emit)
		}
	case all:
		return nil, Unsupported(op + " ALL")
	case op == "EXCEPT", op == "INTERSECT":
		q.rows = parts[0].rows
		q.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
			return x.combine(parts[0], parts[1], outer, op == "INTERSECT", emit)
		}
	default:
		return nil, Unsupported("the set operator " + op)
	}
	return q, nil
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
	return x.distinctRows(func(emit func([]sqltype.Value) error) error {
		return l.run(x, outer, func(vals []sqltype.Value) error {
			makeKey(vals)
			if _, ok := have[string(key)]; ok != want {
				return nil
			}
			return emit(vals)
		})
	}, emit)
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
