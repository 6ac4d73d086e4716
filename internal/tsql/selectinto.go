package tsql

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/ddl"
	"scanfrag/internal/tsql/dml"
	"scanfrag/internal/tsql/query"
)

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
		if err := f.defining(n); err != nil {
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

// identities makes identity columns of those of a SELECT INTO that call the IDENTITY function or inherit the property: errors 8109
// and 8108 for more than one.
func identities(table string, cols []engine.Column, q *query.Query) error {
	made, inherits := -1, -1
	for i := range cols {
		c := &cols[i]
		switch call, of := q.Identity(i); {
		case call != nil:
			if made >= 0 {
				return errorf(8109, 16, "Attempting to add multiple identity columns to table '%s' using the SELECT INTO statement.", table)
			}
			id, err := ddl.Identity(c.Name, c.Type, call.Seed, call.Increment)
			if err != nil {
				return err
			}
			made, c.Identity, c.Nullable = i, id, false
		case of != nil:
			inherits, c.Identity, c.Nullable = i, &engine.Identity{Seed: of.Seed, Increment: of.Increment}, false
		}
	}
	if made >= 0 && inherits >= 0 {
		return errorf(8108, 16, "Cannot add identity column, using the SELECT INTO statement, to table '%s', which already has column '%s' that inherits the identity property.", table, cols[inherits].Name)
	}
	return nil
}
