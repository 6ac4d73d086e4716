package sysviews

import (
	"regexp"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

var typeDescs = map[string]string{
	"U": "USER_TABLE", "D": "DEFAULT_CONSTRAINT", "C": "CHECK_CONSTRAINT", "PK": "PRIMARY_KEY_CONSTRAINT", "UQ": "UNIQUE_CONSTRAINT",
	"V": "VIEW", "IF": "SQL_INLINE_TABLE_VALUED_FUNCTION", "P": "SQL_STORED_PROCEDURE", "TF": "SQL_TABLE_VALUED_FUNCTION",
	"FN": "SQL_SCALAR_FUNCTION", "SO": "SEQUENCE_OBJECT", "SN": "SYNONYM", "X": "EXTENDED_STORED_PROCEDURE", "PC": "CLR_STORED_PROCEDURE",
	"AF": "AGGREGATE_FUNCTION", "S": "SYSTEM_TABLE", "SQ": "SERVICE_QUEUE",
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
