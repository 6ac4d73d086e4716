package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

type schemaRow struct {
	*engine.Schema
	db *engine.Database
}

func eachSchema(c *system.Call, _ []value, yield func(schemaRow) bool) error {
	d := database(c)
	for _, s := range d.Schemas() {
		if !yield(schemaRow{s, d}) {
			break
		}
	}
	return nil
}

// owner is the name of the schema's owner: a principal that a fixed schema is named for.
func (r schemaRow) owner() value { return str(schemaByID(r.db, int64(r.Owner)).Name) }

func schemaByID(d *engine.Database, id int64) *engine.Schema {
	for _, s := range d.Schemas() {
		if int64(s.ID) == id {
			return s
		}
	}
	return nil
}

// baseObject is the object that synonym o stands for.
func baseObject(c *system.Call, o object) (object, bool) {
	in := *c
	in.Database = o.db
	return findObject(&in, o.synonym.Text)
}

func init() {
	view("sys", "schemas", fields[schemaRow](
		col("name", tName, func(r schemaRow) value { return str(r.Name) }),
		col("schema_id", tInt, func(r schemaRow) value { return num(r.ID) }),
		opt("principal_id", tInt, func(r schemaRow) value { return num(r.Owner) }),
	), eachSchema)
	view("INFORMATION_SCHEMA", "SCHEMATA", fields[schemaRow](
		opt("CATALOG_NAME", tName, func(r schemaRow) value { return str(r.db.Name()) }),
		col("SCHEMA_NAME", tName, func(r schemaRow) value { return str(r.Name) }),
		opt("SCHEMA_OWNER", tName, schemaRow.owner),
		nulls[schemaRow](sqltype.VarCharOf(6), "DEFAULT_CHARACTER_SET_CATALOG"),
		nulls[schemaRow](sqltype.VarCharOf(3), "DEFAULT_CHARACTER_SET_SCHEMA"),
		always[schemaRow](tName, str("iso_1"), "DEFAULT_CHARACTER_SET_NAME"),
	), eachSchema)

	view("sys", "synonyms", fields[object](
		objectFields(),
		opt("base_object_name", sqltype.NVarCharOf(1035), func(o object) value { return str(o.synonym.Text) }),
	), objectsWhere(func(o object) bool { return o.synonym != nil }))

	meta("SCHEMA_ID", tInt, func(c *system.Call, a args) value {
		name := system.DefaultSchema
		if len(a) > 0 {
			name, _ = a.text(0)
		}
		id := schemaID(database(c), name)
		return known(id > 0, num(id))
	})
	meta("SCHEMA_NAME", tName, func(c *system.Call, a args) value {
		if len(a) == 0 {
			return str(system.DefaultSchema)
		}
		id, ok := a.num(0)
		s := schemaByID(database(c), id)
		if !ok || s == nil {
			return null
		}
		return str(s.Name)
	})
}
