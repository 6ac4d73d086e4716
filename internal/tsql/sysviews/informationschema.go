package sysviews

import (
	"scanfrag/internal/sqltype"
)

// INFORMATION_SCHEMA: the catalog as the SQL standard has it.
func init() {
	yesNo := sqltype.VarCharOf(3)
	view("INFORMATION_SCHEMA", "TABLES", fields[object](
		opt("TABLE_CATALOG", tName, func(o object) value { return str(o.db.Name()) }),
		opt("TABLE_SCHEMA", tName, func(o object) value { return str(o.schema) }),
		col("TABLE_NAME", tName, func(o object) value { return str(o.name) }),
		always[object](sqltype.VarCharOf(10), str("BASE TABLE"), "TABLE_TYPE"),
	), objectsWhere(func(o object) bool { return o.typ == "U" }))

	view("INFORMATION_SCHEMA", "COLUMNS", fields[column](
		opt("TABLE_CATALOG", tName, func(c column) value { return str(c.owner.db.Name()) }),
		opt("TABLE_SCHEMA", tName, func(c column) value { return str(c.owner.schema) }),
		col("TABLE_NAME", tName, func(c column) value { return str(c.owner.name) }),
		opt("COLUMN_NAME", tName, func(c column) value { return str(c.name) }),
		col("ORDINAL_POSITION", tInt, func(c column) value { return num(c.id) }),
		opt("COLUMN_DEFAULT", sqltype.NVarCharOf(4000), func(c column) value {
			if c.col == nil || c.col.Default == "" {
				return null
			}
			return str(c.col.Default)
		}),
		opt("IS_NULLABLE", yesNo, func(c column) value {
			if c.null {
				return str("YES")
			}
			return str("NO")
		}),
		opt("DATA_TYPE", tName, func(c column) value { return str(typeName(c.typ)) }),
		opt("CHARACTER_MAXIMUM_LENGTH", tInt, func(c column) value { return known(c.long(), num(c.typ.Chars())) }),
		opt("CHARACTER_OCTET_LENGTH", tInt, func(c column) value { return known(c.long(), num(c.typ.MaxLength())) }),
		opt("NUMERIC_PRECISION", tTiny, func(c column) value { return known(c.numeric(), num(c.typ.Precision())) }),
		opt("NUMERIC_PRECISION_RADIX", tSmall, func(c column) value {
			radix := 10
			if c.typ.Kind.IsApprox() {
				radix = 2
			}
			return known(c.numeric(), num(radix))
		}),
		opt("NUMERIC_SCALE", tInt, func(c column) value {
			return known(c.numeric() && !c.typ.Kind.IsApprox(), num(c.typ.ColumnScale()))
		}),
		opt("DATETIME_PRECISION", tSmall, func(c column) value {
			return known(c.typ.Kind.IsDateTime(), num(c.typ.ColumnScale()))
		}),
		nulls[column](tName, "CHARACTER_SET_CATALOG", "CHARACTER_SET_SCHEMA"),
		opt("CHARACTER_SET_NAME", tName, func(c column) value {
			switch k := c.typ.Kind; {
			case k.IsNational():
				return str("UNICODE")
			case k.IsString():
				return str("iso_1")
			}
			return null
		}),
		nulls[column](tName, "COLLATION_CATALOG", "COLLATION_SCHEMA"),
		opt("COLLATION_NAME", tName, func(c column) value { return collationOf(c.typ.Kind) }),
		nulls[column](tName, "DOMAIN_CATALOG", "DOMAIN_SCHEMA", "DOMAIN_NAME"),
	), columnsWhere(userObjects, anyColumn))
}

func (c *column) long() bool { return c.typ.Kind.IsString() || c.typ.Kind.IsBinary() }

func (c *column) numeric() bool {
	return c.typ.Kind.IsNumeric() && c.typ.Kind != sqltype.Bit
}
