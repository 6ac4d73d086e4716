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
		if err := f.s.Commit(); err != nil {
			return err
		}
		f.count(0)
		return f.done(Done{Command: cmdCommit})
	}), nil
}

func (p *program) rollback(n *ast.RollbackTransactionStatement) (*stmt, error) {
	name, err := p.tranName(n.Name)
	if err != nil {
		return nil, err
	}
	return simple(func(f *frame) error {
		s, err := name(f)
		if err != nil {
			return err
		}
		if s == "" {
			err = f.s.Rollback()
		} else {
			err = f.s.rollbackTo(s)
		}
		if err != nil {
			return err
		}
		f.count(0)
		return f.done(Done{Command: cmdRollback})
	}), nil
}

func (p *program) saveTran(n *ast.SaveTransactionStatement) (*stmt, error) {
	name, err := p.tranName(n.Name)
	if err != nil {
		return nil, err
	}
	return simple(func(f *frame) error {
		s, err := name(f)
		if err != nil {
			return err
		}
		if err := f.s.save(s); err != nil {
			return err
		}
		f.count(0)
		return f.done(Done{Command: cmdSave})
	}), nil
}
