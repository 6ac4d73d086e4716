package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// derived is a query used as a table. Its row is the query's output buffer.
type derived struct {
	src     int
	q       *Query
	lateral bool // APPLY: it sees this block's rows
	top     bool // CTE: its enclosing scope is the statement's
}

func (b *block) derived(q ast.QueryExpression, alias string, names []*ast.Identifier, parent expr.Scope, open bool) (*unit, error) {
	cq, err := b.c.compile(parent, q, nested(open))
	if err != nil {
		return nil, err
	}
	if parent == expr.Scope(b) {
		b.refs |= 0
	} else if cq.correlated {
		b.outer, b.correl = true, true
	}
	return b.derivedUnit(cq, alias, names, &derived{lateral: parent == expr.Scope(b)})
}

func (b *block) derivedUnit(cq *Query, alias string, names []*ast.Identifier, d *derived) (*unit, error) {
	s := &source{alias: alias, rows: cq.rows, trace: cq.trace}
	for i, c := range cq.Columns {
		s.cols = append(s.cols, column{name: c.Name, typ: c.Type, nullable: c.Nullable, ord: i})
	}
	if err := s.rename(names); err != nil {
		return nil, err
	}
	for i := range s.cols {
		if s.cols[i].name == "" {
			return nil, sqltype.Errorf(8155, "No column name was specified for column %d of '%s'.", i+1, alias)
		}
		if j, n := s.find(s.cols[i].name); n > 1 && j != i {
			continue
		} else if n > 1 {
			return nil, sqltype.Errorf(8156, "The column '%s' was specified multiple times for '%s'.", s.cols[i].name, alias)
		}
	}
	i, err := b.addSource(s)
	if err != nil {
		return nil, err
	}
	d.src, d.q = i, cq
	return &unit{p: d, set: 1 << i, rows: s.rows}, nil
}

func (d *derived) run(x *Exec, env *expr.Env, emit func() error) error {
	r := &env.Rows[d.src]
	outer := env.Outer
	switch {
	case d.lateral:
		outer = env
	case d.top || outer == nil:
		outer = x.Env
	}
	r.Null = false
	return d.q.Run(x, outer, func(vals []sqltype.Value) error {
		r.Vals = vals
		return emit()
	})
}

// inline compiles (VALUES (…), (…)) AS t(c, …).
// parent is the block itself under APPLY.
func (b *block) inline(n *ast.InlineDerivedTable, parent expr.Scope) (*unit, error) {
	cq, err := b.c.values(parent, n.RowValues)
	if err != nil {
		return nil, err
	}
	return b.derivedUnit(cq, ident(n.Alias), n.Columns, &derived{lateral: parent == expr.Scope(b)})
}

// Values compiles a table value constructor: each column's type is the one its values combine to.
func (c *Compiler) values(parent expr.Scope, rows []*ast.RowValue) (*Query, error) {
	if len(rows) == 0 || len(rows[0].ColumnValues) == 0 {
		return nil, badSyntax("VALUES")
	}
	exprs := make([][]*expr.Expr, len(rows))
	for i, r := range rows {
		if len(r.ColumnValues) != len(rows[0].ColumnValues) {
			return nil, sqltype.Errorf(10709, "The number of columns for each row in a table value constructor must be the same.")
		}
		for _, v := range r.ColumnValues {
			e, err := expr.Compile(parent, v)
			if err != nil {
				return nil, err
			}
			exprs[i] = append(exprs[i], e)
		}
	}
	q := &Query{rows: float64(len(rows))}
	for j := range rows[0].ColumnValues {
		col := make([]*expr.Expr, len(rows))
		for i := range rows {
			col[i] = exprs[i][j]
		}
		t, err := unify(col)
		if err != nil {
			return nil, err
		}
		nullable := false
		for i := range rows {
			nullable = nullable || exprs[i][j].Nullable
			if exprs[i][j], err = expr.ConvertTo(exprs[i][j], t); err != nil {
				return nil, err
			}
		}
		q.Columns = append(q.Columns, outColumn("", t, nullable))
	}
	width := len(q.Columns)
	slot := c.slot()
	q.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
		vals := x.buffer(slot, width)
		for _, row := range exprs {
			if err := x.Tick(); err != nil {
				return err
			}
			for j, e := range row {
				v, err := e.Eval(outer)
				if err != nil {
					return err
				}
				vals[j] = v
			}
			if err := emit(vals); err != nil {
				return err
			}
		}
		return nil
	}
	return q, nil
}

// buffer is a row of n values kept in a state slot.
func (x *Exec) buffer(slot, n int) []sqltype.Value {
	b, _ := x.states[slot].([]sqltype.Value)
	if len(b) != n {
		b = make([]sqltype.Value, n)
		x.states[slot] = b
	}
	return b
}
