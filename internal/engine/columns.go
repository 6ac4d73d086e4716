package engine

import (
	"context"
	"slices"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

func setNotNull(rec []byte, bit int) { page.SetNull(rec, bit, false) }

// AddColumn appends a column; fill is the value for existing rows (NULL allowed when nullable), which get identity values and row
// versions whatever it is. With NULL the catalog alone changes and rows are completed when they are read, as in SQL Server; any other value rewrites every row (SQL
// Server's Enterprise edition avoids that from 2012 on).
func (tx *Txn) AddColumn(ctx context.Context, t *Table, c Column, fill sqltype.Value) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	if c.Type.RowVersion && hasRowVersion(t.Columns) {
		return nil, secondRowVersion(t.Name, c.Name)
	}
	generated := c.Type.RowVersion || c.Identity != nil
	if fill.Null && !c.Nullable && !generated && t.Rows() > 0 {
		return nil, errorf(4901, "ALTER TABLE only allows columns to be added that can contain nulls, or have a DEFAULT definition specified, or the column being added is an identity or timestamp column, or alternatively if none of the previous conditions are satisfied the table must be empty to allow addition of this column. Column '%s' cannot be added to non-empty table '%s' because it does not satisfy these conditions.", c.Name, t.Name)
	}
	if c.Identity != nil && t.identityColumn() != nil {
		return nil, errorf(2744, "Multiple identity columns specified for table '%s'. Only one identity column per table is allowed.", t.Name)
	}
	n, err := t.withColumn(&c)
	if err != nil {
		return nil, err
	}
	if c.Identity != nil {
		n.resetIdentity()
	}
	if fill.Null && !generated {
		n.phys.Short = n.phys.Short || t.Rows() > 0
		if err := tx.relayout(t, n); err != nil {
			return nil, err
		}
	} else {
		n.phys.Short = false
		put := func(_, rec []byte) ([]byte, error) { return c.put(rec, nil, fill), nil }
		switch {
		case c.Type.RowVersion:
			put = func(_, rec []byte) ([]byte, error) { return c.put(rec, nil, tx.NextRowVersion(t.db)), nil }
		case c.Identity != nil:
			put = func(_, rec []byte) ([]byte, error) {
				v, err := c.IdentityValue(n.NextIdentity())
				if err != nil {
					return nil, err
				}
				return c.put(rec, nil, v), nil
			}
		}
		if err := tx.resize(ctx, t, n, put); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// withColumn is t's next form with a column more, which is given its place.
func (t *Table) withColumn(c *Column) (*Table, error) {
	if t.Column(c.Name) != nil {
		return nil, columnTwice(c.Name, t.Name)
	}
	if len(t.Columns) >= maxColumns {
		return nil, errorf(1702, "CREATE TABLE failed because column '%s' in table '%s' exceeds the maximum of %d columns.", c.Name, t.Name, maxColumns)
	}
	n := t.next()
	c.ID = 0
	place(c, &n.Layout, &n.phys)
	n.Columns = append(n.Columns, *c)
	return n, checkRowSize(t.Name, n.Layout)
}

// relayout installs n, whose layout differs from t's although no row was rewritten.
func (tx *Txn) relayout(t, n *Table) error {
	s := t.st[0]
	if err := s.setLayout(n); err != nil {
		return err
	}
	if err := tx.logStep(step{undo: func() error {
		t.db.install(n, t)
		if t.state.completed {
			return tx.unreshapeAll(t, n)
		}
		return s.setLayout(t)
	}}); err != nil {
		return err
	}
	t.db.install(t, n)
	return nil
}

// DropColumn removes a column from the catalog; its bytes stay in the rows until the table is rebuilt.
func (tx *Txn) DropColumn(ctx context.Context, t *Table, column string) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	c := t.Column(column)
	switch {
	case c == nil:
		return nil, noColumn("DROP COLUMN", column, t.Name)
	case t.isKey(c) || c.Default != "" || t.checked(c) || t.computes(c):
		return nil, inUse("DROP COLUMN", column)
	case c.Computed == nil && !slices.ContainsFunc(t.Columns, func(o Column) bool { return o.Computed == nil && o.ID != c.ID }):
		return nil, errorf(4923, "ALTER TABLE DROP COLUMN failed because '%s' is the only data column in table '%s'. A table must have at least one data column.", c.Name, t.Name)
	}
	n := t.next()
	n.Columns = slices.DeleteFunc(n.Columns, func(o Column) bool { return o.ID == c.ID })
	return n, tx.replace(t.db, t, n, nil, nil, nil)
}

// SetDefault sets a column's default; text "" removes it.
func (tx *Txn) SetDefault(ctx context.Context, t *Table, column, name, text string) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	n := t.next()
	c := n.Column(column)
	if c == nil {
		return nil, noColumn("ALTER COLUMN", column, t.Name)
	}
	c.Default, c.DefaultName = text, name
	return n, tx.replace(t.db, t, n, nil, nil, nil)
}
