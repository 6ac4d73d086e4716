package dml

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// fromQuery compiles the insertion of a query's rows. Rows go straight from the query into the table,
// unless the query reads that table: then they are set aside first.
func (i *insertion) fromQuery(q *query.Query, tp *top) (*Plan, error) {
	if tp != nil && tp.percent {
		q, tp = q.Percent(tp.n), nil
	}
	switch {
	case len(q.Columns) < len(i.cols):
		return nil, sqltype.Errorf(120, "The select list for the INSERT statement contains fewer items than the insert list. The number of SELECT values must match the number of INSERT columns.")
	case len(q.Columns) > len(i.cols):
		return nil, i.tooMany(len(q.Columns), sqltype.Errorf(121, "The select list for the INSERT statement contains more items than the insert list. The number of SELECT values must match the number of INSERT columns."))
	}
	reads := false
	for _, u := range i.c.Uses {
		reads = reads || u.Table == i.t
	}
	es := make([]*expr.Expr, len(q.Columns))
	for k, c := range q.Columns {
		es[k] = valueExpr(k, c.Type, c.Nullable)
	}
	b, err := i.builder(es)
	if err != nil {
		return nil, err
	}
	i.use = i.c.Use(i.t)
	env := &expr.Env{Rows: make([]expr.Row, 1)}
	run := func(x *query.Exec, limit int64) (int64, error) {
		limit, err := tp.limit(x.Env, limit, nil)
		if err != nil {
			return 0, err
		}
		if err := i.checkIdentity(); err != nil {
			return 0, err
		}
		if limit < 0 {
			limit = 1<<63 - 1
		}
		env.Vars, env.Session, env.Stmt, env.Ext, env.Outer = x.Env.Vars, x.Env.Session, x.Env.Stmt, x, x.Env
		if reads {
			return i.spooled(x, q, b, env, limit)
		}
		w, err := i.writer(x)
		if err != nil {
			return 0, err
		}
		n := int64(0)
		err = q.RunLimit(x, x.Env, limit, func(vals []sqltype.Value) error {
			env.Rows[0].Vals = vals
			rec, err := b.build(env, i.h)
			if err != nil {
				return err
			}
			added, err := i.put(x, w, rec, each)
			if err != nil {
				return err
			}
			n += added
			return x.Tick()
		})
		return n, err
	}
	return i.planned(run, false), nil
}

// place is where a row comes from, which decides on its way into a heap.
type place uint8

const (
	each   place = iota // a query: the bulk path under TABLOCK
	first               // the first of VALUES
	beside              // a further one
)

// put inserts a record and gives 1, or 0 when an index with IGNORE_DUP_KEY passes it over.
func (i *insertion) put(x *query.Exec, w *engine.Writer, rec []byte, from place) (added int64, err error) {
	switch {
	case i.ignores:
		ix, err := w.InsertNew(rec, i.bulk && from == each)
		if err != nil {
			return 0, err
		}
		if ix != nil {
			i.plan.Ignored = i.plan.Ignored || !ix.QuietDup
			return 0, nil
		}
	case from == beside:
		err = w.InsertBeside(rec)
	default:
		err = w.Insert(rec, i.bulk && from == each)
	}
	if err == nil && i.out != nil {
		err = i.out.add(i.out.ch.Env(x), nil, rec, "INSERT")
	}
	return 1, err
}

// planned is the plan of an INSERT.
func (i *insertion) planned(run func(x *query.Exec, limit int64) (int64, error), light bool) *Plan {
	i.plan = &Plan{Run: run, Command: CmdInsert, Light: light}
	if i.ignores {
		i.plan.Run = func(x *query.Exec, limit int64) (int64, error) {
			i.plan.Ignored = false
			return run(x, limit)
		}
	}
	return i.out.plan(i.plan)
}

// spooled builds all records before the first goes into the table.
func (i *insertion) spooled(x *query.Exec, q *query.Query, b *recordBuilder, env *expr.Env, limit int64) (int64, error) {
	list := x.List()
	defer list.Close()
	err := q.RunLimit(x, x.Env, limit, func(vals []sqltype.Value) error {
		env.Rows[0].Vals = vals
		rec, err := b.build(env, i.h)
		if err != nil {
			return err
		}
		return list.Add(rec)
	})
	if err != nil {
		return 0, err
	}
	w, err := i.writer(x)
	if err != nil {
		return 0, err
	}
	n := int64(0)
	err = list.Each(func(rec []byte) error {
		added, err := i.put(x, w, rec, each)
		if err != nil {
			return err
		}
		n += added
		return x.Tick()
	})
	return n, err
}

// valueExpr reads value k of the query's row, in Rows[0].
func valueExpr(k int, t sqltype.Type, nullable bool) *expr.Expr {
	e := expr.New(t, nullable, func(env *expr.Env) (sqltype.Value, error) { return env.Rows[0].Vals[k], nil }, nil)
	if t.Kind.IsInt() {
		e.EvalInt = func(env *expr.Env) (int64, bool, error) {
			v := &env.Rows[0].Vals[k]
			return v.I, v.Null, nil
		}
	}
	return e
}
