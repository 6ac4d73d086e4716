package dml

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// merging is a compiled MERGE. The join runs to its end before the first row changes, so that no change is met again.
type merging struct {
	m       *query.Merge
	h       Host
	clauses []*mergeClause
	out     *outputs
}

// mergeClause is one WHEN: exactly one of update, insert, remove is set.
type mergeClause struct {
	no             int
	source, target bool // sides that a row has
	cond           *expr.Cond
	update         *updating
	moves          bool // the update changes keys of a unique index, see movesUnique
	into           *insertion
	insert         *recordBuilder
	remove         bool
}

// Merge compiles a MERGE statement; its OUTPUT clauses are given apart.
func Merge(c *query.Compiler, h Host, s *ast.MergeStatement, client *ast.OutputClause, into *ast.OutputIntoClause) (*Plan, error) {
	n := s.MergeSpecification
	if err := c.Options(s.OptimizerHints); err != nil {
		return nil, err
	}
	if err := c.With(s.WithCtesAndXmlNamespaces); err != nil {
		return nil, err
	}
	if err := checkClauses(n.ActionClauses); err != nil {
		return nil, err
	}
	unmatched, bySource := false, false
	for _, cl := range n.ActionClauses {
		unmatched = unmatched || words(cl) == "NOT MATCHED"
		bySource = bySource || words(cl) == "NOT MATCHED BY SOURCE"
	}
	m, err := c.Merge(n, unmatched, bySource)
	if err != nil {
		return nil, err
	}
	g := &merging{m: m, h: h}
	for i, cl := range n.ActionClauses {
		if err := g.clause(c, i, cl); err != nil {
			return nil, err
		}
	}
	tp, err := compileTop(c, &query.TopScope{C: c}, n.TopRowFilter)
	if err != nil {
		return nil, err
	}
	if client != nil || into != nil {
		ch, err := m.Changed()
		if err != nil {
			return nil, err
		}
		if g.out, err = compileOutputs(c, h, ch, client, into); err != nil {
			return nil, err
		}
	}
	if err := m.Settle(); err != nil {
		return nil, err
	}
	run := func(x *query.Exec, limit int64) (int64, error) {
		limit, err := tp.limit(x.Env, limit, func() (n int64, err error) {
			err = g.each(x, func(*expr.Env, *mergeClause) error { n++; return nil })
			return n, err
		})
		if err != nil {
			return 0, err
		}
		return g.run(x, limit)
	}
	return g.out.plan(&Plan{Run: run, Command: CmdMerge}), nil
}

// words are a clause's, after WHEN.
func words(cl *ast.MergeActionClause) string {
	switch cl.Condition {
	case "Matched":
		return "MATCHED"
	case "NotMatchedBySource":
		return "NOT MATCHED BY SOURCE"
	}
	return "NOT MATCHED"
}

// checkClauses applies the rules about which clauses may stand together.
func checkClauses(list []*ast.MergeActionClause) error {
	if len(list) == 0 {
		return sqltype.Errorf(102, "Incorrect syntax near 'MERGE'.")
	}
	open, done := map[string]bool{}, map[string]bool{}
	for _, cl := range list {
		when, action := words(cl), ""
		switch a := cl.Action.(type) {
		case *ast.UpdateMergeAction:
			action = "UPDATE"
		case *ast.DeleteMergeAction:
			action = "DELETE"
		case *ast.InsertMergeAction:
			if a.Source != nil {
				action = "INSERT"
			}
		}
		switch {
		case action == "":
			return sqltype.Errorf(102, "Incorrect syntax near 'THEN'.")
		case (action == "INSERT") != (when == "NOT MATCHED"):
			return sqltype.Errorf(10711, "An action of type '%s' is not allowed in the 'WHEN %s' clause of a MERGE statement.", action, when)
		case open[when]:
			return sqltype.Errorf(5324, "In a MERGE statement, a 'WHEN %s' clause with a search condition cannot appear after a 'WHEN %s' clause with no search condition.", when, when)
		case done[when+action]:
			return sqltype.Errorf(10714, "An action of type '%s' cannot appear more than once in a 'WHEN %s' clause of a MERGE statement.", action, when)
		}
		open[when], done[when+action] = cl.SearchCondition == nil, true
	}
	return nil
}

func (g *merging) clause(c *query.Compiler, no int, n *ast.MergeActionClause) error {
	cl := &mergeClause{no: no, source: words(n) != "NOT MATCHED BY SOURCE", target: words(n) != "NOT MATCHED"}
	g.clauses = append(g.clauses, cl)
	scope := g.m.See(cl.source, cl.target)
	var err error
	if n.SearchCondition != nil {
		if cl.cond, err = expr.CompileBool(scope, expr.ReassociateBool(n.SearchCondition)); err != nil {
			return err
		}
	}
	switch a := n.Action.(type) {
	case *ast.DeleteMergeAction:
		cl.remove = true
	case *ast.UpdateMergeAction:
		u := &updating{t: g.m.Targets, h: g.h, b: newRecordBuilder(g.m.Table, "UPDATE")}
		for _, set := range a.SetClauses {
			if err := u.set(c, set); err != nil {
				return err
			}
		}
		if err := u.seal(c, "MERGE"); err != nil {
			return err
		}
		cl.update, cl.moves = u, u.movesUnique() || u.changesUnique()
	case *ast.InsertMergeAction:
		src, ok := a.Source.(*ast.ValuesInsertSource)
		if !ok {
			return query.Unsupported("this INSERT source")
		}
		cl.into = &insertion{c: c, h: g.h, t: g.m.Table, into: g.m.Into(), scope: &query.TopScope{C: c}, verb: "MERGE"}
		if err := cl.into.columns(a.Columns); err != nil {
			return err
		}
		if src.IsDefaultValues {
			cl.into.cols = nil
			cl.insert, err = cl.into.builder(nil)
		} else {
			cl.insert, err = cl.into.row(scope, src.RowValues[0].ColumnValues)
		}
	}
	return err
}

// each calls f for the rows that a clause takes: the first whose sides and condition a row has.
func (g *merging) each(x *query.Exec, f func(env *expr.Env, cl *mergeClause) error) error {
	return g.m.Run(x, func(env *expr.Env, source, target bool) error {
		for _, cl := range g.clauses {
			if cl.source != source || cl.target != target {
				continue
			}
			if cl.cond != nil {
				if ok, err := cl.cond.True(env); err != nil {
					return err
				} else if !ok {
					continue
				}
			}
			return f(env, cl)
		}
		return nil
	})
}
