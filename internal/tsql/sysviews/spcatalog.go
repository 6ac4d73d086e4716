package sysviews

import (
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// sp_tables and sp_columns: the catalog as ODBC asks for it. Names may have the wildcards % and _.

func init() {
	pattern := sqltype.NVarCharOf(384)
	proc("sp_tables", []system.Param{
		in("@table_name", pattern, null), in("@table_owner", pattern, null), in("@table_qualifier", tName, null),
		in("@table_type", sqltype.VarCharOf(100), null), in("@fUsePattern", tBit, num(1)),
	}, func(c *system.Call, a procArgs) error {
		types, filtered := a.text(3)
		var list []object
		allObjects(database(c), func(o object) bool {
			if o.typ != "U" && o.typ != "V" || !like(a, 0, o.name) || !like(a, 1, o.schema) ||
				filtered && !strings.Contains(strings.ToUpper(types), "'"+odbcType(o)+"'") {
				return true
			}
			list = append(list, o)
			return true
		})
		return result(c, fields[object](
			opt("TABLE_QUALIFIER", tName, func(o object) value { return str(o.db.Name()) }),
			opt("TABLE_OWNER", tName, func(o object) value { return str(o.schema) }),
			opt("TABLE_NAME", tName, func(o object) value { return str(o.name) }),
			opt("TABLE_TYPE", sqltype.VarCharOf(32), func(o object) value { return str(odbcType(o)) }),
			nulls[object](sqltype.VarCharOf(254), "REMARKS"),
		), list)
	})

	proc("sp_columns", []system.Param{
		must("@table_name", pattern), in("@table_owner", pattern, null), in("@table_qualifier", tName, null),
		in("@column_name", pattern, null), in("@ODBCVer", tInt, num(2)),
	}, func(c *system.Call, a procArgs) error {
		var list []column
		allObjects(database(c), func(o object) bool {
			if !like(a, 0, o.name) || !like(a, 1, o.schema) || o.parent != 0 {
				return true
			}
			return columnsOf(o, func(k column) bool {
				if like(a, 3, k.name) {
					list = append(list, k)
				}
				return true
			})
		})
		return result(c, odbcColumns(), list)
	})
}

func odbcType(o object) string {
	if o.typ == "U" {
		return "TABLE"
	}
	return "VIEW"
}

// like matches s against the pattern in argument i; none matches everything.
func like(a procArgs, i int, s string) bool {
	p, ok := a.text(i)
	return !ok || matches([]rune(strings.ToLower(p)), []rune(strings.ToLower(s)))
}

// matches knows %, _ and [x] of one character, as sp_tables is called with.
func matches(p, s []rune) bool {
	for len(p) > 0 {
		switch {
		case p[0] == '%':
			for i := range len(s) + 1 {
				if matches(p[1:], s[i:]) {
					return true
				}
			}
			return false
		case len(s) == 0:
			return false
		case len(p) >= 3 && p[0] == '[' && p[2] == ']':
			if p[1] != s[0] {
				return false
			}
			p = p[2:]
		case p[0] != '_' && p[0] != s[0]:
			return false
		}
		p, s = p[1:], s[1:]
	}
	return len(s) == 0
}

// odbcTypes are the SQL data types of ODBC (documented).
var odbcTypes = map[sqltype.Kind]int{
	sqltype.Bit: -7, sqltype.TinyInt: -6, sqltype.SmallInt: 5, sqltype.Int: 4, sqltype.BigInt: -5, sqltype.Decimal: 3,
	sqltype.Money: 3, sqltype.SmallMoney: 3, sqltype.Real: 7, sqltype.Float: 6, sqltype.DateTime: 11, sqltype.SmallDateTime: 11,
	sqltype.Date: -9, sqltype.Time: -9, sqltype.DateTime2: -9, sqltype.DateTimeOffset: -9, sqltype.Char: 1, sqltype.VarChar: 12,
	sqltype.NChar: -8, sqltype.NVarChar: -9, sqltype.Binary: -2, sqltype.VarBinary: -3, sqltype.UniqueIdentifier: -11, sqltype.SQLVariant: -150,
}

func odbcColumns() []field[column] {
	typ := func(k column) value { return num(odbcTypes[k.typ.Kind]) }
	return fields[column](
		opt("TABLE_QUALIFIER", tName, func(k column) value { return str(k.owner.db.Name()) }),
		opt("TABLE_OWNER", tName, func(k column) value { return str(k.owner.schema) }),
		opt("TABLE_NAME", tName, func(k column) value { return str(k.owner.name) }),
		opt("COLUMN_NAME", tName, func(k column) value { return str(k.name) }),
		col("DATA_TYPE", tSmall, typ),
		opt("TYPE_NAME", tName, func(k column) value {
			s := typeName(k.typ)
			if k.identity() != nil {
				s += " identity"
			}
			return str(s)
		}),
		opt("PRECISION", tInt, func(k column) value { return num(k.prec()) }),
		opt("LENGTH", tInt, func(k column) value { return num(k.typ.MaxLength()) }),
		opt("SCALE", tSmall, func(k column) value {
			return known(k.typ.Kind.IsExact() || k.typ.Kind.IsInt(), num(k.typ.ColumnScale()))
		}),
		opt("RADIX", tSmall, func(k column) value { return known(k.typ.Kind.IsNumeric(), num(10)) }),
		col("NULLABLE", tSmall, func(k column) value { return bit(k.null) }),
		nulls[column](sqltype.VarCharOf(254), "REMARKS"),
		opt("COLUMN_DEF", sqltype.NVarCharOf(4000), func(k column) value {
			if k.col == nil {
				return null
			}
			return known(k.col.Default != "", str(k.col.Default))
		}),
		col("SQL_DATA_TYPE", tSmall, typ),
		nulls[column](tSmall, "SQL_DATETIME_SUB"),
		opt("CHAR_OCTET_LENGTH", tInt, func(k column) value { return known(k.long(), num(k.typ.MaxLength())) }),
		col("ORDINAL_POSITION", tInt, func(k column) value { return num(k.id) }),
		opt("IS_NULLABLE", sqltype.VarCharOf(254), func(k column) value {
			if k.null {
				return str("YES")
			}
			return str("NO")
		}),
		col("SS_DATA_TYPE", tTiny, func(k column) value { return num(typeID(k.typ)) }),
	)
}
