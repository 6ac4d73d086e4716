package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// maxColumns is SQL Server's limit for a table without sparse columns.
const maxColumns = 1024

// CreateTable creates a table. Name in use: *Error 2714, no such schema: 2760.
func (tx *Txn) CreateTable(ctx context.Context, d *Database, def TableDef) (*Table, error) {
	if err := tx.change(d); err != nil {
		return nil, err
	}
	if err := tx.reserve(ctx, d, def.Schema, def.Name); err != nil {
		return nil, err
	}
	t, err := d.newTable(def)
	if err != nil {
		return nil, err
	}
	sp, err := d.Space()
	if err != nil {
		return nil, err
	}
	t.state.attach(d, sp)
	for i := range t.Indexes {
		s, err := t.createStorage(sp, i)
		if err != nil {
			return nil, errors.Join(err, dropAll(t.st))
		}
		t.st = append(t.st, s)
	}
	if err := tx.acquire(ctx, &t.state.data, exclusive, true); err != nil {
		return nil, errors.Join(err, dropAll(t.st))
	}
	return t, tx.replace(d, nil, t, t.st, nil, nil)
}

func nameTaken(name string) *Error {
	return &Error{Number: 2714, Class: 16, State: 6, Text: fmt.Sprintf("There is already an object named '%s' in the database.", name)}
}

// newTable checks a definition and lays the table out.
func (d *Database) newTable(def TableDef) (*Table, error) {
	t := &Table{Schema: def.Schema, Name: def.Name, Columns: slices.Clone(def.Columns), Checks: def.Checks, db: d, state: &tableState{}, version: 1, shapes: new(sync.Map)}
	t.state.version.Store(1)
	switch {
	case def.Schema == "" || def.Name == "":
		return nil, errors.New("create table: it has no schema or no name")
	case len(t.Columns) == 0:
		return nil, fmt.Errorf("create table %s: it has no columns", def.Name)
	case len(t.Columns) > maxColumns:
		return nil, errorf(1702, "CREATE TABLE failed because column '%s' in table '%s' exceeds the maximum of %d columns.", t.Columns[maxColumns].Name, def.Name, maxColumns)
	}
	seen := map[string]bool{}
	for i := range t.Columns {
		c := &t.Columns[i]
		c.ID = 0
		if name := strings.ToLower(c.Name); seen[name] {
			return nil, columnTwice(c.Name, t.Name)
		} else {
			seen[name] = true
		}
		if c.Type.RowVersion && hasRowVersion(t.Columns[:i]) {
			return nil, secondRowVersion(t.Name, c.Name)
		}
	}
	if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Computed == nil }) {
		return nil, errorf(40517, "A table without a column of data is not supported by the embedded engine.")
	}
	t.Layout, t.phys = layOut(t.Columns)
	if err := checkRowSize(t.Name, t.Layout); err != nil {
		return nil, err
	}
	if def.Space == 0 {
		def.Space = d.DefaultFilegroup()
	}
	t.Indexes = []*Index{{Space: def.Space}}
	for i := range def.Indexes {
		if err := t.addIndex(def.Indexes[i], def.Indexes[i].ID == 1); err != nil {
			return nil, err
		}
	}
	if ix := t.Indexes[0]; ix.ID == 1 && !ix.Unique {
		t.Columns, t.Layout, t.phys = withUniquifier(t.Columns, t.Layout, t.phys)
	}
	t.resetIdentity()
	d.mu.Lock()
	t.ID = d.nextObjectID()
	d.mu.Unlock()
	return t, nil
}

func columnTwice(column, table string) *Error {
	return &Error{Number: 2705, Class: 16, State: 4, Text: fmt.Sprintf(
		"Column names in each table must be unique. Column name '%s' in table '%s' is specified more than once.", column, table)}
}
