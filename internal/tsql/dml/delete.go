package dml

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
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
	run := func(x *query.Exec, limit int64) (int64, error) {
		limit, err := top.limit(x.Env, limit, countTargets(x, t))
		if err != nil {
			return 0, err
		}
		w, err := writerOf(x, t)
		if err != nil {
			return 0, err
		}
		if t.Table.IsHeap() && t.Alone {
			return deleteStreaming(x, t, w, out, limit)
		}
		return deleteCollected(x, t, w, out, limit)
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

// remover is how rows are deleted: TABLOCK gives a heap's emptied pages back.
func remover(t *query.Targets, w *engine.Writer) func(engine.Locator) error {
	if t.TabLock() {
		return w.DeleteAndFree
	}
	return w.Delete
}

// deleteStreaming deletes a heap's rows as the scan meets them.
func deleteStreaming(x *query.Exec, t *query.Targets, w *engine.Writer, out *outputs, limit int64) (n int64, err error) {
	var loc engine.Locator
	remove := remover(t, w)
	err = t.Run(x, limit, func(env *expr.Env) error {
		x.Loc.Locator(&loc)
		if out != nil {
			if err := out.add(env, env.Rows[t.Src].Rec, nil, "DELETE"); err != nil {
				return err
			}
		}
		if err := remove(loc); err != nil {
			return err
		}
		n++
		return nil
	})
	return n, err
}

// deleteCollected sets all addresses aside first: a B-tree must not change under its scan, nor what a subquery reads.
func deleteCollected(x *query.Exec, t *query.Targets, w *engine.Writer, out *outputs, limit int64) (n int64, err error) {
	list := x.List()
	defer list.Close()
	var loc engine.Locator
	var buf []byte
	err = t.Run(x, limit, func(env *expr.Env) error {
		t.Locator(x, env, &loc)
		buf = query.AppendLocator(buf[:0], &loc)
		return list.Add(out.appendSources(buf, env))
	})
	if err != nil {
		return 0, err
	}
	remove := remover(t, w)
	var rec []byte
	err = list.Each(func(row []byte) error {
		rest := query.ReadLocator(&loc, row)
		if out != nil {
			var ok bool
			var err error
			if rec, ok, err = w.Fetch(rec[:0], loc); err != nil || !ok {
				return err
			}
			env := out.ch.Env(x)
			if _, err := out.readSources(env, rest); err != nil {
				return err
			}
			if err := out.add(env, rec, nil, "DELETE"); err != nil {
				return err
			}
		}
		if err := remove(loc); err != nil {
			return err
		}
		n++
		return x.Tick()
	})
	return n, err
}
