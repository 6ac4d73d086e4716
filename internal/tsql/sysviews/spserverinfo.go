package sysviews

import (
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// sp_server_info, as ODBC drivers call it.
func init() {
	proc("sp_server_info", []system.Param{in("@attribute_id", tInt, null)}, func(c *system.Call, a procArgs) error {
		type attr struct {
			id          int
			name, value string
		}
		var out []attr
		for _, r := range []attr{
			{1, "DBMS_NAME", "scanfrag embedded engine"}, {2, "DBMS_VER", edition}, {10, "OWNER_TERM", "owner"}, {11, "TABLE_TERM", "table"},
			{12, "MAX_OWNER_NAME_LENGTH", "128"}, {13, "TABLE_LENGTH", "128"}, {14, "MAX_QUAL_LENGTH", "128"}, {15, "COLUMN_LENGTH", "128"},
			{16, "IDENTIFIER_CASE", "MIXED"}, {17, "TX_ISOLATION", "2"},
		} {
			if a[0].Value.Null || a[0].Value.I == int64(r.id) {
				out = append(out, r)
			}
		}
		return result(c, fields[attr](
			col("attribute_id", tInt, func(r attr) value { return num(r.id) }),
			opt("attribute_name", sqltype.VarCharOf(60), func(r attr) value { return str(r.name) }),
			opt("attribute_value", sqltype.VarCharOf(255), func(r attr) value { return str(r.value) }),
		), out)
	})
}
