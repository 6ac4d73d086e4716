package tsql

import (
	"errors"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/ddl"
	"scanfrag/internal/tsql/query"
)

// definition compiles DDL; everything unknown is refused by name here.
func (p *program) definition(n ast.Statement) (*stmt, error) {
	p.once = true
	if st, ok, err := p.module(n); ok || err != nil {
		return st, err
	}
	if st, ok, err := p.userType(n); ok || err != nil {
		return st, err
	}
	if st, ok := p.permission(n); ok {
		return st, nil
	}
	if err := noVariable(n); err != nil {
		return nil, err
	}
	d, ok, err := ddl.Compile(n, p.f.batch.Source)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, unsupported("the " + query.NodeName(n))
	}
	p.eager = false
	return simple(func(f *frame) error {
		s := f.s
		if s.tran.doomed {
			return errDoomed()
		}
		if d.Outside != "" && (s.tran.count > 0 || s.set.ImplicitTransactions) {
			return errorf(226, 16, "%s statement not allowed within multi-statement transaction.", d.Outside)
		}
		if d.Outside == "" {
			if err := f.implicitTran(n); err != nil {
				return err
			}
		}
		run := func() (int64, error) { return 0, d.Run(f.ctx, s, f.info) }
		s.tran.wrote = true
		for left := maxRecompiles; ; left-- {
			_, err := f.atomically(run)
			if err == nil {
				break
			}
			s.SchemaChanged()
			if left == 1 || !errors.Is(err, engine.ErrTableChanged) { // by the session whose lock it waited for
				return err
			}
		}
		return f.defined()
	}), nil
}

// cmdDefinition is the TDS code of what has none of its own.
const cmdDefinition = 0xFD

// defining begins a definition that takes part in the session's transaction.
func (f *frame) defining(n ast.Statement) error {
	if f.s.tran.doomed {
		return errDoomed()
	}
	return f.implicitTran(n)
}

// changeCatalog makes one change of the catalog: all of it or nothing.
func (f *frame) changeCatalog(change func(tx *engine.Txn) error) error {
	s := f.s
	s.tran.wrote = true
	_, err := f.atomically(func() (int64, error) {
		tx, err := s.Txn()
		if err != nil {
			return 0, err
		}
		return 0, change(tx)
	})
	s.SchemaChanged()
	return err
}

// defined ends a definition.
func (f *frame) defined() error {
	f.count(0)
	return f.done(Done{Command: cmdDefinition})
}
