package dml

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/spool"
)

// Delete compiles a DELETE statement.
func Delete(c *query.Compiler, h Host, s *ast.DeleteStatement) (*Plan, error) {
	n := s.DeleteSpecification
	if err := c.Options(s.OptimizerHints); err != nil {
		return nil, err
	}
	if err := c.With(s.WithCtesAndXmlNamespaces); err != nil {
		return nil, err
	}
	t, err := c.Target(n.Target, n.FromClause, n.WhereClause, nil)
	if err != nil {
		return nil, err
	}
	top, err := compileTop(c, &query.TopScope{C: c}, n.TopRowFilter)
	if err != nil {
		return nil, err
	}
	out, err := targetOutputs(c, h, t, false, n.OutputClause, n.OutputIntoClause)
	if err != nil {
		return nil, err
	}
	if err := t.Seal(); err != nil {
		return nil, err
	}
	d := &deleting{t: t, out: out, streams: t.Table.IsHeap() && t.Alone, frees: t.TabLock()}
	d.each = d.row
	run := func(x *query.Exec, limit int64) (int64, error) {
		limit, err := top.limit(x.Env, limit, countTargets(x, t))
		if err != nil {
			return 0, err
		}
		if d.w, err = writerOf(x, t); err != nil {
			return 0, err
		}
		return d.run(x, limit)
	}
	return out.plan(&Plan{Run: run, Command: CmdDelete}), nil
}

func writerOf(x *query.Exec, t *query.Targets) (*engine.Writer, error) {
	tx, err := x.Txn(t.Table)
	if err != nil {
		return nil, err
	}
	if err := x.AwaitLock(t.Table, true); err != nil {
		return nil, err
	}
	return tx.Writer(x.Ctx, t.Table, &t.Use.IO)
}

// deleting is a compiled DELETE and its run.
type deleting struct {
	t       *query.Targets
	out     *outputs
	streams bool // a heap's rows are deleted as the scan meets them
	frees   bool // TABLOCK gives a heap's emptied pages back

	each func(env *expr.Env) error // row
	x    *query.Exec
	w    *engine.Writer
	list *spool.List // rows set aside; nil: none
	n    int64
	loc  engine.Locator
	buf  []byte
}

func (d *deleting) run(x *query.Exec, limit int64) (int64, error) {
	d.x, d.n, d.list = x, 0, nil
	err := d.t.Run(x, limit, d.each)
	if d.list != nil {
		defer d.list.Close()
		if err == nil {
			err = d.collected()
		}
	}
	return d.n, err
}

// row deletes the row met or sets its address aside: a B-tree must not change under its scan, nor what a subquery reads.
func (d *deleting) row(env *expr.Env) error {
	d.t.Locator(d.x, env, &d.loc)
	if !d.streams && !d.t.Lone(d.x) {
		if d.list == nil {
			d.list = d.x.List()
		}
		d.buf = query.AppendLocator(d.buf[:0], &d.loc)
		return d.list.Add(d.out.appendSources(d.buf, env))
	}
	if d.out != nil {
		old := env.Rows[d.t.Src].Rec
		if !d.x.Loc.Whole() {
			var ok bool
			var err error
			if d.buf, ok, err = d.w.Fetch(d.buf[:0], d.loc); err != nil || !ok {
				return err
			}
			old = d.buf
		}
		if err := d.out.add(env, old, nil, "DELETE"); err != nil {
			return err
		}
	}
	d.n++
	return remove(d.w, d.loc, d.frees)
}

// remove deletes a row; frees gives a heap's page that it empties back.
func remove(w *engine.Writer, loc engine.Locator, frees bool) error {
	if frees {
		return w.DeleteAndFree(loc)
	}
	return w.Delete(loc)
}

// collected deletes the rows set aside.
func (d *deleting) collected() error {
	var loc engine.Locator
	var rec []byte
	return d.list.Each(func(row []byte) error {
		rest := query.ReadLocator(&loc, row)
		if d.out != nil {
			var ok bool
			var err error
			if rec, ok, err = d.w.Fetch(rec[:0], loc); err != nil || !ok {
				return err
			}
			env := d.out.ch.Env(d.x)
			if _, err := d.out.readSources(env, rest); err != nil {
				return err
			}
			if err := d.out.add(env, rec, nil, "DELETE"); err != nil {
				return err
			}
		}
		d.n++
		if err := remove(d.w, loc, d.frees); err != nil {
			return err
		}
		return d.x.Tick()
	})
}
