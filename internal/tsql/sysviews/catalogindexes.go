package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// index is one row of sys.indexes, partitions and allocation_units: every heap or B-tree is
// one of each.
type index struct {
	table *engine.Table
	ix    *engine.Index
}

func (i index) unit() int64 { return unitID(i.table.ID, i.ix.ID) }

func (i index) heap() bool { return i.ix.ID == 0 }

func (i index) space() engine.Space { return i.table.IndexSpace(i.ix.ID) }

// dataSpace is its filegroup: 1, PRIMARY, when nothing was said.
func (i index) dataSpace() int { return max(i.ix.Space, 1) }

func (i index) kind() (id int, desc string) {
	switch i.ix.ID {
	case 0:
		return 0, "HEAP"
	case 1:
		return 1, "CLUSTERED"
	}
	return 2, "NONCLUSTERED"
}

func eachIndex(c *system.Call, _ []value, yield func(index) bool) error {
	for _, t := range database(c).Tables() {
		for _, ix := range t.Indexes {
			if !yield(index{t, ix}) {
				return nil
			}
		}
	}
	return nil
}

// eachRowset passes over disabled indexes without pages.
func eachRowset(c *system.Call, args []value, yield func(index) bool) error {
	return eachIndex(c, args, func(i index) bool { return i.ix.Absent() || yield(i) })
}

func init() {
	view("sys", "indexes", fields[index](
		col("object_id", tInt, func(i index) value { return num(i.table.ID) }),
		opt("name", tName, func(i index) value { return known(!i.heap(), str(i.ix.Name)) }),
		col("index_id", tInt, func(i index) value { return num(i.ix.ID) }),
		col("type", tTiny, func(i index) value { n, _ := i.kind(); return num(n) }),
		opt("type_desc", tDesc, func(i index) value { _, s := i.kind(); return str(s) }),
		opt("is_unique", tBit, func(i index) value { return bit(i.ix.Unique) }),
		opt("data_space_id", tInt, func(i index) value { return num(i.dataSpace()) }),
		opt("ignore_dup_key", tBit, func(i index) value { return bit(i.ix.IgnoreDup) }),
		opt("is_primary_key", tBit, func(i index) value { return bit(i.ix.PrimaryKey) }),
		opt("is_unique_constraint", tBit, func(i index) value { return bit(i.ix.UniqueConstraint) }),
		col("fill_factor", tTiny, func(i index) value { return num(i.ix.FillFactor) }),
		opt("is_padded", tBit, func(i index) value { return bit(i.ix.PadIndex) }),
		opt("is_disabled", tBit, func(i index) value { return bit(i.ix.Disabled) }),
		zeros[index]("is_hypothetical", "is_ignored_in_optimization"),
		always[index](tBit, num(0), "allow_row_locks", "allow_page_locks"), // locks are of tables
		zeros[index]("has_filter"),
		nulls[index](tText, "filter_definition"),
		nulls[index](tInt, "compression_delay"),
		opt("suppress_dup_key_messages", tBit, func(i index) value { return bit(i.ix.QuietDup) }),
		zeros[index]("auto_created", "optimize_for_sequential_key"),
	), eachIndex)

	type key struct {
		index
		n int // from 0: key columns, then included ones
	}
	inKey := func(k key) bool { return k.n < len(k.ix.Keys) }
	view("sys", "index_columns", fields[key](
		col("object_id", tInt, func(k key) value { return num(k.table.ID) }),
		col("index_id", tInt, func(k key) value { return num(k.ix.ID) }),
		col("index_column_id", tInt, func(k key) value { return num(k.n + 1) }),
		col("column_id", tInt, func(k key) value {
			if !inKey(k) {
				return num(k.ix.Include[k.n-len(k.ix.Keys)])
			}
			return num(k.ix.Keys[k.n].ColumnID)
		}),
		col("key_ordinal", tTiny, func(k key) value {
			if !inKey(k) {
				return num(0)
			}
			return num(k.n + 1)
		}),
		always[key](tTiny, num(0), "partition_ordinal"),
		opt("is_descending_key", tBit, func(k key) value { return bit(inKey(k) && k.ix.Keys[k.n].Desc) }),
		opt("is_included_column", tBit, func(k key) value { return bit(!inKey(k)) }),
		always[key](tTiny, num(0), "column_store_order_ordinal"),
	), func(c *system.Call, args []value, yield func(key) bool) error {
		return eachIndex(c, args, func(i index) bool {
			for n := range len(i.ix.Keys) + len(i.ix.Include) {
				if !yield(key{i, n}) {
					return false
				}
			}
			return true
		})
	})

	view("sys", "partitions", fields[index](
		col("partition_id", tBig, func(i index) value { return num(i.unit()) }),
		col("object_id", tInt, func(i index) value { return num(i.table.ID) }),
		col("index_id", tInt, func(i index) value { return num(i.ix.ID) }),
		always[index](tInt, num(1), "partition_number"),
		col("hobt_id", tBig, func(i index) value { return num(i.unit()) }),
		opt("rows", tBig, func(i index) value { return num(i.table.Rows()) }),
		always[index](tSmall, num(0), "filestream_filegroup_id"),
		always[index](tTiny, num(0), "data_compression"),
		always[index](tDesc, str("NONE"), "data_compression_desc"),
	), eachRowset)

	view("sys", "dm_db_partition_stats", fields[index](
		col("partition_id", tBig, func(i index) value { return num(i.unit()) }),
		col("object_id", tInt, func(i index) value { return num(i.table.ID) }),
		col("index_id", tInt, func(i index) value { return num(i.ix.ID) }),
		always[index](tInt, num(1), "partition_number"),
		opt("in_row_data_page_count", tBig, func(i index) value { return num(i.space().Data) }),
		opt("in_row_used_page_count", tBig, func(i index) value { return num(i.space().Used) }),
		opt("in_row_reserved_page_count", tBig, func(i index) value { return num(i.space().Reserved) }),
		always[index](tBig, num(0), "lob_used_page_count", "lob_reserved_page_count", "row_overflow_used_page_count", "row_overflow_reserved_page_count"),
		opt("used_page_count", tBig, func(i index) value { return num(i.space().Used) }),
		opt("reserved_page_count", tBig, func(i index) value { return num(i.space().Reserved) }),
		opt("row_count", tBig, func(i index) value { return num(i.table.Rows()) }),
	), eachRowset)

	for _, schema := range []string{"sys", "dbo"} {
		view(schema, "sysindexes", sysindexFields(), eachIndex)
	}
}

