package sysviews

import (
	"regexp"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// object is one row of sys.all_objects. Of table, column, index, check, view and proc those are
// set that it is or belongs to.
type object struct {
	db           *engine.Database
	id, parent   int64
	schema, name string
	typ          string // sys.objects.type
	table        *engine.Table
	column       *engine.Column
	index        *engine.Index
	check        *engine.Check
	view         *system.Table
	columns      []system.Column // of a system view that is a name alone
	proc         *system.Proc
	module       *engine.Module
	synonym      *engine.Module
	sequence     *engine.Sequence
}

var typeDescs = map[string]string{
	"U": "USER_TABLE", "D": "DEFAULT_CONSTRAINT", "C": "CHECK_CONSTRAINT", "PK": "PRIMARY_KEY_CONSTRAINT", "UQ": "UNIQUE_CONSTRAINT",
	"V": "VIEW", "IF": "SQL_INLINE_TABLE_VALUED_FUNCTION", "P": "SQL_STORED_PROCEDURE", "TF": "SQL_TABLE_VALUED_FUNCTION",
	"FN": "SQL_SCALAR_FUNCTION", "SO": "SEQUENCE_OBJECT", "SN": "SYNONYM", "X": "EXTENDED_STORED_PROCEDURE", "PC": "CLR_STORED_PROCEDURE",
	"AF": "AGGREGATE_FUNCTION", "S": "SYSTEM_TABLE", "SQ": "SERVICE_QUEUE",
}

func tableObject(t *engine.Table) object {
	return object{db: t.Database(), id: int64(t.ID), schema: t.Schema, name: t.Name, typ: "U", table: t}
}

func moduleObject(d *engine.Database, m *engine.Module) object {
	o := object{db: d, id: int64(m.ID), schema: m.Schema, name: m.Name, typ: m.Kind, module: m}
	if m.Kind == engine.Synonym {
		o.module, o.synonym = nil, m
	}
	return o
}

// shipped reports an object that comes with the server (is_ms_shipped).
func (o *object) shipped() bool {
	return o.table == nil && o.module == nil && o.synonym == nil && o.sequence == nil
}

// base reports the system objects that sys.objects has too: tables and queues.
func (o *object) base() bool { return o.typ == "S" || o.typ == "SQ" }

// tableObjects yields a table and its constraints.
func tableObjects(t *engine.Table, yield func(object) bool) bool {
	if !yield(tableObject(t)) {
		return false
	}
	sub := object{db: t.Database(), parent: int64(t.ID), schema: t.Schema, table: t}
	for _, ix := range t.Indexes {
		o := sub
		if o.typ = keyType(ix); o.typ == "" {
			continue
		}
		o.name, o.index = ix.Name, ix
		o.id = constraintID(t, "K", ix.Name)
		if !yield(o) {
			return false
		}
	}
	for _, ck := range t.Checks {
		o := sub
		o.typ, o.name, o.check = "C", ck.Name, ck
		o.id = constraintID(t, "C", ck.Name)
		if !yield(o) {
			return false
		}
	}
	for i := range t.Columns {
		col := &t.Columns[i]
		if col.Default == "" {
			continue
		}
		o := sub
		o.typ, o.name, o.column = "D", col.DefaultName, col
		o.id = constraintID(t, "D", o.name)
		if !yield(o) {
			return false
		}
	}
	return true
}

func keyType(ix *engine.Index) string {
	switch {
	case ix.PrimaryKey:
		return "PK"
	case ix.UniqueConstraint:
		return "UQ"
	}
	return ""
}

// systemNamed matches the names that CREATE TABLE makes up for constraints: the catalog does
// not tell which were given.
var systemNamed = regexp.MustCompile(`^(CK|DF|PK|UQ)__.+__[0-9A-F]{8}$`)

// userObjects yields the objects of sys.objects: tables, constraints, and the tables that a
// system database comes with.
func userObjects(d *engine.Database, yield func(object) bool) bool {
	for _, t := range d.Tables() {
		if !tableObjects(t, yield) {
			return false
		}
	}
	for _, m := range append(d.Modules(), d.Synonyms()...) {
		if !yield(moduleObject(d, m)) {
			return false
		}
	}
	for _, s := range d.Sequences() {
		if !yield(sequenceObject(d, s)) {
			return false
		}
	}
	for _, v := range system.Tables() {
		if v.OnlyIn != "" && strings.EqualFold(v.OnlyIn, d.Name()) && !yield(viewObject(d, v)) {
			return false
		}
	}
	return true
}

func viewObject(d *engine.Database, v *system.Table) object {
	o := object{db: d, id: systemID(v.Schema, v.Name), schema: v.Schema, name: v.Name, typ: "V", view: v}
	switch {
	case v.OnlyIn != "":
		o.typ, o.id = "U", hashID(v.Schema, v.Name)
	case v.Params != nil:
		o.typ = "IF"
	}
	return o
}

// systemObjects yields what sys.all_objects has beyond sys.objects.
func systemObjects(d *engine.Database, yield func(object) bool) bool {
	for _, o := range shippedObjects().list {
		if o.db = d; !yield(o) {
			return false
		}
	}
	return true
}

func allObjects(d *engine.Database, yield func(object) bool) bool {
	return userObjects(d, yield) && systemObjects(d, yield)
}

// objectByID finds an object of a database; temp tables are in tempdb.
func objectByID(d *engine.Database, id int64) (found object, ok bool) {
	if i, is := shippedObjects().byID[id]; is {
		return shippedObjects().at(d, i), true
	}
	if t := d.TableByID(uint32(id)); id > 0 && t != nil {
		return tableObject(t), true
	}
	userObjects(d, func(o object) bool {
		if o.id == id {
			found, ok = o, true
		}
		return !ok
	})
	return found, ok
}

// findObject resolves a name of one to three parts as OBJECT_ID does: without a schema it is
// in dbo, or one of the compatibility views.
func findObject(c *system.Call, name string) (found object, ok bool) {
	parts, ok := expr.SplitName(strings.TrimSpace(name))
	if !ok || len(parts) > 3 || parts[len(parts)-1] == "" {
		return object{}, false
	}
	if strings.HasPrefix(parts[len(parts)-1], "#") {
		t := c.Session.FindTable(parts...)
		if t == nil {
			return object{}, false
		}
		return tableObject(t), true
	}
	d, schema, base := system.Locate(c.Session.Instance(), database(c), parts)
	if d == nil {
		return object{}, false
	}
	explicit := len(parts) > 1 && parts[len(parts)-2] != ""
	if t := d.Table(schema, base); t != nil {
		return tableObject(t), true
	}
	if m := d.Module(schema, base); m != nil {
		return moduleObject(d, m), true
	}
	userObjects(d, func(o object) bool {
		if strings.EqualFold(o.name, base) && (strings.EqualFold(o.schema, schema) || !explicit && o.view != nil) {
			found = o
		}
		return found.name == ""
	})
	if found.name != "" {
		return found, true
	}
	return shippedObjects().named(d, schema, base, !explicit)
}

// findTable is findObject for procedures that work on a table of the current database: errors
// 15250 and 15009.
func findTable(c *system.Call, name string) (*engine.Table, error) {
	if parts, ok := expr.SplitName(strings.TrimSpace(name)); ok && len(parts) == 3 && parts[0] != "" &&
		!strings.HasPrefix(parts[2], "#") && !strings.EqualFold(parts[0], database(c).Name()) {
		return nil, sqltype.Errorf(15250, "The database name component of the object qualifier must be the name of the current database.")
	}
	o, ok := findObject(c, name)
	if !ok || o.typ != "U" || o.table == nil {
		return nil, sqltype.Errorf(15009, "The object '%s' does not exist in database '%s' or is invalid for this operation.", name, database(c).Name())
	}
	return o.table, nil
}
