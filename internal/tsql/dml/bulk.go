package dml

import (
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// Bulk is one batch of a bulk load: rows that a client sends. An identity column among the columns takes their values.
type Bulk struct {
	Table     string // its name, as written
	Columns   []string
	Types     []sqltype.Type // of the values
	KeepNulls bool           // else NULL takes the column's default
	TabLock   bool           // a heap takes the bulk path
	Checked   bool           // CHECK constraints are held against the rows
	Order     []BulkOrder    // how the rows are said to be sorted
	// Next gives the next row; false at the end.
	Next func(vals []sqltype.Value) (bool, error)
}

// BulkOrder is one column of the ORDER hint.
type BulkOrder struct {
	Column string
	Desc   bool
}

// BulkInsert compiles a bulk load. info sends informational messages. As SQL Server does, it sorts the rows into the order
// of the clustered key unless they are said to be in it, which is checked then.
func BulkInsert(c *query.Compiler, h Host, l *Bulk, info func(number int32, text string) error) (*Plan, error) {
	i, b, err := l.target(c, h)
	if err != nil {
		return nil, err
	}
	t := i.t
	sorted, err := l.sorted(t, info)
	if err != nil {
		return nil, err
	}
	i.use = c.Use(t)
	run := func(x *query.Exec, _ int64) (n int64, err error) {
		w, err := i.writer(x)
		if err != nil {
			return 0, err
		}
		put := func(rec []byte, from place) error {
			added, err := i.put(x, w, rec, from)
			n += added
			return err
		}
		env := &expr.Env{Rows: []expr.Row{{Vals: make([]sqltype.Value, len(l.Columns))}}, Session: h, Stmt: x.Env.Stmt, Ext: x}
		rows := func(take func(rec []byte) error) error {
			for {
				more, err := l.Next(env.Rows[0].Vals)
				if err != nil || !more {
					return err
				}
				rec, err := b.build(env, h)
				if err != nil {
					return err
				}
				if err := take(rec); err != nil {
					return err
				}
				if err := x.Tick(); err != nil {
					return err
				}
			}
		}
		switch {
		case t.IsHeap():
			from := beside
			if l.TabLock {
				from = each
			}
			err = rows(func(rec []byte) error { return put(rec, from) })
			return n, err
		case sorted:
			var last []byte
			err = rows(func(rec []byte) error {
				if last != nil {
					if err := w.Follows(last, rec); err != nil {
						return err
					}
				}
				last = append(last[:0], rec...)
				return put(rec, each)
			})
			return n, err
		}
		s := w.KeySort(x.Ctx)
		if err = rows(s.Add); err == nil {
			err = s.Each(func(rec []byte) error {
				if err := x.Tick(); err != nil {
					return err
				}
				return put(rec, each)
			})
		}
		if cerr := s.Close(); err == nil {
			err = cerr
		}
		return n, err
	}
	return i.planned(run, false), nil
}

// target is the insertion that the load is, and what builds records of its values.
func (l *Bulk) target(c *query.Compiler, h Host) (i *insertion, b *recordBuilder, err error) {
	parts, ok := expr.SplitName(l.Table)
	if !ok {
		return nil, nil, query.NoTable([]string{l.Table})
	}
	list := make([]*ast.ColumnReferenceExpression, len(l.Columns))
	for k, name := range l.Columns {
		list[k] = query.ColumnNamed(name)
	}
	in, err := c.Into(&ast.NamedTableReference{SchemaObject: query.Named(parts)}, list, false)
	if err != nil {
		return nil, nil, err
	}
	t := in.Table
	i = &insertion{c: c, h: h, t: t, into: in, bulk: l.TabLock, scope: &query.TopScope{C: c}, verb: "INSERT", ignores: t.IgnoresDuplicates()}
	if err := i.columns(list); err != nil {
		return nil, nil, err
	}
	es := make([]*expr.Expr, len(l.Columns))
	for k, col := range i.cols {
		es[k] = valueExpr(k, l.Types[k], true)
		if col.Default == "" || l.KeepNulls {
			continue
		}
		if es[k], err = i.orDefault(es[k], col); err != nil {
			return nil, nil, err
		}
	}
	b, err = i.builder(es)
	return i, b, err
}

// orDefault is e as c stores it, c's default where e is NULL.
func (i *insertion) orDefault(e *expr.Expr, c *engine.Column) (*expr.Expr, error) {
	given, err := expr.StoreTo(e, c.Type)
	if err != nil {
		return nil, err
	}
	otherwise, err := defaultExpr(i.scope, c)
	if err != nil {
		return nil, err
	}
	return expr.New(c.Type, true, func(env *expr.Env) (sqltype.Value, error) {
		v, err := given.Eval(env)
		if err != nil || !v.Null {
			return v, err
		}
		return otherwise.Eval(env)
	}, nil), nil
}

// sorted reports whether the ORDER hint names the clustered key; another order is of no use. Columns that the table does not
// have, and repeated ones, are told: messages 4817 and 4818.
func (l *Bulk) sorted(t *engine.Table, info func(int32, string) error) (bool, error) {
	for k, o := range l.Order {
		switch {
		case t.Column(o.Column) == nil:
			return false, info(4817, "Could not bulk load. The sorted column '"+o.Column+"' is not valid. The ORDER hint is ignored.")
		case slices.ContainsFunc(l.Order[:k], func(b BulkOrder) bool { return strings.EqualFold(b.Column, o.Column) }):
			return false, info(4818, "Could not bulk load. The sorted column '"+o.Column+"' was specified more than once. The ORDER hint is ignored.")
		}
	}
	keys := t.Indexes[0].Keys
	return !t.IsHeap() && slices.EqualFunc(l.Order, keys, func(o BulkOrder, k engine.IndexKey) bool {
		return t.Column(o.Column).ID == k.ColumnID && o.Desc == k.Desc
	}), nil
}
