package dml

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// Fill puts a query's rows into a table just made with its columns (SELECT INTO): a
// minimally logged operation in SQL Server, so pages are packed full.
func Fill(x *query.Exec, h Host, t *engine.Table, q *query.Query) (n int64, err error) {
	b := newRecordBuilder(t, "INSERT")
	env := &expr.Env{Rows: make([]expr.Row, 1), Session: h, Stmt: x.Env.Stmt, Ext: x, Vars: x.Env.Vars}
	for i := range t.Columns {
		c := &t.Columns[i]
		if call, _ := q.Identity(i); call != nil {
			b.identity(c)
			continue
		}
		e, err := expr.StoreTo(valueExpr(i, q.Columns[i].Type, q.Columns[i].Nullable), c.Type)
		if err != nil {
			return 0, err
		}
		if err := b.set(c, e, nil, env); err != nil {
			return 0, err
		}
	}
	tx, err := x.Txn(t)
	if err != nil {
		return 0, err
	}
	w, err := tx.Writer(x.Ctx, t, new(bufpool.IO))
	if err != nil {
		return 0, err
	}
	err = q.Run(x, x.Env, func(vals []sqltype.Value) error {
		env.Rows[0].Vals = vals
		rec, err := b.build(env, h)
		if err != nil {
			return err
		}
		n++
		if err := w.Insert(rec, true); err != nil {
			return err
		}
		return x.Tick()
	})
	return n, err
}
