package engine

import "context"

// Move gives a table, with its constraints, a module or a sequence another name, another schema, or both; it keeps its id.
// found is false when there is none. In use there: *Error 2714.
func (tx *Txn) Move(ctx context.Context, d *Database, schema, name, toSchema, toName string) (found bool, err error) {
	if t := d.Table(schema, name); t != nil {
		return true, tx.moveTable(ctx, t, toSchema, toName)
	}
	if m := d.Module(schema, name); m != nil {
		return true, tx.moveModule(ctx, d, m, toSchema, toName)
	}
	if s := d.Sequence(schema, name); s != nil {
		return true, tx.moveSequence(ctx, d, s, toSchema, toName)
	}
	return false, nil
}

func (tx *Txn) moveTable(ctx context.Context, t *Table, schema, name string) error {
	if err := tx.lockDDL(ctx, t); err != nil {
		return err
	}
	if err := tx.claim(ctx, t.db, t.Schema, t.Name, schema, name); err != nil {
		return err
	}
	n := t.next()
	n.Schema, n.Name = schema, name
	return tx.replace(t.db, t, n, nil, nil, nil)
}

// moveModule leaves the text as it is: the name in it is that of its creation.
func (tx *Txn) moveModule(ctx context.Context, d *Database, m *Module, schema, name string) error {
	if err := tx.change(d); err != nil {
		return err
	}
	if err := tx.claim(ctx, d, m.Schema, m.Name, schema, name); err != nil {
		return err
	}
	if d.Module(m.Schema, m.Name) != m {
		return ErrTableChanged
	}
	n := *m
	n.Schema, n.Name = schema, name
	return tx.replaceModule(d, m, &n)
}

// moveSequence leaves both the state.
func (tx *Txn) moveSequence(ctx context.Context, d *Database, s *Sequence, schema, name string) error {
	if err := tx.change(d); err != nil {
		return err
	}
	if err := tx.claim(ctx, d, s.Schema, s.Name, schema, name); err != nil {
		return err
	}
	if d.Sequence(s.Schema, s.Name) != s {
		return ErrTableChanged
	}
	n := *s
	n.Schema, n.Name = schema, name
	return tx.replaceSequence(d, s, &n)
}

// claim locks both places of an object that is moved and tests the new one, unless only the case of letters changes.
func (tx *Txn) claim(ctx context.Context, d *Database, schema, name, toSchema, toName string) error {
	if err := tx.lockName(ctx, d, schema, name); err != nil {
		return err
	}
	if tableKey(schema, name) == tableKey(toSchema, toName) {
		return nil
	}
	return tx.reserve(ctx, d, toSchema, toName)
}

// RenameColumn gives a column another name. In use: *Error 2705. A text that reads the column: 15336.
func (tx *Txn) RenameColumn(ctx context.Context, t *Table, column, name string) error {
	if err := tx.lockDDL(ctx, t); err != nil {
		return err
	}
	n := t.next()
	c := n.Column(column)
	if c == nil {
		return noColumn("ALTER COLUMN", column, t.Name)
	}
	switch o := n.Column(name); {
	case t.checked(c) || t.computes(c):
		return errorf(15336, "Object '%s.%s' cannot be renamed because the object participates in enforced dependencies.", t.Name, c.Name)
	case c.Computed != nil:
		return computedColumn(c)
	case o != nil && o != c:
		return columnTwice(name, t.Name)
	}
	c.Name = name
	return tx.replace(t.db, t, n, nil, nil, nil)
}

// RenameIndex gives an index, and the constraint that it enforces, another name. In use: *Error 1913.
func (tx *Txn) RenameIndex(ctx context.Context, t *Table, index, name string) error {
	if err := tx.lockDDL(ctx, t); err != nil {
		return err
	}
	i := t.indexNamed(index)
	if i < 0 {
		return noIndex(index)
	}
	if o := t.indexNamed(name); o >= 0 && o != i {
		return indexTwice(t, name)
	}
	n := t.next()
	ix := *n.Indexes[i]
	ix.Name = name
	n.Indexes[i] = &ix
	return tx.replace(t.db, t, n, nil, nil, nil)
}
