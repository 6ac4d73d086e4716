package sysviews

import (
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// DBCC IND is undocumented by Microsoft; its arguments are those that are known.
func init() {
	// DBCC IND (database, table, index [, partition]): one row a page. Index -1: all; 0 and 1: the heap or
	// clustered index; -2: the IAM pages of all; else a nonclustered index, by number or name.
	dbcc("IND", func(c *system.Call, a args, _ dbccOptions) error {
		d, err := dbccDatabase(c, a, 0)
		if err != nil {
			return err
		}
		if len(a) < 3 || len(a) > 4 {
			return badDBCC("IND takes a database, a table, an index and a partition number")
		}
		at := *c
		at.Database = d
		t, err := dbccTable(&at, a, 1)
		if err != nil {
			return err
		}
		if p, ok := a.intArg(3); len(a) == 4 && (!ok || p < 0 || p > 1) {
			return badDBCC("every index has one partition, number 1")
		}
		index, number := a.intArg(2)
		switch {
		case number && (index == -1 || index == -2):
		case number && (index == 0 || index == 1):
			index = int64(t.Indexes[0].ID)
		default:
			ix, err := dbccIndex(t, a, 2)
			if err != nil {
				return err
			}
			index = int64(ix.ID)
		}
		var rows []pageRow
		err = walkTables(c, d, index != -2, func(object uint32, ix int) bool {
			return object == t.ID && (index < 0 || index == int64(ix))
		}, func(r pageRow) bool {
			if r.allocated() && (index != -2 || r.iam == 0) {
				rows = append(rows, r)
			}
			return true
		})
		if err != nil {
			return err
		}
		return result(c, indFields(), rows)
	})
}

func indFields() []field[pageRow] {
	type row = pageRow
	iam := func(part func(page.ID) value) func(row) value {
		return func(r row) value { return known(r.iam != 0, part(r.iam)) }
	}
	file := func(id page.ID) value { return num(id.File()) }
	no := func(id page.ID) value { return num(id.No()) }
	return fields[row](
		opt("PageFID", tSmall, func(r row) value { return file(r.id) }),
		opt("PagePID", tInt, func(r row) value { return no(r.id) }),
		opt("IAMFID", tSmall, iam(file)),
		opt("IAMPID", tInt, iam(no)),
		opt("ObjectID", tInt, func(r row) value { return num(r.object) }),
		opt("IndexID", tInt, func(r row) value { return num(r.index) }),
		always[row](tInt, num(1), "PartitionNumber"),
		opt("PartitionID", tBig, func(r row) value { return num(unitID(r.object, r.index)) }),
		always[row](sqltype.VarCharOf(20), str("In-row data"), "iam_chain_type"),
		opt("PageType", tTiny, func(r row) value { return num(uint8(r.typ)) }),
		opt("IndexLevel", tTiny, func(r row) value { return known(r.iam != 0, num(r.level)) }),
		opt("NextPageFID", tSmall, func(r row) value { return file(r.next) }),
		opt("NextPagePID", tInt, func(r row) value { return no(r.next) }),
		opt("PrevPageFID", tSmall, func(r row) value { return file(r.prev) }),
		opt("PrevPagePID", tInt, func(r row) value { return no(r.prev) }),
	)
}
