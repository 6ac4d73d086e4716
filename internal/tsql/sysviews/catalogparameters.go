package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// parameter is one row of sys.all_parameters; id 0 is what a function returns.
type parameter struct {
	owner object
	id    int
	system.Param
}

func parametersOf(c *system.Call, o object, yield func(parameter) bool) bool {
	var list []system.Param
	switch {
	case o.module != nil:
		list = c.Session.Parameters(o.module)
	case o.proc != nil:
		list = o.proc.Params
	case o.view != nil:
		list = o.view.Params
	}
	id := 0
	for _, p := range list {
		if p.Name != "" || id > 0 {
			id++
		}
		if !yield(parameter{o, id, p}) {
			return false
		}
	}
	return true
}

func parametersOfAll(objects func(*engine.Database, func(object) bool) bool) each[parameter] {
	return func(c *system.Call, _ []value, yield func(parameter) bool) error {
		objects(database(c), func(o object) bool { return parametersOf(c, o, yield) })
		return nil
	}
}

func init() {
	fs := fields[parameter](
		col("object_id", tInt, func(p parameter) value { return num(p.owner.id) }),
		opt("name", tName, func(p parameter) value { return str(p.Name) }),
		col("parameter_id", tInt, func(p parameter) value { return num(p.id) }),
		col("system_type_id", tTiny, func(p parameter) value { return num(typeID(p.Type)) }),
		col("user_type_id", tInt, func(p parameter) value { return num(typeID(p.Type)) }),
		col("max_length", tSmall, func(p parameter) value { return num(p.Type.MaxLength()) }),
		col("precision", tTiny, func(p parameter) value { return num(p.Type.Precision()) }),
		col("scale", tTiny, func(p parameter) value { return num(p.Type.ColumnScale()) }),
		col("is_output", tBit, func(p parameter) value { return bit(p.Output) }),
		// Default values are in the catalog for CLR objects alone (documented).
		zeros[parameter]("is_cursor_ref", "has_default_value", "is_xml_document"),
		nulls[parameter](tVariant, "default_value"),
		always[parameter](tInt, num(0), "xml_collection_id"),
		zeros[parameter]("is_readonly"),
		always[parameter](tBit, num(1), "is_nullable"),
		nulls[parameter](tInt, "encryption_type"),
		nulls[parameter](sqltype.NVarCharOf(64), "encryption_type_desc"),
		nulls[parameter](tName, "encryption_algorithm_name"),
		nulls[parameter](tInt, "column_encryption_key_id"),
		nulls[parameter](tName, "column_encryption_key_database_name"),
	)
	view("sys", "parameters", fs, parametersOfAll(userObjects))
	view("sys", "all_parameters", fs, parametersOfAll(allObjects))
	view("sys", "system_parameters", fs, parametersOfAll(systemObjects))
}
