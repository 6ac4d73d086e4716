package dml

import (
	"slices"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/spool"
	"scanfrag/internal/tsql/syntax"
)

// assignment is one SET clause: a column, a variable, or both.
type assignment struct {
	col  *engine.Column
	slot int // variable, -1 none
	e    *expr.Expr
	raw  *expr.Expr
	out  *expr.Expr // of the variable's type, from Vals[0] of the row environment
}

// updating is a compiled UPDATE.
type updating struct {
	t     *query.Targets
	h     Host
	sets  []assignment
	b     *recordBuilder // for error texts
	vals  []sqltype.Value
	rec   []byte
	spare []byte
	vbuf  []byte
	// replace: all rows leave before the first comes back, see movesUnique.
	replace bool
	out     *outputs
	rules   *rules

	// Of the run under way.
	each func(env *expr.Env) error // row
	x    *query.Exec
	w    *engine.Writer
	list *spool.List // rows set aside; nil: none
	n    int64
	loc  engine.Locator
	old  []byte
	buf  []byte
}

// Update compiles an UPDATE statement.
func Update(c *query.Compiler, h Host, s *ast.UpdateStatement) (*Plan, error) {
	n := s.UpdateSpecification
	if err := c.Options(s.OptimizerHints); err != nil {
		return nil, err
	}
	if err := c.With(s.WithCtesAndXmlNamespaces); err != nil {
		return nil, err
	}
	t, err := c.Target(n.Target, n.FromClause, n.WhereClause, query.SetColumns(n.SetClauses))
	if err != nil {
		return nil, err
	}
	u := &updating{t: t, h: h, b: newRecordBuilder(t.Table, "UPDATE")}
	for _, set := range n.SetClauses {
		if err := u.set(c, set); err != nil {
			return nil, err
		}
	}
	for _, a := range u.sets {
		if a.col != nil {
			t.Changes = append(t.Changes, a.col.Name)
		}
	}
	top, err := compileTop(c, &query.TopScope{C: c}, n.TopRowFilter)
	if err != nil {
		return nil, err
	}
	if u.out, err = targetOutputs(c, h, t, true, n.OutputClause, n.OutputIntoClause); err != nil {
		return nil, err
	}
	if err := t.Seal(); err != nil {
		return nil, err
	}
	if err := u.seal(c, "UPDATE"); err != nil {
		return nil, err
	}
	u.each = u.row
	unique := u.changesUnique()
	run := func(x *query.Exec, limit int64) (int64, error) {
		limit, err := top.limit(x.Env, limit, countTargets(x, t))
		if err != nil {
			return 0, err
		}
		w, err := writerOf(x, t)
		if err != nil {
			return 0, err
		}
		if unique {
			return u.retried(x, w, limit)
		}
		return u.once(x, w, limit)
	}
	return u.out.plan(&Plan{Run: run, Command: CmdUpdate}), nil
}

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

// seal ends the compilation of the SET clauses; verb is the statement in the text of error 547.
func (u *updating) seal(c *query.Compiler, verb string) (err error) {
	u.version()
	u.vals = make([]sqltype.Value, len(u.sets))
	u.rules, err = compileRules(c, u.h, u.t.Table, verb, u.changes)
	return err
}

// changes reports whether the column with an id is set, or computed of one that is.
func (u *updating) changes(id int) bool {
	if slices.ContainsFunc(u.sets, func(a assignment) bool { return a.col != nil && a.col.ID == id }) {
		return true
	}
	return slices.ContainsFunc(u.t.Table.Columns, func(c engine.Column) bool {
		return c.ID == id && c.Computed != nil && slices.ContainsFunc(c.Computed.Columns, u.changes)
	})
}

func (u *updating) set(c *query.Compiler, n ast.SetClause) error {
	s, ok := n.(*ast.AssignmentSetClause)
	if !ok {
		return query.Unsupported("a method call in SET")
	}
	a := assignment{slot: -1}
	scope := u.t.Scope()
	if s.Column != nil {
		name := query.ColumnName(s.Column)
		if a.col = u.t.Column(name); a.col == nil {
			u.h.LineFailed(syntax.Line(s.Column))
			return sqltype.Errorf(207, "Invalid column name '%s'.", name)
		}
		if a.col.Computed != nil {
			return notModifiable(a.col)
		}
		if a.col.Identity != nil {
			return sqltype.Errorf(8102, "Cannot update identity column '%s'.", a.col.Name)
		}
		if a.col.Type.RowVersion {
			return sqltype.Errorf(272, "Cannot update a timestamp column.")
		}
		for _, o := range u.sets {
			if o.col == a.col {
				return sqltype.Errorf(264, "The column name '%s' is specified more than once in the SET clause or column list of an INSERT. A column cannot be assigned more than one value in the same clause. Modify the clause to make sure that a column is updated only once. If this statement updates or inserts columns into a view, column aliasing can conceal the duplication in your code.", a.col.Name)
			}
		}
	}
	var vt sqltype.Type
	if s.Variable != nil {
		if a.slot, vt, ok = scope.Variable(s.Variable.Name); !ok {
			return sqltype.Errorf(137, "Must declare the scalar variable \"%s\".", s.Variable.Name)
		}
	}
	if a.col != nil && query.IsDefault(s.NewValue) {
		e, err := defaultExpr(scope, a.col)
		a.e = e
		u.sets = append(u.sets, a)
		return err
	}
	target := ast.ScalarExpression(s.Column)
	if s.Column == nil {
		target = s.Variable
	}
	e, err := expr.Compile(scope, query.Compound(s.AssignmentKind, target, s.NewValue))
	if err != nil {
		return err
	}
	a.raw = e
	if a.col != nil {
		if a.e, err = expr.StoreTo(e, a.col.Type); err != nil {
			return err
		}
		if a.slot >= 0 {
			a.out, err = expr.ConvertTo(valueExpr(0, a.col.Type, true), vt)
		}
	} else {
		a.e, err = expr.ConvertTo(e, vt)
	}
	u.sets = append(u.sets, a)
	return err
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

// collected changes the rows set aside.
func (u *updating) collected(x *query.Exec, w *engine.Writer, list *spool.List) (n int64, err error) {
	var loc engine.Locator
	vals := make([]sqltype.Value, len(u.sets))
	var rec []byte
	writes := u.columns()
	err = list.Each(func(row []byte) error {
		rest := query.ReadLocator(&loc, row)
		for i := range vals {
			var err error
			if vals[i], rest, err = spool.Value(rest); err != nil {
				return err
			}
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
