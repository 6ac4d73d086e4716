package sysviews

import (
	"errors"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// levelRow is one row of sys.dm_db_index_physical_stats.
type levelRow struct {
	index
	l engine.LevelStats
}

var modes = map[string]engine.Mode{"": engine.Limited, "DEFAULT": engine.Limited, "LIMITED": engine.Limited, "SAMPLED": engine.Sampled, "DETAILED": engine.Detailed}

func init() {
	frag := func(f func(l engine.LevelStats) value) func(levelRow) value {
		return func(r levelRow) value { return known(r.l.KnownFragments, f(r.l)) }
	}
	leaf := func(f func(l engine.LevelStats) value) func(levelRow) value { // NULL above it, as documented
		return func(r levelRow) value { return known(r.l.KnownFragments && r.l.Level == 0, f(r.l)) }
	}
	rec := func(f func(l engine.LevelStats) value) func(levelRow) value {
		return func(r levelRow) value { return known(r.l.KnownRecords, f(r.l)) }
	}
	fn("sys", "dm_db_index_physical_stats", indexParams(true), fields[levelRow](
		opt("database_id", tSmall, func(r levelRow) value { return num(r.table.Database().ID()) }),
		opt("object_id", tInt, func(r levelRow) value { return num(r.table.ID) }),
		opt("index_id", tInt, func(r levelRow) value { return num(r.ix.ID) }),
		always[levelRow](tInt, num(1), "partition_number"),
		opt("index_type_desc", tDesc, func(r levelRow) value { return str(r.l.IndexType) }),
		always[levelRow](tDesc, str("IN_ROW_DATA"), "alloc_unit_type_desc"),
		opt("index_depth", tTiny, func(r levelRow) value { return num(r.l.Depth) }),
		opt("index_level", tTiny, func(r levelRow) value { return num(r.l.Level) }),
		opt("avg_fragmentation_in_percent", tFloat, frag(func(l engine.LevelStats) value { return flt(l.FragmentationPercent) })),
		opt("fragment_count", tBig, leaf(func(l engine.LevelStats) value { return num(l.Fragments) })),
		opt("avg_fragment_size_in_pages", tFloat, leaf(func(l engine.LevelStats) value { return flt(l.AvgFragmentPages) })),
		opt("page_count", tBig, func(r levelRow) value { return num(r.l.Pages) }),
		opt("avg_page_space_used_in_percent", tFloat, rec(func(l engine.LevelStats) value { return flt(l.AvgPageSpaceUsedPercent) })),
		opt("record_count", tBig, rec(func(l engine.LevelStats) value { return num(l.Records) })),
		opt("ghost_record_count", tBig, rec(func(l engine.LevelStats) value { return num(l.Ghosts) })),
		opt("version_ghost_record_count", tBig, rec(func(engine.LevelStats) value { return num(0) })),
		opt("min_record_size_in_bytes", tInt, rec(func(l engine.LevelStats) value { return num(l.MinRecord) })),
		opt("max_record_size_in_bytes", tInt, rec(func(l engine.LevelStats) value { return num(l.MaxRecord) })),
		opt("avg_record_size_in_bytes", tFloat, rec(func(l engine.LevelStats) value { return flt(l.AvgRecord) })),
		opt("forwarded_record_count", tBig, func(r levelRow) value { return known(r.l.KnownForwarded, num(r.l.Forwarded)) }),
		opt("compressed_page_count", tBig, rec(func(engine.LevelStats) value { return num(0) })),
		opt("hobt_id", tBig, func(r levelRow) value { return num(r.unit()) }),
		always[levelRow](tTiny, num(0), "columnstore_delete_buffer_state"),
		always[levelRow](tDesc, str("NOT VALID"), "columnstore_delete_buffer_state_desc"),
		noVersions(rec(func(engine.LevelStats) value { return num(0) }), "version_record_count", "inrow_version_record_count", "inrow_diff_version_record_count",
			"total_inrow_version_payload_size_in_bytes", "offrow_regular_version_record_count", "offrow_long_term_version_record_count"),
	), func(c *system.Call, args []value, yield func(levelRow) bool) error {
		mode, ok := modes[strings.ToUpper(strings.TrimSpace(args[4].S))]
		if !ok {
			return badParameter(5)
		}
		tx, err := c.Session.Txn()
		if err != nil {
			return err
		}
		return chosenIndexes(c, args, func(i index) (bool, error) {
			levels, err := tx.PhysicalStats(c.Ctx, i.table, i.ix.ID, mode)
			if errors.Is(err, engine.ErrTableChanged) {
				return true, nil // dropped or altered since it was listed
			}
			if err != nil {
				return false, err
			}
			for _, l := range levels {
				if !yield(levelRow{i, l}) {
					return false, nil
				}
			}
			return true, nil
		})
	})
}

// noVersions are the columns about row versions, of which there are none: 0 where records are looked at.
func noVersions(get func(levelRow) value, names ...string) (out []field[levelRow]) {
	for _, n := range names {
		out = append(out, opt(n, tBig, get))
	}
	return out
}

// indexParams are those of the functions over indexes: NULL, 0 and DEFAULT mean all (-1 for the
// index and partition numbers, of which 0 is one).
func indexParams(mode bool) []system.Param {
	p := []system.Param{param("database_id", tSmall), param("object_id", tInt), param("index_id", tInt), param("partition_number", tInt)}
	if mode {
		p = append(p, param("mode", tName))
	}
	return p
}

// badParameter is what SQL Server says of an argument of such a function (the number from memory).
func badParameter(n int) error {
	return sqltype.Errorf(2561, "Parameter %d is incorrect for this statement.", n)
}

// chosenIndexes calls f for the indexes that database, object, index and partition choose.
// An unknown object is error 2573, as for the server's function.
func chosenIndexes(c *system.Call, args []value, f func(index) (more bool, err error)) error {
	all := func(v value) bool { return v.Null || v.I == 0 }
	everyIndex := args[2].Null || args[2].I == -1
	var dbs []*engine.Database
	for _, d := range c.Session.Instance().Databases() {
		if all(args[0]) || args[0].I == int64(d.ID()) {
			dbs = append(dbs, d)
		}
	}
	switch {
	case len(dbs) == 0:
		return badParameter(1)
	case all(args[0]) && !all(args[1]):
		return badParameter(2)
	case all(args[1]) && !everyIndex && args[2].I != 0 || !everyIndex && args[2].I < 0:
		return badParameter(3)
	case everyIndex && !all(args[3]) || !all(args[3]) && args[3].I < 0:
		return badParameter(4)
	case !all(args[3]) && args[3].I > 1:
		return nil // there is one partition only
	}
	for _, d := range dbs {
		tables := d.Tables()
		if !all(args[1]) {
			t := d.TableByID(uint32(args[1].I))
			if t == nil || args[1].I < 0 {
				if _, ok := objectByID(d, args[1].I); ok {
					return nil // a view or constraint: it has no pages
				}
				return sqltype.Errorf(2573, "Could not find table or object ID %d. Check system catalog.", args[1].I)
			}
			tables = []*engine.Table{t}
		}
		for _, t := range tables {
			for _, ix := range t.Indexes {
				if ix.Absent() || !everyIndex && !all(args[1]) && args[2].I != int64(ix.ID) {
					continue
				}
				if more, err := f(index{t, ix}); err != nil || !more {
					return err
				}
			}
		}
	}
	return nil
}
