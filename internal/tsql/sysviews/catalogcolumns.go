package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// column is one row of sys.all_columns. table is nil for those of system views.
type column struct {
	owner object
	table *engine.Table
	id    int
	name  string
	typ   sqltype.Type
	null  bool
	col   *engine.Column // of table

	parameter, output bool // of a procedure or function: syscolumns alone has them
}

func columnsOf(o object, yield func(column) bool) bool {
	if o.table != nil {
		for i := range o.table.Columns {
			c := &o.table.Columns[i]
			if !yield(column{owner: o, table: o.table, id: c.ID, name: c.Name, typ: c.Type, null: c.Nullable, col: c}) {
				return false
			}
		}
		return true
	}
	list := o.columns
	if o.view != nil {
		list = o.view.Columns
	}
	for i, c := range list {
		if !yield(column{owner: o, id: i + 1, name: c.Name, typ: c.Type, null: c.Nullable}) {
			return false
		}
	}
	return true
}

func columnsWhere(objects func(*engine.Database, func(object) bool) bool, keep func(column) bool) each[column] {
	return func(c *system.Call, _ []value, yield func(column) bool) error {
		objects(database(c), func(o object) bool {
			if o.table != nil && o.typ != "U" {
				return true
			}
			return columnsOf(o, func(c column) bool { return !keep(c) || yield(c) })
		})
		return nil
	}
}

// nullable is NULL where it is not known.
func (c *column) nullable() value { return known(c.owner.columns == nil, bit(c.null)) }

func anyColumn(column) bool { return true }

func (c *column) identity() *engine.Identity {
	if c.col == nil {
		return nil
	}
	return c.col.Identity
}

func (c *column) computed() *engine.Computed {
	if c.col == nil {
		return nil
	}
	return c.col.Computed
}

func (c *column) defaultID() value {
	if c.col == nil || c.col.Default == "" {
		return num(0)
	}
	return num(constraintID(c.table, "D", c.col.DefaultName))
}

func columnFields() []field[column] {
	return fields[column](
		col("object_id", tInt, func(c column) value { return num(c.owner.id) }),
		opt("name", tName, func(c column) value { return str(c.name) }),
		col("column_id", tInt, func(c column) value { return num(c.id) }),
		col("system_type_id", tTiny, func(c column) value { return num(typeID(c.typ)) }),
		col("user_type_id", tInt, func(c column) value { return num(typeID(c.typ)) }),
		col("max_length", tSmall, func(c column) value { return num(c.typ.MaxLength()) }),
		col("precision", tTiny, func(c column) value { return num(c.typ.Precision()) }),
		col("scale", tTiny, func(c column) value { return num(c.typ.ColumnScale()) }),
		opt("collation_name", tName, func(c column) value { return collationOf(c.typ.Kind) }),
		opt("is_nullable", tBit, func(c column) value { return c.nullable() }),
		col("is_ansi_padded", tBit, func(c column) value { return bit(c.typ.Kind.IsString() || c.typ.Kind.IsBinary()) }),
		zeros[column]("is_rowguidcol"),
		col("is_identity", tBit, func(c column) value { return bit(c.identity() != nil) }),
		col("is_computed", tBit, func(c column) value { return bit(c.computed() != nil) }),
		zeros[column]("is_filestream", "is_replicated", "is_non_sql_subscribed", "is_merge_published", "is_dts_replicated", "is_xml_document"),
		always[column](tInt, num(0), "xml_collection_id"),
		col("default_object_id", tInt, func(c column) value { return c.defaultID() }),
		always[column](tInt, num(0), "rule_object_id"),
		zeros[column]("is_sparse", "is_column_set"),
		always[column](tTiny, num(0), "generated_always_type"),
		always[column](tDesc, str("NOT_APPLICABLE"), "generated_always_type_desc"),
		nulls[column](tInt, "encryption_type"),
		nulls[column](sqltype.NVarCharOf(64), "encryption_type_desc"),
		nulls[column](tName, "encryption_algorithm_name"),
		nulls[column](tInt, "column_encryption_key_id"),
		nulls[column](tName, "column_encryption_key_database_name"),
		zeros[column]("is_hidden", "is_masked"),
		nulls[column](tInt, "graph_type"),
		nulls[column](tDesc, "graph_type_desc"),
	)
}

