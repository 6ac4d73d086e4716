package dml

import (
	"slices"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
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
		if err := u.t.Assign(s.Column); err != nil {
			return err
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
