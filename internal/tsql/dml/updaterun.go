package dml

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/spool"
)

// once runs the UPDATE: rows are changed as they are met, or set aside and changed then.
func (u *updating) once(x *query.Exec, w *engine.Writer, limit int64) (int64, error) {
	u.x, u.w, u.n, u.list = x, w, 0, nil
	err := u.t.Run(x, limit, u.each)
	list := u.list
	if list == nil {
		return u.n, err
	}
	defer list.Close()
	switch {
	case err != nil:
		return 0, err
	case !u.columns() && u.out == nil:
		return list.Len(), nil
	case u.replace || u.movesUnique():
		return u.replaced(x, w, list)
	}
	return u.collected(x, w, list)
}

// evaluate fills vals with the new values of the current row and sets variables, from left to right.
func (u *updating) evaluate(env *expr.Env) error {
	for i := range u.sets {
		a := &u.sets[i]
		v, err := a.e.Eval(env)
		if err != nil {
			return u.b.explain(&colSource{c: a.col, raw: a.raw}, env, err)
		}
		if a.col != nil && v.Null && !a.col.Nullable {
			return NullError(u.t.Table, a.col, "UPDATE")
		}
		u.vals[i] = v
		if a.slot < 0 {
			continue
		}
		if a.out != nil {
			tmp := expr.Env{Rows: []expr.Row{{Vals: u.vals[i : i+1]}}, Session: env.Session, Stmt: env.Stmt, Ext: env.Ext}
			if v, err = a.out.Eval(&tmp); err != nil {
				return err
			}
		}
		env.Vars[a.slot] = v
	}
	return nil
}

// next gives rec with the new values, in the plan's buffers, when it may be written so.
func (u *updating) next(env *expr.Env, rec []byte, vals []sqltype.Value) ([]byte, error) {
	now := u.changed(rec, vals)
	if u.rules == nil {
		return now, nil
	}
	return u.rules.apply(env, now)
}

func (u *updating) changed(rec []byte, vals []sqltype.Value) []byte {
	u.rec = append(u.rec[:0], rec...)
	for i := range u.sets {
		c := u.sets[i].col
		if c == nil {
			continue
		}
		v := vals[i]
		page.SetNull(u.rec, c.Bit, v.Null)
		if c.Offset >= 0 {
			putFixed(u.rec, c, v)
			continue
		}
		u.vbuf = u.vbuf[:0]
		if !v.Null {
			u.vbuf = sqltype.AppendVar(u.vbuf, c.Type, v)
		}
		u.spare = page.WithVar(u.spare[:0], u.rec, c.Var, u.vbuf, false)
		u.rec, u.spare = u.spare, u.rec
	}
	return u.rec
}

// columns reports whether any column changes: SET @v = … alone writes nothing.
func (u *updating) columns() bool {
	for _, a := range u.sets {
		if a.col != nil {
			return true
		}
	}
	return false
}

// row changes the row met, or sets its address and new values aside, so that no row is met twice (the Halloween problem) and
// expressions see the table as it was. A heap's row that grows leaves its page behind a stub; the scan skips forwarded
// records, so it does not meet the row again.
func (u *updating) row(env *expr.Env) error {
	if err := u.evaluate(env); err != nil {
		return err
	}
	if u.replace || !(u.t.Table.IsHeap() && u.t.Alone) && !u.t.Lone(u.x) {
		return u.setAside(env)
	}
	writes := u.columns()
	if !writes && u.out == nil {
		u.n++
		return nil
	}
	u.t.Locator(u.x, env, &u.loc)
	old := env.Rows[u.t.Src].Rec
	if !u.x.Loc.Whole() {
		var ok bool
		var err error
		if u.old, ok, err = u.w.Fetch(u.old[:0], u.loc); err != nil || !ok {
			return err
		}
		old = u.old
	}
	u.n++
	rec, err := u.next(env, old, u.vals)
	if err != nil {
		return err
	}
	if u.out != nil {
		if err := u.out.add(env, old, rec, "UPDATE"); err != nil || !writes {
			return err
		}
	}
	return u.w.Update(u.loc, rec)
}

func (u *updating) setAside(env *expr.Env) error {
	if u.list == nil {
		u.list = u.x.List()
	}
	u.t.Locator(u.x, env, &u.loc)
	u.buf = query.AppendLocator(u.buf[:0], &u.loc)
	for _, v := range u.vals {
		u.buf = spool.AppendValue(u.buf, v)
	}
	return u.list.Add(u.out.appendSources(u.buf, env))
}

// readAside reads what setAside wrote but for what is kept of FROM's sources, which it returns.
func readAside(row []byte, loc *engine.Locator, vals []sqltype.Value) (sources []byte, err error) {
	sources = query.ReadLocator(loc, row)
	for i := range vals {
		if vals[i], sources, err = spool.Value(sources); err != nil {
			return nil, err
		}
	}
	return sources, nil
}

// collected changes the rows set aside.
func (u *updating) collected(x *query.Exec, w *engine.Writer, list *spool.List) (n int64, err error) {
	var loc engine.Locator
	vals := make([]sqltype.Value, len(u.sets))
	var rec []byte
	writes := u.columns()
	err = list.Each(func(row []byte) error {
		rest, err := readAside(row, &loc, vals)
		if err != nil {
			return err
		}
		r, ok, err := w.Fetch(rec[:0], loc)
		if err != nil {
			return err
		}
		rec = r
		if !ok {
			return nil
		}
		n++
		now, err := u.next(x.Env, r, vals)
		if err != nil {
			return err
		}
		if err := u.output(x, r, now, rest); err != nil || !writes {
			return err
		}
		if err := w.Update(loc, now); err != nil {
			return err
		}
		return x.Tick()
	})
	return n, err
}

// output gives the OUTPUT clauses a changed row; saved is what was set aside of FROM's.
func (u *updating) output(x *query.Exec, old, now, saved []byte) error {
	if u.out == nil {
		return nil
	}
	env := u.out.ch.Env(x)
	if _, err := u.out.readSources(env, saved); err != nil {
		return err
	}
	return u.out.add(env, old, now, "UPDATE")
}
