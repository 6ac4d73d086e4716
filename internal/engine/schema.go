package engine

import (
	"context"
	"slices"
	"strings"
)

// Schema is a namespace of a database's objects. A Schema is never changed.
type Schema struct {
	ID    int
	Name  string
	Owner int // principal_id
}

// fixedSchemas are in every database. Each is owned by the principal of its own name and id; those from db_owner
// on are kept for scripts of old. Nothing can be made in the two that hold the system's views.
var fixedSchemas = []*Schema{
	{1, "dbo", 1}, {2, "guest", 2}, {3, "INFORMATION_SCHEMA", 3}, {4, "sys", 4},
	{16384, "db_owner", 16384}, {16385, "db_accessadmin", 16385}, {16386, "db_securityadmin", 16386}, {16387, "db_ddladmin", 16387},
	{16389, "db_backupoperator", 16389}, {16390, "db_datareader", 16390}, {16391, "db_datawriter", 16391},
	{16392, "db_denydatareader", 16392}, {16393, "db_denydatawriter", 16393},
}

// firstSchemaID is the id of the first schema that users make.
const firstSchemaID = 5

// Fixed reports a schema that every database has, Closed one that takes no objects of users.
func (s *Schema) Fixed() bool  { return slices.Contains(fixedSchemas, s) }
func (s *Schema) Closed() bool { return s.ID == 3 || s.ID == 4 }

// Schema finds a schema by name, case-insensitively; nil when there is none.
func (d *Database) Schema(name string) *Schema {
	for _, s := range fixedSchemas {
		if strings.EqualFold(s.Name, name) {
			return s
		}
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.schemas[strings.ToLower(name)]
}

// Schemas lists the schemas by id.
func (d *Database) Schemas() []*Schema { return sortSchemas(append(d.userSchemas(), fixedSchemas...)) }

// userSchemas are those that users made.
func (d *Database) userSchemas() []*Schema {
	d.mu.RLock()
	defer d.mu.RUnlock()
	var out []*Schema
	for _, s := range d.schemas {
		out = append(out, s)
	}
	return sortSchemas(out)
}

func sortSchemas(list []*Schema) []*Schema {
	slices.SortFunc(list, func(a, b *Schema) int { return a.ID - b.ID })
	return list
}

// CreateSchema adds a schema. Name in use: *Error 2714, 2760 for dbo and the system's.
func (tx *Txn) CreateSchema(ctx context.Context, d *Database, name string, owner int) error {
	if err := tx.lockSchema(ctx, d, name); err != nil {
		return err
	}
	switch old := d.Schema(name); {
	case old == nil:
	case old.ID < firstSchemaID:
		return noSchema(name)
	default:
		return nameTaken(name)
	}
	id := firstSchemaID
	for _, s := range d.Schemas() {
		if s.ID == id {
			id++
		}
	}
	return tx.replaceSchema(d, nil, &Schema{id, name, owner})
}

// DropSchema removes a schema: *Error 3729 while it has objects, 15150 for a fixed one.
func (tx *Txn) DropSchema(ctx context.Context, d *Database, s *Schema) error {
	if s.Fixed() {
		return errorf(15150, "Cannot drop the schema '%s'.", s.Name)
	}
	if err := tx.lockSchema(ctx, d, s.Name); err != nil {
		return err
	}
	if d.Schema(s.Name) != s {
		return ErrTableChanged
	}
	if o := d.inSchema(s.Name); o != "" {
		return errorf(3729, "Cannot drop schema '%s' because it is being referenced by object '%s'.", s.Name, o)
	}
	return tx.replaceSchema(d, s, nil)
}

// lockSchema waits for the transactions that have made, moved or dropped something in the schema, and keeps others
// from it.
func (tx *Txn) lockSchema(ctx context.Context, d *Database, name string) error {
	if err := tx.change(d); err != nil {
		return err
	}
	return tx.lockKey(ctx, d, tableKey(name, ""), exclusive)
}

// inSchema is the name of an object in the schema, the one with the lowest id of its kind; "" when there is none.
func (d *Database) inSchema(schema string) string {
	for _, t := range d.Tables() {
		if strings.EqualFold(t.Schema, schema) {
			return t.Name
		}
	}
	for _, m := range slices.Concat(d.Modules(), d.Synonyms(), d.Types()) {
		if strings.EqualFold(m.Schema, schema) {
			return m.Name
		}
	}
	for _, s := range d.Sequences() {
		if strings.EqualFold(s.Schema, schema) {
			return s.Name
		}
	}
	return ""
}

// replaceSchema installs now for was (one of them is nil), with the step that undoes it.
func (tx *Txn) replaceSchema(d *Database, was, now *Schema) error {
	err := tx.logStep(step{undo: func() error {
		d.installSchema(now, was)
		return nil
	}})
	if err == nil {
		d.installSchema(was, now)
	}
	return err
}

func (d *Database) installSchema(was, now *Schema) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if was != nil {
		delete(d.schemas, strings.ToLower(was.Name))
	}
	if now != nil {
		d.schemas[strings.ToLower(now.Name)] = now
	}
}

func noSchema(name string) *Error {
	return errorf(2760, "The specified schema name \"%s\" either does not exist or you do not have permission to use it.", name)
}
