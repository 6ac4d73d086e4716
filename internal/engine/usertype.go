package engine

import (
	"context"
	"maps"
	"slices"

	"scanfrag/internal/sqltype"
)

// Alias is the type that an alias type stands for.
type Alias struct {
	Type    sqltype.Type
	NotNull bool
}

// IsType reports a user-defined type: its Text is the CREATE TYPE statement.
func (m *Module) IsType() bool { return m.Kind == TableType || m.Kind == AliasType }

// Type finds a user-defined type by schema and name, case-insensitively; nil when there is none.
func (d *Database) Type(schema, name string) *Module {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.types[tableKey(schema, name)]
}

// Types lists the user-defined types by id.
func (d *Database) Types() []*Module {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.SortedFunc(maps.Values(d.types), func(a, b *Module) int { return int(int64(a.ID) - int64(b.ID)) })
}

// HasAliases reports that there are alias types.
func (d *Database) HasAliases() bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, m := range d.types {
		if m.Kind == AliasType {
			return true
		}
	}
	return false
}

// home is the map that m is kept in: types may have the names of objects.
func (d *Database) home(m *Module) map[string]*Module {
	if m.IsType() {
		return d.types
	}
	return d.modules
}

// current reports that m was not dropped or altered.
func (d *Database) current(m *Module) bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.home(m)[tableKey(m.Schema, m.Name)] == m
}

// reserveType is reserve for the name of a type: error 219 when there is one.
func (tx *Txn) reserveType(ctx context.Context, d *Database, schema, name string) error {
	if err := tx.lockName(ctx, d, schema, name); err != nil {
		return err
	}
	if s := d.Schema(schema); s == nil || s.Closed() {
		return noSchema(schema)
	}
	if d.Type(schema, name) != nil {
		return errorf(219, "The type '%s.%s' already exists, or you do not have permission to create it.", schema, name)
	}
	return nil
}
