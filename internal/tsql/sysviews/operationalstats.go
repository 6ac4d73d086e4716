package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/system"
)

type operationalRow struct {
	index
	op engine.Operational
}

// sys.dm_db_index_operational_stats. What the engine does not have is 0 (LOB data, row overflow, compression, locks
// of rows and pages); correlated arguments are refused, as documented; what it does not count for each index is NULL. A page merge is an emptied page that leaves the index.
func init() {
	type row = operationalRow
	count := func(name string, f func(engine.Operational) int64) field[row] {
		return opt(name, tBig, func(r row) value { return num(f(r.op)) })
	}
	lonely("sys", "dm_db_index_operational_stats", indexParams(false), fields[row](
		col("database_id", tSmall, func(r row) value { return num(r.table.Database().ID()) }),
		col("object_id", tInt, func(r row) value { return num(r.table.ID) }),
		col("index_id", tInt, func(r row) value { return num(r.ix.ID) }),
		always[row](tInt, num(1), "partition_number"),
		col("hobt_id", tBig, func(r row) value { return num(r.unit()) }),
		count("leaf_insert_count", func(o engine.Operational) int64 { return o.LeafInserts }),
		count("leaf_delete_count", func(o engine.Operational) int64 { return o.LeafDeletes }),
		count("leaf_update_count", func(o engine.Operational) int64 { return o.LeafUpdates }),
		count("leaf_ghost_count", func(o engine.Operational) int64 { return o.LeafGhosts }),
		count("nonleaf_insert_count", func(o engine.Operational) int64 { return o.NonLeafInserts }),
		count("nonleaf_delete_count", func(o engine.Operational) int64 { return o.NonLeafDeletes }),
		count("nonleaf_update_count", func(o engine.Operational) int64 { return o.NonLeafUpdates }),
		count("leaf_allocation_count", func(o engine.Operational) int64 { return o.LeafAllocations }),
		count("nonleaf_allocation_count", func(o engine.Operational) int64 { return o.NonLeafAllocations }),
		count("leaf_page_merge_count", func(o engine.Operational) int64 { return o.LeafMerges }),
		count("nonleaf_page_merge_count", func(o engine.Operational) int64 { return o.NonLeafMerges }),
		count("range_scan_count", func(o engine.Operational) int64 { return o.RangeScans }),
		count("singleton_lookup_count", func(o engine.Operational) int64 { return o.SingletonLookups }),
		count("forwarded_fetch_count", func(o engine.Operational) int64 { return o.ForwardedFetches }),
		always[row](tBig, num(0), "lob_fetch_in_pages", "lob_fetch_in_bytes", "lob_orphan_create_count", "lob_orphan_insert_count",
			"row_overflow_fetch_in_pages", "row_overflow_fetch_in_bytes", "column_value_push_off_row_count", "column_value_pull_in_row_count"),
		always[row](tBig, num(0), "row_lock_count", "row_lock_wait_count", "row_lock_wait_in_ms", "page_lock_count", "page_lock_wait_count", "page_lock_wait_in_ms",
			"index_lock_promotion_attempt_count", "index_lock_promotion_count"), // tables are locked whole from the start
		nulls[row](tBig, "page_latch_wait_count", "page_latch_wait_in_ms", "page_io_latch_wait_count", "page_io_latch_wait_in_ms",
			"tree_page_latch_wait_count", "tree_page_latch_wait_in_ms", "tree_page_io_latch_wait_count", "tree_page_io_latch_wait_in_ms"),
		always[row](tBig, num(0), "page_compression_attempt_count", "page_compression_success_count"),
	), func(c *system.Call, args []value, yield func(row) bool) error {
		return chosenIndexes(c, args, func(i index) (bool, error) {
			return yield(row{i, i.table.Operational(i.ix.ID)}), nil
		})
	})
}
