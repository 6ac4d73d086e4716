package sysviews

import (
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// sys.dm_db_database_page_allocations. LIMITED reads the maps only; DETAILED the header of
// every page too. Undocumented by Microsoft; the columns are those it has in fact.
func init() {
	type row = pageRow
	head := func(f func(r row) value) func(row) value {
		return func(r row) value { return known(r.head, f(r)) }
	}
	link := func(id func(r row) page.ID, part func(page.ID) value) func(row) value {
		return func(r row) value { return known(r.head && id(r) != 0, part(id(r))) }
	}
	file := func(id page.ID) value { return num(id.File()) }
	no := func(id page.ID) value { return num(id.No()) }
	next, prev, iam := func(r row) page.ID { return r.next }, func(r row) page.ID { return r.prev }, func(r row) page.ID { return r.iam }
	fn("sys", "dm_db_database_page_allocations", []system.Param{
		param("DatabaseId", tSmall), param("TableId", tInt), param("IndexId", tInt), param("PartitionId", tBig),
		{Name: "Mode", Type: tName, Default: as(tName, str("LIMITED")), HasDefault: true},
	}, fields[row](
		opt("database_id", tSmall, func(r row) value { return num(r.db.ID()) }),
		opt("object_id", tInt, func(r row) value { return num(r.object) }),
		opt("index_id", tInt, func(r row) value { return num(r.index) }),
		always[row](tInt, num(1), "partition_id"),
		opt("rowset_id", tBig, func(r row) value { return num(unitID(r.object, r.index)) }),
		opt("allocation_unit_id", tBig, func(r row) value { return num(unitID(r.object, r.index)) }),
		always[row](tTiny, num(1), "allocation_unit_type"),
		always[row](tDesc, str("IN_ROW_DATA"), "allocation_unit_type_desc"),
		nulls[row](tInt, "data_clone_id"),
		nulls[row](tTiny, "clone_state"),
		nulls[row](tDesc, "clone_state_desc"),
		opt("extent_file_id", tSmall, func(r row) value { return num(r.id.Extent().File()) }),
		opt("extent_page_id", tInt, func(r row) value { return num(r.id.Extent().No()) }),
		opt("allocated_page_iam_file_id", tSmall, func(r row) value { return known(iam(r) != 0, file(iam(r))) }),
		opt("allocated_page_iam_page_id", tInt, func(r row) value { return known(iam(r) != 0, no(iam(r))) }),
		opt("allocated_page_file_id", tSmall, func(r row) value { return num(r.id.File()) }),
		opt("allocated_page_page_id", tInt, func(r row) value { return num(r.id.No()) }),
		opt("is_allocated", tBit, func(r row) value { return bit(r.allocated()) }),
		opt("is_iam_page", tBit, func(r row) value { return bit(r.iam == 0) }),
		opt("is_mixed_page_allocation", tBit, func(r row) value { return bit(r.pfs&page.PFSMixed != 0) }),
		nulls[row](tTiny, "page_free_space_percent"),
		opt("page_type", tTiny, head(func(r row) value { return num(uint8(r.typ)) })),
		opt("page_type_desc", sqltype.NVarCharOf(64), head(func(r row) value { return str(pageTypes[r.typ]) })),
		opt("page_level", tTiny, head(func(r row) value { return num(r.level) })),
		opt("next_page_file_id", tSmall, link(next, file)),
		opt("next_page_page_id", tInt, link(next, no)),
		opt("previous_page_file_id", tSmall, link(prev, file)),
		opt("previous_page_page_id", tInt, link(prev, no)),
		always[row](tBit, num(0), "is_page_compressed"),
		opt("has_ghost_records", tBit, head(func(r row) value { return bit(r.ghosts > 0) })),
	), func(c *system.Call, args []value, yield func(row) bool) error {
		mode := strings.ToUpper(args[4].S)
		if args[4].Null {
			mode = "LIMITED"
		}
		if mode != "LIMITED" && mode != "DETAILED" {
			return badParameter(5)
		}
		stop := false
		for _, d := range c.Session.Instance().Databases() {
			if stop || !args[0].Null && args[0].I != int64(d.ID()) || !used(d) {
				continue
			}
			err := walkTables(c, d, mode == "DETAILED", func(object uint32, index int) bool {
				return (args[1].Null || args[1].I == int64(object)) && (args[2].Null || args[2].I == int64(index))
			}, func(r row) bool {
				stop = !yield(r)
				return !stop
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// walkTables is walkPages of tables, under a shared lock on each.
func walkTables(c *system.Call, d *engine.Database, heads bool, keep func(object uint32, index int) bool, yield func(pageRow) bool) error {
	tx, err := c.Session.Txn()
	if err != nil {
		return err
	}
	for _, t := range d.Tables() {
		for _, ix := range t.Indexes {
			if keep(t.ID, ix.ID) {
				if err := tx.Lock(c.Ctx, t, false, false); err != nil {
					return err
				}
			}
		}
	}
	return walkPages(c.Ctx, d, heads, func(object uint32, index int) bool {
		return d.TableByID(object) != nil && keep(object, index)
	}, yield)
}
