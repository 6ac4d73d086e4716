package sysviews

import (
	"slices"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// sysnameID is the user_type_id of sysname.
const sysnameID = 256

type typeRow struct {
	name     string
	typ      sqltype.Type
	user     int
	nullable bool
	made     *engine.Module // not nil: by CREATE TYPE
	schema   int
}

// tableTypeID is the system_type_id of table types.
const tableTypeID = 243

// userTypes are those that CREATE TYPE made, numbered from 257 on.
func userTypes(d *engine.Database) []typeRow {
	var out []typeRow
	for i, m := range d.Types() {
		r := typeRow{name: m.Name, user: sysnameID + 1 + i, made: m, schema: schemaID(d, m.Schema)}
		if m.Alias != nil {
			r.typ, r.nullable = m.Alias.Type, !m.Alias.NotNull
		}
		out = append(out, r)
	}
	return out
}

func (r typeRow) isTable() bool { return r.made != nil && r.made.Kind == engine.TableType }

func eachType(c *system.Call, keep func(typeRow) bool, yield func(typeRow) bool) error {
	for _, r := range append(systemTypes(), userTypes(database(c))...) {
		if keep(r) && !yield(r) {
			break
		}
	}
	return nil
}

// findType finds a type by the parts of its name.
func findType(c *system.Call, parts []string) (found typeRow, ok bool) {
	eachType(c, func(r typeRow) bool {
		return strings.EqualFold(r.name, parts[len(parts)-1]) && (len(parts) == 1 || r.schema == schemaID(database(c), parts[len(parts)-2]))
	}, func(r typeRow) bool {
		found, ok = r, true
		return false
	})
	return found, ok
}

// systemTypes are the supported types by system_type_id, numeric and sysname among them; the
// sizes are the largest, as in sys.types.
func systemTypes() []typeRow {
	var out []typeRow
	for k := range typeIDs {
		t := sqltype.Of(k)
		switch {
		case k == sqltype.NChar || k == sqltype.NVarChar || k.IsString() || k.IsBinary():
			t.Len = 8000
		case k == sqltype.Decimal:
			t = sqltype.DecimalOf(38, 38)
			out = append(out, typeRow{name: "numeric", typ: t, user: 108, nullable: true, schema: 4})
		case k == sqltype.SQLVariant:
			t.Len = 8016
		}
		out = append(out, typeRow{name: k.String(), typ: t, user: typeIDs[k], nullable: true, schema: 4})
	}
	out = append(out, typeRow{name: "sysname", typ: tName, user: sysnameID, schema: 4}, typeRow{name: "timestamp", typ: sqltype.RowVersion, user: rowVersionID, schema: 4})
	slices.SortFunc(out, func(a, b typeRow) int { return a.system() - b.system() })
	return out
}

func (r typeRow) system() int {
	switch {
	case r.user == 108:
		return 108
	case r.isTable():
		return tableTypeID
	}
	return typeID(r.typ)
}

func typeFields() []field[typeRow] {
	return fields[typeRow](
		col("name", tName, func(r typeRow) value { return str(r.name) }),
		col("system_type_id", tTiny, func(r typeRow) value { return num(r.system()) }),
		col("user_type_id", tInt, func(r typeRow) value { return num(r.user) }),
		col("schema_id", tInt, func(r typeRow) value { return num(r.schema) }),
		nulls[typeRow](tInt, "principal_id"),
		col("max_length", tSmall, ofType(-1, func(t sqltype.Type) int { return t.MaxLength() })),
		col("precision", tTiny, ofType(0, func(t sqltype.Type) int { return t.Precision() })),
		col("scale", tTiny, ofType(0, func(t sqltype.Type) int { return t.ColumnScale() })),
		opt("collation_name", tName, func(r typeRow) value { return collationOf(r.typ.Kind) }),
		opt("is_nullable", tBit, func(r typeRow) value { return bit(r.nullable) }),
		col("is_user_defined", tBit, func(r typeRow) value { return bit(r.made != nil) }),
		zeros[typeRow]("is_assembly_type"),
		always[typeRow](tInt, num(0), "default_object_id", "rule_object_id"),
		col("is_table_type", tBit, func(r typeRow) value { return bit(r.isTable()) }),
	)
}

// ofType is a property of a row's type; that of a table type is fixed.
func ofType(table int, of func(sqltype.Type) int) func(typeRow) value {
	return func(r typeRow) value {
		if r.isTable() {
			return num(table)
		}
		return num(of(r.typ))
	}
}

func init() {
	view("sys", "types", typeFields(), func(c *system.Call, _ []value, yield func(typeRow) bool) error {
		return eachType(c, func(typeRow) bool { return true }, yield)
	})
	view("sys", "table_types", fields[typeRow](
		typeFields(),
		col("type_table_object_id", tInt, func(r typeRow) value { return num(int(r.made.ID)) }),
		zeros[typeRow]("is_memory_optimized"),
	), func(c *system.Call, _ []value, yield func(typeRow) bool) error {
		return eachType(c, typeRow.isTable, yield)
	})
	// There are no extended properties.
	type property struct{}
	view("sys", "extended_properties", fields[property](
		always[property](tTiny, num(0), "class"),
		nulls[property](tDesc, "class_desc"),
		always[property](tInt, num(0), "major_id", "minor_id"),
		always[property](tName, str(""), "name"),
		nulls[property](tVariant, "value"),
	), func(*system.Call, []value, func(property) bool) error { return nil })
}
