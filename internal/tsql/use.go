package tsql

import (
	"github.com/sqlc-dev/teesql/ast"
)

func (p *program) use(n *ast.UseStatement) (*stmt, error) {
	name := n.DatabaseName.Value
	p.eager, p.once = false, true
	return simple(func(f *frame) error {
		db := f.s.inst.Database(name)
		if db == nil {
			return f.s.noDatabase(name)
		}
		if err := f.s.mayUse(db); err != nil {
			return err
		}
		old := f.s.db.Name()
		f.s.use(db)
		if err := sunk(f.sink.Database(old, db.Name())); err != nil {
			return err
		}
		f.count(0)
		return f.message(Message{Number: 5701, State: 2, Class: 10, Line: f.line, Text: "Changed database context to '" + db.Name() + "'."})
	}), nil
}

func (p *program) checkpoint(*ast.CheckpointStatement) (*stmt, error) {
	return simple(func(f *frame) error {
		f.count(0)
		return f.s.db.Checkpoint(f.ctx)
	}), nil
}

func (p *program) reconfigure(*ast.ReconfigureStatement) (*stmt, error) {
	return simple(func(f *frame) error {
		if f.s.tran.count > 0 {
			return errorf(574, 16, "CONFIG statement cannot be used inside a user transaction.")
		}
		f.s.srv.Config.Apply()
		f.count(0)
		return nil
	}), nil
}
