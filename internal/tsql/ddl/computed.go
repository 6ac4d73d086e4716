package ddl

import (
	"context"
	"slices"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

// computedColumn reads a column definition of the form c AS expression; its type is found out when the table's columns are known.
func computedColumn(n *ast.ColumnDefinition, source func(any) string, cs *constraints) (columnDef, error) {
	d := columnDef{col: engine.Column{Name: n.ColumnIdentifier.Value, Nullable: true}}
	text := written(n.ComputedColumnExpression, source)
	if text == "" {
		return d, sqltype.Errorf(102, "Incorrect syntax near 'AS'.")
	}
	d.col.Computed = &engine.Computed{Text: enclosed(text), Persisted: n.IsPersisted}
	if n.IdentityOptions != nil || n.DefaultConstraint != nil {
		return d, keysOnly()
	}
	for _, c := range n.Constraints {
		switch c := c.(type) {
		case *ast.UniqueConstraintDefinition:
		case *ast.NullableConstraintDefinition:
			if !n.IsPersisted || c.Nullable {
				return d, keysOnly()
			}
		case *ast.CheckConstraintDefinition:
			if !n.IsPersisted {
				return d, keysOnly()
			}
		case *ast.DefaultConstraintDefinition:
			return d, keysOnly()
		}
		if err := d.constraint(c, source, cs); err != nil {
			return d, err
		}
	}
	return d, nil
}

func keysOnly() error {
	return sqltype.Errorf(8183, "Only UNIQUE or PRIMARY KEY constraints can be created on computed columns, while CHECK, FOREIGN KEY, and NOT NULL constraints require that computed columns be persisted.")
}

// settle finds out what there is to know of a computed column of a table with these columns, its own among them.
func (d *columnDef) settle(h Host, table string, cols []engine.Column) (engine.Column, error) {
	c := d.col
	def, err := (&query.Compiler{Host: h}).Define(c.Computed.Text, table, cols)
	if err != nil {
		return c, err
	}
	if c.Computed.Persisted || def.Type.Kind == sqltype.SQLVariant {
		if err := Storable(def.Type, c.Name); err != nil {
			return c, err
		}
	}
	if c.Computed.Persisted && !def.Deterministic {
		return c, sqltype.Errorf(4936, "Computed column '%s' in table '%s' cannot be persisted because the column is non-deterministic.", c.Name, table)
	}
	k := *c.Computed
	k.Deterministic, k.Precise = def.Deterministic, def.Precise
	for _, i := range def.Refs {
		k.Columns = append(k.Columns, columnID(cols, i))
	}
	c.Type, c.Computed = def.Type, &k
	c.Nullable = def.Nullable && !d.nullGiven
	return c, nil
}

// addComputed is ALTER TABLE … ADD c AS expression.
func addComputed(ctx context.Context, tx *engine.Txn, h Host, t *engine.Table, d columnDef) (*engine.Table, error) {
	c, err := d.settle(h, t.Name, append(slices.Clone(t.Columns), d.col))
	if err != nil {
		return nil, err
	}
	var value func([]byte) (sqltype.Value, error)
	if !c.Virtual() {
		if value, err = query.Computed(t.Columns, &c); err != nil {
			return nil, err
		}
	}
	return tx.AddComputed(ctx, t, c, value)
}

// alterPersisted is ALTER TABLE … ALTER COLUMN … ADD or DROP PERSISTED; of one that is so already nothing changes.
func alterPersisted(parts []string, name string, persisted bool) (*Statement, error) {
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		t, err := alterable(h, parts)
		if err != nil {
			return err
		}
		c := t.Column(name)
		switch {
		case c == nil:
			return sqltype.Errorf(4924, "ALTER TABLE ALTER COLUMN failed because column '%s' does not exist in table '%s'.", name, t.Name)
		case c.Computed == nil:
			return query.Unsupported("PERSISTED of column '" + c.Name + "', which is not computed")
		case c.Computed.Persisted == persisted:
			return nil
		}
		d := columnDef{col: *c}
		how := *c.Computed
		how.Persisted, how.Columns = persisted, nil
		d.col.Computed = &how
		now, err := d.settle(h, t.Name, t.Columns)
		if err != nil {
			return err
		}
		var value func([]byte) (sqltype.Value, error)
		if persisted {
			if value, err = query.Computed(t.Columns, c); err != nil {
				return err
			}
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		_, err = tx.Persist(ctx, t, name, now.Nullable, value)
		return accessed(t, c, err)
	}}, nil
}
