package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"scanfrag/internal/sqltype"
)

// AlterColumn changes a column's type or nullability. A wider fixed type appends a new physical column
// and leaves the old bytes (size of data: every row rewritten); a narrower one of the same family, or another length of
// a variable one, changes the catalog only, after a look at every row. convert maps one non-NULL value.
func (tx *Txn) AlterColumn(ctx context.Context, t *Table, column string, to sqltype.Type, nullable bool, convert func(sqltype.Value) (sqltype.Value, error)) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	old := t.Column(column)
	if old == nil {
		return nil, noColumn("ALTER COLUMN", column, t.Name)
	}
	if old.Computed != nil {
		return nil, computedColumn(old)
	}
	lengthOnly := nullable == old.Nullable && old.Type.Kind == to.Kind && !to.IsFixed()
	switch {
	case nullable == old.Nullable && old.Type == to:
	case t.isKey(old) && !(lengthOnly && wider(old.Type, to)), t.checked(old) && !lengthOnly, t.computes(old):
		return nil, inUse("ALTER COLUMN", column)
	}
	n := t.next()
	c := n.Column(column)
	c.Type, c.Nullable = to, nullable
	check := func(rec []byte) error {
		v := old.value(rec)
		if v.Null {
			if !nullable {
				return nullInColumn(t.db, t.Schema, t.Name, old.Name, "UPDATE")
			}
			return nil
		}
		_, err := convert(v)
		return err
	}
	switch changeOf(old.Type, to) {
	case metadataOnly:
		if old.Nullable && !nullable {
			if err := tx.eachRow(ctx, t, func(rec []byte) error {
				if v := old.value(rec); v.Null {
					return nullInColumn(t.db, t.Schema, t.Name, old.Name, "UPDATE")
				}
				return nil
			}); err != nil {
				return nil, err
			}
		}
		return n, tx.replace(t.db, t, n, nil, nil, nil)
	case checkRows:
		if err := tx.eachRow(ctx, t, check); err != nil {
			return nil, err
		}
		return n, tx.replace(t.db, t, n, nil, nil, nil)
	}
	place(c, &n.Layout, &n.phys)
	n.phys.Short = false
	if err := checkRowSize(t.Name, n.Layout); err != nil {
		return nil, err
	}
	return n, tx.resize(ctx, t, n, setConverted(t, old, c, convert))
}

// resize rewrites all rows of t for n, which has one more physical column, and installs n.
func (tx *Txn) resize(ctx context.Context, t, n *Table, set func(old, new []byte) ([]byte, error)) error {
	at := tx.log.pos()
	if err := tx.logStep(step{undo: func() error {
		t.db.install(n, t)
		return tx.unreshapeAll(t, n)
	}}); err != nil {
		return err
	}
	t.db.install(t, n)
	if err := tx.reshapeAll(ctx, t, n, set); err != nil {
		return errors.Join(err, tx.undoTo(at)) // some rows have the new shape, some the old one
	}
	return nil
}

// setConverted fills column to of a new record from column from of the old one.
func setConverted(t *Table, from, to *Column, convert func(sqltype.Value) (sqltype.Value, error)) func(old, new []byte) ([]byte, error) {
	name := from.Name
	pad := byte(0)
	direct := from.Type.Kind == to.Type.Kind && (to.Type.Kind == sqltype.Char || to.Type.Kind == sqltype.Binary) && from.Type.Len <= to.Type.Len
	if to.Type.Kind == sqltype.Char {
		pad = ' '
	}
	var blanks []byte
	if direct {
		blanks = []byte(strings.Repeat(string(rune(pad)), int(to.Type.Len)))
	}
	return func(old, rec []byte) ([]byte, error) {
		b, ok := from.raw(old)
		switch {
		case !ok:
			if !to.Nullable {
				return nil, nullInColumn(t.db, t.Schema, t.Name, name, "UPDATE")
			}
			return to.put(rec, nil, sqltype.NullOf(to.Type.Kind)), nil
		case direct:
			dst := rec[to.Offset : to.Offset+int(to.Type.Len)]
			copy(dst[copy(dst, b):], blanks)
			setNotNull(rec, to.Bit)
			return rec, nil
		}
		v, err := convert(from.value(old))
		if err != nil {
			return nil, err
		}
		return to.put(rec, nil, v), nil
	}
}

// eachRow calls fn for every row, complete; the table is locked already.
func (tx *Txn) eachRow(ctx context.Context, t *Table, fn func(rec []byte) error) error {
	src, err := tx.open(ctx, &ScanSpec{Table: t, ForWrite: true, Changes: true, Workers: 1, TabLock: true})
	if err != nil {
		return err
	}
	r := src.rows()
	defer r.Close()
	for r.Next() {
		if err := fn(r.Record()); err != nil {
			return err
		}
	}
	return r.Err()
}

// isKey says that an index has the column.
func (t *Table) isKey(c *Column) bool {
	for _, ix := range t.Indexes {
		for _, k := range ix.Keys {
			if k.ColumnID == c.ID {
				return true
			}
		}
		if slices.Contains(ix.Include, c.ID) {
			return true
		}
	}
	return false
}

func noColumn(what, column, table string) *Error {
	return errorf(4924, "ALTER TABLE %s failed because column '%s' does not exist in table '%s'.", what, column, table)
}

func inUse(what, column string) *Error {
	return &Error{Number: 4922, Class: 16, State: 9, Text: fmt.Sprintf("ALTER TABLE %s %s failed because one or more objects access this column.", what, column)}
}

func computedColumn(c *Column) *Error {
	return errorf(4928, "Cannot alter column '%s' because it is 'COMPUTED'.", c.Name)
}
