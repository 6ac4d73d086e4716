package sysviews

import "scanfrag/internal/sqltype"

// constraintTypes are the constraints that the SQL standard knows; a default is none.
var constraintTypes = map[string]string{"PK": "PRIMARY KEY", "UQ": "UNIQUE", "C": "CHECK"}

func init() {
	name := fields[object](
		opt("CONSTRAINT_CATALOG", tName, func(o object) value { return str(o.db.Name()) }),
		opt("CONSTRAINT_SCHEMA", tName, func(o object) value { return str(o.schema) }),
		col("CONSTRAINT_NAME", tName, func(o object) value { return str(o.name) }),
	)
	view("INFORMATION_SCHEMA", "TABLE_CONSTRAINTS", fields[object](
		name,
		opt("TABLE_CATALOG", tName, func(o object) value { return str(o.db.Name()) }),
		opt("TABLE_SCHEMA", tName, func(o object) value { return str(o.schema) }),
		opt("TABLE_NAME", tName, func(o object) value { return str(o.table.Name) }),
		opt("CONSTRAINT_TYPE", sqltype.VarCharOf(11), func(o object) value { return str(constraintTypes[o.typ]) }),
		always[object](sqltype.VarCharOf(2), str("NO"), "IS_DEFERRABLE", "INITIALLY_DEFERRED"),
	), objectsWhere(func(o object) bool { return constraintTypes[o.typ] != "" }))
	view("INFORMATION_SCHEMA", "CHECK_CONSTRAINTS", fields[object](
		name,
		opt("CHECK_CLAUSE", sqltype.NVarCharOf(4000), func(o object) value { return str(o.check.Text) }),
	), objectsWhere(func(o object) bool { return o.typ == "C" }))
}
