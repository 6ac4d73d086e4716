package sysviews

import (
	"slices"

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
			out = append(out, typeRow{"numeric", t, 108, true})
		case k == sqltype.SQLVariant:
			t.Len = 8016
		}
		out = append(out, typeRow{k.String(), t, typeIDs[k], true})
	}
	out = append(out, typeRow{"sysname", tName, sysnameID, false}, typeRow{"timestamp", sqltype.RowVersion, rowVersionID, false})
	slices.SortFunc(out, func(a, b typeRow) int { return a.system() - b.system() })
	return out
}

func (r typeRow) system() int {
	if r.user == 108 {
		return 108
	}
	return typeID(r.typ)
}

func typeFields() []field[typeRow] {
	return fields[typeRow](
		col("name", tName, func(r typeRow) value { return str(r.name) }),
		col("system_type_id", tTiny, func(r typeRow) value { return num(r.system()) }),
		col("user_type_id", tInt, func(r typeRow) value { return num(r.user) }),
		always[typeRow](tInt, num(4), "schema_id"),
		nulls[typeRow](tInt, "principal_id"),
		col("max_length", tSmall, func(r typeRow) value { return num(r.typ.MaxLength()) }),
		col("precision", tTiny, func(r typeRow) value { return num(r.typ.Precision()) }),
		col("scale", tTiny, func(r typeRow) value { return num(r.typ.ColumnScale()) }),
		opt("collation_name", tName, func(r typeRow) value { return collationOf(r.typ.Kind) }),
		opt("is_nullable", tBit, func(r typeRow) value { return bit(r.nullable) }),
		zeros[typeRow]("is_user_defined", "is_assembly_type"),
		always[typeRow](tInt, num(0), "default_object_id", "rule_object_id"),
		zeros[typeRow]("is_table_type"),
	)
}

func init() {
	view("sys", "types", typeFields(), func(_ *system.Call, _ []value, yield func(typeRow) bool) error {
		for _, r := range systemTypes() {
			if !yield(r) {
				break
			}
		}
		return nil
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