func init() {
	view("sys", "columns", columnFields(), columnsWhere(userObjects, anyColumn))
	view("sys", "all_columns", columnFields(), columnsWhere(allObjects, anyColumn))
	view("sys", "system_columns", columnFields(), columnsWhere(systemObjects, anyColumn))

	view("sys", "identity_columns", fields[column](
		columnFields(),
		opt("seed_value", tVariant, func(c column) value { return as(c.typ, identityValue(c, c.identity().Seed)) }),
		opt("increment_value", tVariant, func(c column) value { return as(c.typ, identityValue(c, c.identity().Increment)) }),
		opt("last_value", tVariant, func(c column) value { return as(c.typ, identityValue(c, c.table.LastIdentity())) }),
		zeros[column]("is_not_for_replication"),
	), columnsWhere(userObjects, func(c column) bool { return c.identity() != nil }))

	view("sys", "computed_columns", fields[column](
		columnFields(),
		opt("definition", tText, func(c column) value { return str(c.computed().Text) }),
		always[column](tBit, num(1), "uses_database_collation"),
		col("is_persisted", tBit, func(c column) value { return bit(c.computed().Persisted) }),
	), columnsWhere(userObjects, func(c column) bool { return c.computed() != nil }))

	for _, schema := range []string{"sys", "dbo"} {
		view(schema, "syscolumns", syscolumnFields(), func(c *system.Call, args []value, yield func(column) bool) error {
			more := true
			err := columnsWhere(allObjects, anyColumn)(c, args, func(k column) bool { more = yield(k); return more })
			if more && err == nil {
				err = parametersOfAll(allObjects)(c, args, func(p parameter) bool {
					return yield(column{owner: p.owner, id: p.id, name: p.Name, typ: p.Type, null: true, output: p.Output, parameter: true})
				})
			}
			return err
		})
	}
}

// identityValue is n in the column's type, which may be decimal.
func identityValue(c column, n int64) value {
	v, err := sqltype.Convert(num(n), c.typ, 0, true)
	if err != nil {
		return num(n)
	}
	return v
}

// syscolumnFields are those of the compatibility view of SQL Server 2000, which has the columns of all objects, and parameters.
func syscolumnFields() []field[column] {
	return fields[column](
		opt("name", tName, func(c column) value { return str(c.name) }),
		col("id", tInt, func(c column) value { return num(c.owner.id) }),
		col("xtype", tTiny, func(c column) value { return num(typeID(c.typ)) }),
		nulls[column](tTiny, "typestat"),
		opt("xusertype", tSmall, func(c column) value { return num(typeID(c.typ)) }),
		col("length", tSmall, func(c column) value { return num(c.typ.MaxLength()) }),
		opt("xprec", tTiny, func(c column) value { return num(c.typ.Precision()) }),
		opt("xscale", tTiny, func(c column) value { return num(c.typ.ColumnScale()) }),
		opt("colid", tSmall, func(c column) value { return num(c.id) }),
		opt("xoffset", tSmall, func(c column) value {
			if c.col == nil {
				return null
			}
			return num(c.col.Offset)
		}),
		nulls[column](tTiny, "bitpos", "reserved"),
		nulls[column](tSmall, "colstat"),
		opt("cdefault", tInt, func(c column) value { return c.defaultID() }),
		always[column](tInt, num(0), "domain"),
		opt("number", tSmall, func(c column) value { return bit(c.parameter) }),
		opt("colorder", tSmall, func(c column) value { return num(c.id) }),
		nulls[column](sqltype.VarBinaryOf(8000), "autoval"),
		opt("offset", tSmall, func(c column) value {
			if c.col == nil {
				return null
			}
			return num(c.col.Offset)
		}),
		nulls[column](tInt, "collationid", "language"),
		opt("status", tTiny, func(c column) value {
			n := 0
			if c.null {
				n |= 8
			}
			if c.identity() != nil {
				n |= 128
			}
			return num(n)
		}),
		nulls[column](tTiny, "type"),
		nulls[column](tSmall, "usertype"),
		nulls[column](sqltype.VarCharOf(255), "printfmt"),
		opt("prec", tSmall, func(c column) value { return num(c.prec()) }),
		opt("scale", tInt, func(c column) value { return num(c.typ.ColumnScale()) }),
		col("iscomputed", tInt, func(c column) value { return bit(c.computed() != nil) }),
		opt("isoutparam", tInt, func(c column) value { return bit(c.output) }),
		opt("isnullable", tInt, func(c column) value { return c.nullable() }),
		opt("collation", tName, func(c column) value { return collationOf(c.typ.Kind) }),
		nulls[column](sqltype.BinaryOf(5), "tdscollation"),
	)
}

// prec is the length in characters of text and binary columns, the precision of others.
func (c *column) prec() int {
	if k := c.typ.Kind; k.IsString() || k.IsBinary() {
		return c.typ.Chars()
	}
	return c.typ.Precision()
}
