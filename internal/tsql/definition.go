package tsql

import (
	"errors"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/ddl"
	"scanfrag/internal/tsql/dml"
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
		f.count(0)
		return f.done(Done{Command: 0xFD})
	}), nil
}

// selectInto is SELECT … INTO: it makes the table, then fills it, as one statement.
func (p *program) selectInto(n *ast.SelectStatement) (*stmt, error) {
	if err := noVariable(n.Into); err != nil {
		return nil, err
	}
	parts := query.Parts(n.Into)
	on := ""
	if n.On != nil {
		on = n.On.Value
	}
	p.eager, p.once = false, true
	return &stmt{run: func(f *frame) (signal, error) {
		s := f.s
		if s.tran.doomed {
			return sigNext, errDoomed()
		}
		if err := f.implicitTran(n); err != nil {
			return sigNext, err
		}
		pl := newPlan(n, func(f *frame, c *query.Compiler) (*query.Query, error) { return c.Statement(n) })
		if err := pl.bind(f); err != nil {
			return sigNext, err
		}
		s.tran.wrote = true
		rows, err := pl.run(f, func(q *query.Query, x *query.Exec) (int64, error) {
			t, err := f.makeTable(parts, on, q)
			if err != nil {
				return 0, err
			}
			return dml.Fill(x, s, t, q)
		})
		s.SchemaChanged()
		if err != nil {
			return sigNext, err
		}
		f.count(rows)
		return sigNext, f.done(Done{Command: dml.CmdInsert, Rows: rows, HasRows: !s.set.NoCount})
	}}, nil
}

// makeTable creates a heap with the query's columns: errors 1038 for a column without a name, 2705 for one named twice.
func (f *frame) makeTable(parts []string, on string, q *query.Query) (*engine.Table, error) {
	db, schema, name, err := f.s.Place(parts)
	if err != nil {
		return nil, err
	}
	def := engine.TableDef{Schema: schema, Name: name}
	if def.Space, err = db.DataSpace(on); err != nil {
		return nil, err
	}
	for _, c := range q.Columns {
		if c.Name == "" {
			return nil, errorf(1038, 15, "An object or column name is missing or empty. For SELECT INTO statements, verify each column has a name. For other statements, look for empty alias names. Aliases defined as \"\" or [] are not allowed. Change the alias to a valid name.")
		}
		if err := ddl.Storable(c.Type, c.Name); err != nil {
			return nil, err
		}
		def.Columns = append(def.Columns, engine.Column{Name: c.Name, Type: c.Type, Nullable: c.Nullable})
	}
	if err := identities(name, def.Columns, q); err != nil {
		return nil, err
	}
	tx, err := f.s.Txn()
	if err != nil {
		return nil, err
	}
	f.s.SchemaChanged()
	return tx.CreateTable(f.ctx, db, def)
}
