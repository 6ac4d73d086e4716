package tsql

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/ddl"
	"scanfrag/internal/tsql/dml"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// Table variables are tables of tempdb with a name of their own. Theirs is a transaction that ends with each
// statement: no ROLLBACK touches them. They are made when their batch is compiled, as statements that use them
// are bound then, and last as long as its frame; those of a routine last as long as its compiled form, emptied when a
// call returns.

// tableVariables stands for a schema in the name of a table variable's table; no schema can have it.
const tableVariables = "@"

// noVariable refuses a definition that names a table variable: only DECLARE defines one.
func noVariable(n any) (err error) {
	syntax.Walk(n, func(n any) bool {
		if o, ok := n.(*ast.SchemaObjectName); ok && o.BaseIdentifier != nil && strings.HasPrefix(o.BaseIdentifier.Value, "@") && err == nil {
			err = errorf(102, 15, "Incorrect syntax near '%s'.", o.BaseIdentifier.Value)
		}
		return err == nil
	})
	return err
}

// declareTable is DECLARE @t TABLE (…): nothing happens when it runs.
func (p *program) declareTable(n *ast.DeclareTableVariableStatement) (*stmt, error) {
	if n.Body == nil || n.Body.VariableName == nil {
		return nil, errorf(102, 15, "Incorrect syntax near 'TABLE'.")
	}
	_, err := p.tableVariable(n.Body.VariableName.Value, n.Body.Definition, p.f.batch.Source)
	return nil, err
}

// typedVariable is DECLARE @v of a table type, or a parameter of one; handled is false for other types.
func (p *program) typedVariable(name string, typ *ast.SchemaObjectName) (handled bool, err error) {
	def, source, m, err := p.f.s.tableType(typ)
	if m == nil || err != nil {
		return false, err
	}
	if _, err := p.tableVariable(name, def, source); err != nil {
		return true, err
	}
	if p.f.typed == nil {
		p.f.typed = map[string]*engine.Module{}
	}
	p.f.typed[strings.ToLower(name)] = m
	return true, nil
}

// tableVariable makes the table of a table variable; source gives texts of its definition.
func (p *program) tableVariable(name string, def *ast.TableDefinition, source func(any) string) (*engine.Table, error) {
	p.once = true
	f := p.f
	key := strings.ToLower(name)
	if _, _, scalar := f.vars.Lookup(name); scalar || f.tables[key] != nil {
		return nil, declaredTwice(name)
	}
	f.s.tableSeq++
	real := fmt.Sprintf("#%04X%06X", f.s.opt.ID, f.s.tableSeq)
	create, err := ddl.TableVariable(def, []string{tableVariables, real}, source)
	if err != nil {
		return nil, err
	}
	var t *engine.Table
	err = f.s.apart(func() error {
		if err := create.Run(f.ctx, f.s, f.info); err != nil {
			return err
		}
		t = f.s.inst.Database("tempdb").Table("dbo", real)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if f.tables == nil {
		f.tables = map[string]*engine.Table{}
	}
	f.tables[key] = t
	if f.s.tableVars == nil {
		f.s.tableVars = map[uint32]bool{}
	}
	f.s.tableVars[t.ID] = true
	return t, nil
}

// apart runs work in a transaction beside the session's, which it leaves alone.
func (s *Session) apart(work func() error) error {
	saved := s.tran
	s.tran = tran{}
	err := work()
	how := (*engine.Txn).Commit
	if err != nil {
		how = (*engine.Txn).Rollback
	}
	if eerr := s.end(how); err == nil {
		err = eerr
	}
	s.tran = saved
	s.info.TranCount.Store(int64(s.tran.count))
	s.SchemaChanged()
	return err
}

// TxnOf is the transaction in which the running statement uses t.
func (s *Session) TxnOf(t *engine.Table) (*engine.Txn, error) {
	if !s.isTableVariable(t) {
		return s.Txn()
	}
	if s.varTx == nil {
		if s.varTx, s.varIdle = s.varIdle, nil; s.varTx != nil {
			s.varTx.Restart()
		} else {
			s.varTx = s.inst.Begin()
			s.varTx.SetProcess(s.opt.ID)
		}
	}
	return s.varTx, nil
}

func (s *Session) isTableVariable(t *engine.Table) bool {
	return len(s.tableVars) > 0 && s.tableVars[t.ID] && t.Database() == s.inst.Database("tempdb")
}

// endTableVariables ends the table variables' transaction with the statement; err is what that ended with.
func (s *Session) endTableVariables(err error) error {
	tx := s.varTx
	if tx == nil {
		return err
	}
	s.varTx = nil
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err = tx.Commit(); err == nil {
		s.varIdle = tx
	}
	return err
}

// dropTables drops table variables.
func (s *Session) dropTables(tables map[string]*engine.Table) {
	for _, t := range tables {
		s.apart(func() error {
			tx, err := s.Txn()
			if err != nil {
				return err
			}
			return tx.DropTable(context.Background(), t)
		})
		delete(s.tableVars, t.ID)
	}
}

// empty is a routine's statement that empties its table variable name: under TABLOCK, so that pages are given back.
func empty(name string) *plan[*dml.Plan] {
	n := &ast.DeleteStatement{DeleteSpecification: &ast.DeleteSpecification{Target: &ast.NamedTableReference{
		SchemaObject: query.Named([]string{name}),
		TableHints:   []ast.TableHintType{&ast.TableHint{HintKind: "TabLock"}},
	}}}
	return newPlan(n, func(f *frame, c *query.Compiler) (*dml.Plan, error) { return dml.Delete(c, f.s, n) })
}

// emptyTables runs them for what is not empty.
func (f *frame) emptyTables(r *routine) error {
	for name, p := range r.empty {
		if f.tables[name].Rows() == 0 {
			continue
		}
		if _, err := p.run(f, func(d *dml.Plan, x *query.Exec) (int64, error) { return d.Run(x, -1) }); err != nil {
			return err
		}
	}
	return nil
}

// findVariable finds a table variable of the running, or compiling, frame.
func (s *Session) findVariable(name string) *engine.Table {
	if s.call == nil {
		return nil
	}
	return s.call.tables[strings.ToLower(name)]
}
