package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

// recursion is the work table of a recursive common table expression: the rows the step before produced.
type recursion struct {
	q    *Query // its columns are the anchor's
	slot int    // state: *workState
}

type workState struct{ rows *spool.List }

// splitRecursive takes a CTE's UNION ALL chain apart into anchor and the members that refer to it; members is nil
// when none does.
func splitRecursive(d *cteDef) (anchor ast.QueryExpression, members []ast.QueryExpression) {
	var spine []*ast.BinaryQueryExpression
	left := d.query
	for {
		n, ok := expr.MendQuery(left).(*ast.BinaryQueryExpression)
		if !ok {
			break
		}
		spine = append(spine, n)
		left = n.FirstQueryExpression
	}
	if mentions(left, d.name) {
		return nil, nil
	}
	anchor = left
	for i := len(spine) - 1; i >= 0; i-- {
		n := spine[i]
		switch {
		case mentions(n.SecondQueryExpression, d.name):
			if !n.All || !strings.EqualFold(n.BinaryQueryExpressionType, "Union") {
				return nil, nil
			}
			members = append(members, n.SecondQueryExpression)
		case members != nil:
			return nil, nil // an anchor after a recursive member
		default:
			anchor = n
		}
	}
	return anchor, members
}

// mentions reports whether a query reads a table of that one-part name.
func mentions(q ast.QueryExpression, name string) bool {
	found := false
	walkAll(q, func(n any) {
		if r, ok := n.(*ast.NamedTableReference); ok {
			if p := Parts(r.SchemaObject); len(p) == 1 && strings.EqualFold(p[0], name) {
				found = true
			}
		}
	})
	return found
}

// recursive compiles a recursive CTE. Types are the anchor's; a member's columns convert to them
// (SQL Server refuses types that differ, error 240; numbers and text of other lengths are let through here).
func (c *Compiler) recursive(top expr.Scope, d *cteDef, anchor ast.QueryExpression, members []ast.QueryExpression) (*Query, error) {
	a, err := c.compile(top, anchor, roleNested)
	if err != nil {
		return nil, err
	}
	q := &Query{rows: 1000}
	var types []sqltype.Type
	for _, col := range a.Columns {
		q.Columns = append(q.Columns, outColumn(col.Name, col.Type, true))
		types = append(types, col.Type)
	}
	d.work = &recursion{q: q, slot: c.slot()}
	var steps []*Query
	for _, m := range members {
		s, err := c.compile(top, m, roleNested)
		if err != nil {
			return nil, err
		}
		if len(s.Columns) != len(types) {
			return nil, sqltype.Errorf(205, "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of expressions in their target lists.")
		}
		for i, col := range s.Columns {
			if col.Type.Kind != types[i].Kind && !(col.Type.Kind.IsInt() && types[i].Kind.IsInt()) {
				return nil, sqltype.Errorf(240, "Types don't match between the anchor and the recursive part in column \"%s\" of recursive query \"%s\".", q.Columns[i].Name, d.name)
			}
		}
		if s, err = c.converted(s, types); err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	limit := 100
	if c.MaxRecursion != nil {
		limit = *c.MaxRecursion
	}
	work := d.work
	q.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
		return work.run(x, outer, a, steps, limit, emit)
	}
	return q, nil
}

// run produces the anchor's rows, then step by step what the members make of the rows of the step before.
func (w *recursion) run(x *Exec, outer *expr.Env, anchor *Query, steps []*Query, limit int, emit func([]sqltype.Value) error) error {
	var buf []byte
	next := x.List()
	defer func() { next.Close() }()
	collect := func(vals []sqltype.Value) error {
		buf = appendVals(buf[:0], vals)
		if err := next.Add(buf); err != nil {
			return err
		}
		return emit(vals)
	}
	if err := anchor.run(x, outer, collect); err != nil {
		return err
	}
	for level := 1; next.Len() > 0; level++ {
		if err := x.Ctx.Err(); err != nil {
			return err
		}
		if limit > 0 && level > limit {
			return sqltype.Errorf(530, "The statement terminated. The maximum recursion %d has been exhausted before statement completion.", limit)
		}
		cur := next
		next = x.List()
		x.states[w.slot] = &workState{cur}
		for _, s := range steps {
			if err := s.run(x, outer, collect); err != nil {
				cur.Close()
				return err
			}
		}
		cur.Close()
	}
	return nil
}

// workTable is the recursive reference inside a member.
func (b *block) workTable(d *cteDef, alias string) (*unit, error) {
	s := &source{alias: alias, rows: 100}
	for i, c := range d.work.q.Columns {
		s.cols = append(s.cols, column{name: c.Name, typ: c.Type, nullable: true, ord: i})
	}
	if err := s.rename(d.cols); err != nil {
		return nil, err
	}
	i, err := b.addSource(s)
	if err != nil {
		return nil, err
	}
	b.correl = true // its rows change from step to step: nothing that reads them is kept
	return &unit{p: &workRows{src: i, w: d.work}, set: 1 << i, rows: s.rows}, nil
}

type workRows struct {
	src int
	w   *recursion
}

func (w *workRows) run(x *Exec, env *expr.Env, emit func() error) error {
	st, _ := x.states[w.w.slot].(*workState)
	if st == nil {
		return nil
	}
	r := &env.Rows[w.src]
	r.Null = false
	var vals []sqltype.Value
	return st.rows.Each(func(row []byte) (err error) {
		if err := x.Tick(); err != nil {
			return err
		}
		if vals, err = readVals(vals[:0], row); err != nil {
			return err
		}
		r.Vals = vals
		return emit()
	})
}
