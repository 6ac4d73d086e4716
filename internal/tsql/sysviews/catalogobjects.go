package sysviews

import (
	"time"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// objectFields are the columns every view over objects begins with. The engine keeps no
// creation times of tables: NULL, where SQL Server has a date always.
func objectFields() []field[object] {
	return fields[object](
		col("name", tName, func(o object) value { return str(o.name) }),
		col("object_id", tInt, func(o object) value { return num(o.id) }),
		nulls[object](tInt, "principal_id"),
		col("schema_id", tInt, func(o object) value { return num(schemaID(o.db, o.schema)) }),
		col("parent_object_id", tInt, func(o object) value { return num(o.parent) }),
		opt("type", sqltype.CharOf(2), func(o object) value { return str(o.typ) }),
		opt("type_desc", tDesc, func(o object) value { return str(typeDescs[o.typ]) }),
		opt("create_date", tDateTime, func(o object) value { return o.date(func(m *engine.Module) time.Time { return m.Created }) }),
		opt("modify_date", tDateTime, func(o object) value { return o.date(func(m *engine.Module) time.Time { return m.Modified }) }),
		col("is_ms_shipped", tBit, func(o object) value { return bit(o.shipped()) }),
		zeros[object]("is_published", "is_schema_published"),
	)
}

func (o object) date(of func(*engine.Module) time.Time) value {
	switch {
	case o.module != nil:
		return when(of(o.module))
	case o.synonym != nil:
		return when(of(o.synonym))
	}
	return null
}

func eachObject(of func(*engine.Database, func(object) bool) bool) each[object] {
	return func(c *system.Call, _ []value, yield func(object) bool) error {
		of(database(c), yield)
		return nil
	}
}

func objectsWhere(keep func(object) bool) each[object] {
	return func(c *system.Call, _ []value, yield func(object) bool) error {
		userObjects(database(c), func(o object) bool { return !keep(o) || yield(o) })
		return nil
	}
}

func init() {
	view("sys", "objects", objectFields(), eachObject(func(d *engine.Database, yield func(object) bool) bool {
		return userObjects(d, yield) && systemObjects(d, func(o object) bool { return !o.base() || yield(o) })
	}))
	view("sys", "system_objects", objectFields(), eachObject(func(d *engine.Database, yield func(object) bool) bool {
		return systemObjects(d, func(o object) bool { return o.base() || yield(o) })
	}))
	view("sys", "all_objects", objectFields(), eachObject(allObjects))
	views := func(of func(*engine.Database, func(object) bool) bool) each[object] {
		return eachObject(func(d *engine.Database, yield func(object) bool) bool {
			return of(d, func(o object) bool { return o.typ != "V" || yield(o) })
		})
	}
	view("sys", "all_views", objectFields(), views(allObjects))
	view("sys", "system_views", objectFields(), views(systemObjects))
	for name, typ := range map[string]string{"views": "V", "procedures": "P", "triggers": "TR"} {
		view("sys", name, objectFields(), objectsWhere(func(o object) bool { return o.typ == typ && o.module != nil }))
	}
	view("sys", "sql_modules", fields[object](
		col("object_id", tInt, func(o object) value { return num(o.id) }),
		opt("definition", tText, func(o object) value { return str(o.module.Text) }),
		opt("uses_ansi_nulls", tBit, func(o object) value { return bit(o.module.AnsiNulls) }),
		opt("uses_quoted_identifier", tBit, func(o object) value { return bit(o.module.QuotedIdentifier) }),
		zeros[object]("is_schema_bound", "uses_database_collation", "is_recompiled", "null_on_null_input"),
		nulls[object](tInt, "execute_as_principal_id"),
		zeros[object]("uses_native_compilation", "is_inlineable", "inline_type"),
	), objectsWhere(func(o object) bool { return o.module != nil }))
	view("sys", "tables", fields[object](
		objectFields(),
		always[object](tInt, num(0), "lob_data_space_id"),
		nulls[object](tInt, "filestream_data_space_id"),
		col("max_column_id_used", tInt, func(o object) value { return num(maxColumnID(o)) }),
		zeros[object]("lock_on_bulk_load"),
		always[object](tBit, num(1), "uses_ansi_nulls"),
		zeros[object]("is_replicated", "has_replication_filter", "is_merge_published", "is_sync_tran_subscribed", "has_unchecked_assembly_data"),
		always[object](tInt, num(0), "text_in_row_limit"),
		zeros[object]("large_value_types_out_of_row", "is_tracked_by_cdc"),
		always[object](tTiny, num(0), "lock_escalation"),
		always[object](tDesc, str("TABLE"), "lock_escalation_desc"),
		zeros[object]("is_filetable", "is_memory_optimized"),
		always[object](tTiny, num(0), "durability"),
		always[object](tDesc, str("SCHEMA_AND_DATA"), "durability_desc"),
		always[object](tTiny, num(0), "temporal_type"),
		always[object](tDesc, str("NON_TEMPORAL_TABLE"), "temporal_type_desc"),
		nulls[object](tInt, "history_table_id"),
		zeros[object]("is_remote_data_archive_enabled", "is_external"),
		nulls[object](tInt, "history_retention_period", "history_retention_period_unit"),
		nulls[object](sqltype.NVarCharOf(10), "history_retention_period_unit_desc"),
		zeros[object]("is_node", "is_edge"),
	), objectsWhere(func(o object) bool { return o.typ == "U" }))

	view("sys", "default_constraints", fields[object](
		objectFields(),
		col("parent_column_id", tInt, func(o object) value { return num(o.column.ID) }),
		opt("definition", tText, func(o object) value { return str(o.column.Default) }),
		col("is_system_named", tBit, func(o object) value { return bit(systemNamed.MatchString(o.name)) }),
	), objectsWhere(func(o object) bool { return o.typ == "D" }))

	view("sys", "check_constraints", fields[object](
		objectFields(),
		col("is_disabled", tBit, func(o object) value { return bit(o.check.Disabled) }),
		zeros[object]("is_not_for_replication"),
		col("is_not_trusted", tBit, func(o object) value { return bit(o.check.Untrusted) }),
		col("parent_column_id", tInt, func(o object) value { return num(o.check.Column) }),
		opt("definition", tText, func(o object) value { return str(o.check.Text) }),
		always[object](tBit, num(1), "uses_database_collation"),
		col("is_system_named", tBit, func(o object) value { return bit(systemNamed.MatchString(o.name)) }),
	), objectsWhere(func(o object) bool { return o.typ == "C" }))

	view("sys", "key_constraints", fields[object](
		objectFields(),
		opt("unique_index_id", tInt, func(o object) value { return num(o.index.ID) }),
		opt("is_system_named", tBit, func(o object) value { return bit(systemNamed.MatchString(o.name)) }),
		always[object](tBit, num(1), "is_enforced"),
	), objectsWhere(func(o object) bool { return o.typ == "PK" || o.typ == "UQ" }))

	for _, schema := range []string{"sys", "dbo"} {
		view(schema, "sysobjects", sysobjectFields(), eachObject(allObjects))
	}
}

func maxColumnID(o object) (n int) {
	if o.table == nil {
		if o.view != nil {
			n = len(o.view.Columns)
		}
		return n
	}
	for i := range o.table.Columns {
		n = max(n, o.table.Columns[i].ID)
	}
	return n
}

// sysobjectFields are those of the compatibility view of SQL Server 2000.
func sysobjectFields() []field[object] {
	typ := sqltype.CharOf(2)
	// The constraint letters of 2000 are K for keys and D for defaults.
	old := func(o object) value {
		if o.typ == "PK" || o.typ == "UQ" {
			return str("K")
		}
		return str(o.typ)
	}
	return fields[object](
		col("name", tName, func(o object) value { return str(o.name) }),
		col("id", tInt, func(o object) value { return num(o.id) }),
		col("xtype", typ, func(o object) value { return str(o.typ) }),
		opt("uid", tSmall, func(o object) value { return num(schemaID(o.db, o.schema)) }),
		opt("info", tSmall, func(o object) value { return num(maxColumnID(o)) }),
		nulls[object](tInt, "status", "base_schema_ver", "replinfo"),
		col("parent_obj", tInt, func(o object) value { return num(o.parent) }),
		nulls[object](tDateTime, "crdate"),
		nulls[object](tSmall, "ftcatid"),
		nulls[object](tInt, "schema_ver", "stats_schema_ver"),
		opt("type", typ, old),
		nulls[object](tSmall, "userstat", "sysstat", "indexdel"),
		nulls[object](tDateTime, "refdate"),
		nulls[object](tInt, "version", "deltrig", "instrig", "updtrig", "seltrig", "category"),
		nulls[object](tSmall, "cache"),
	)
}
