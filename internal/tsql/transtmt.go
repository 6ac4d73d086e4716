package tsql

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// The TDS codes of statements that count no rows.
const (
	cmdBeginTran = 0xD4
	cmdCommit    = 0xD5
	cmdRollback  = 0xD2
	cmdSave      = 0xD3
)

// tranName is the name in BEGIN, COMMIT, ROLLBACK and SAVE: an identifier or a variable.
func (p *program) tranName(n *ast.IdentifierOrValueExpression) (func(f *frame) (string, error), error) {
	if n == nil {
		return func(*frame) (string, error) { return "", nil }, nil
	}
	if n.ValueExpression == nil {
		name := n.Value
		if n.Identifier != nil {
			name = n.Identifier.Value
		}
		return func(*frame) (string, error) { return name, nil }, nil
	}
	e, err := p.scalarAs(n.ValueExpression, sqltype.NVarCharOf(32))
	if err != nil {
		return nil, err
	}
	return func(f *frame) (string, error) {
		v, err := e.eval(f)
		return v.S, err
	}, nil
}

func (p *program) beginTran(n *ast.BeginTransactionStatement) (*stmt, error) {
	if n.Distributed {
		return nil, unsupported("BEGIN DISTRIBUTED TRANSACTION")
	}
	name, err := p.tranName(n.Name)
	if err != nil {
		return nil, err
	}
	return simple(func(f *frame) error {
		s, err := name(f)
		if err != nil {
			return err
		}
		f.s.begin(s)
		f.count(0)
		return f.done(Done{Command: cmdBeginTran})
	}), nil
}

func (p *program) commit(*ast.CommitTransactionStatement) (*stmt, error) {
	return simple(func(f *frame) error {
		if c, in := f.sink.(*collector); in && f.s.tran.count > 0 && f.s.tran.count <= c.trans {
			return errorf(3916, 16, "Cannot use the COMMIT statement within an INSERT-EXEC statement unless BEGIN TRANSACTION is used first.")
		}
		if err := f.s.Commit(); err != nil {
			return err
		}
		f.count(0)
		return f.done(Done{Command: cmdCommit})
	}), nil
}

func (p *program) rollback(n *ast.RollbackTransactionStatement) (*stmt, error) {
	return p.namedTran(n.Name, cmdRollback, func(f *frame, name string) error {
		s := f.s
		if _, in := f.sink.(*collector); in && !s.saved(name) {
			return errorf(3915, 16, "Cannot use the ROLLBACK statement within an INSERT-EXEC statement.")
		}
		if name == "" {
			return s.Rollback()
		}
		return s.rollbackTo(name)
	})
}

func (p *program) saveTran(n *ast.SaveTransactionStatement) (*stmt, error) {
	return p.namedTran(n.Name, cmdSave, func(f *frame, name string) error { return f.s.save(name) })
}

func (p *program) namedTran(n *ast.IdentifierOrValueExpression, command uint16, do func(f *frame, name string) error) (*stmt, error) {
	name, err := p.tranName(n)
	if err != nil {
		return nil, err
	}
	return simple(func(f *frame) error {
		s, err := name(f)
		if err != nil {
			return err
		}
		if err := do(f, s); err != nil {
			return err
		}
		f.count(0)
		return f.done(Done{Command: command})
	}), nil
}