// sysindexFields are those of the compatibility view of SQL Server 2000.
func sysindexFields() []field[index] {
	return fields[index](
		col("id", tInt, func(i index) value { return num(i.table.ID) }),
		nulls[index](tInt, "status"),
		nulls[index](sqltype.BinaryOf(6), "first"),
		opt("indid", tSmall, func(i index) value { return num(i.ix.ID) }),
		nulls[index](sqltype.BinaryOf(6), "root"),
		opt("minlen", tSmall, func(i index) value { return num(i.table.MinLen(i.ix)) }),
		opt("keycnt", tSmall, func(i index) value { return num(len(i.ix.Keys)) }),
		opt("groupid", tSmall, func(i index) value { return num(i.dataSpace()) }),
		opt("dpages", tInt, func(i index) value { return num(i.space().Data) }),
		opt("reserved", tInt, func(i index) value { return num(i.space().Reserved) }),
		opt("used", tInt, func(i index) value { return num(i.space().Used) }),
		opt("rowcnt", tBig, func(i index) value { return num(i.table.Rows()) }),
		nulls[index](tInt, "rowmodctr"),
		nulls[index](tTiny, "reserved3", "reserved4"),
		nulls[index](tSmall, "xmaxlen", "maxirow"),
		opt("OrigFillFactor", tTiny, func(i index) value { return num(i.ix.FillFactor) }),
		nulls[index](tTiny, "StatVersion"),
		nulls[index](tInt, "reserved2"),
		nulls[index](sqltype.BinaryOf(6), "FirstIAM"),
		nulls[index](tSmall, "impid", "lockflags"),
		nulls[index](tInt, "pgmodctr"),
		nulls[index](sqltype.VarBinaryOf(1088), "keys"),
		opt("name", tName, func(i index) value { return known(!i.heap(), str(i.ix.Name)) }),
		nulls[index](sqltype.VarBinaryOf(sqltype.MaxArg), "statblob"),
		nulls[index](tInt, "maxlen"),
		opt("rows", tInt, func(i index) value { return num(i.table.Rows()) }),
	)
}
