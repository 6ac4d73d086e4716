package sysviews

import (
	"time"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// chosenFiles calls yield for the files that exist of the databases chosen by args, database and file: NULL
// means all.
func chosenFiles(c *system.Call, args []value, yield func(dataFile) bool) {
	_ = eachDatabase(c, nil, func(d *engine.Database) bool {
		if len(args) > 0 && !args[0].Null && args[0].I != int64(d.ID()) {
			return true
		}
		for _, f := range filesOf(d) {
			if f.f == nil || len(args) > 1 && !args[1].Null && args[1].I != int64(f.No) {
				continue
			}
			if !yield(f) {
				return false
			}
		}
		return true
	})
}

func init() {
	type row struct {
		dataFile
		ms int64
	}
	count := func(name string, f func(row) int64) field[row] {
		return col(name, tBig, func(r row) value { return num(f(r)) })
	}
	ms := func(ns int64) int64 { return ns / int64(time.Millisecond) }
	fn("sys", "dm_io_virtual_file_stats", []system.Param{param("database_id", tInt), param("file_id", tInt)}, fields[row](
		col("database_id", tSmall, func(r row) value { return num(r.db.ID()) }),
		col("file_id", tSmall, func(r row) value { return num(r.No) }),
		count("sample_ms", func(r row) int64 { return r.ms }),
		count("num_of_reads", func(r row) int64 { return r.f.Counters().Reads.Load() }),
		count("num_of_bytes_read", func(r row) int64 { return r.f.Counters().ReadBytes.Load() }),
		count("io_stall_read_ms", func(r row) int64 { return ms(r.f.Counters().ReadStall.Load()) }),
		count("num_of_writes", func(r row) int64 { return r.f.Counters().Writes.Load() }),
		count("num_of_bytes_written", func(r row) int64 { return r.f.Counters().WriteBytes.Load() }),
		count("io_stall_write_ms", func(r row) int64 { return ms(r.f.Counters().WriteStall.Load()) }),
		count("io_stall", func(r row) int64 { return ms(r.f.Counters().ReadStall.Load() + r.f.Counters().WriteStall.Load()) }),
		count("size_on_disk_bytes", func(r row) int64 { return r.pages() * page.Size }),
		nulls[row](sqltype.VarBinaryOf(8), "file_handle"),
		always[row](tBig, num(0), "io_stall_queued_read_ms", "io_stall_queued_write_ms"),
	), func(c *system.Call, args []value, yield func(row) bool) error {
		now := time.Since(c.Session.Server().Started).Milliseconds()
		chosenFiles(c, args, func(f dataFile) bool { return yield(row{f, now}) })
		return nil
	})

	// sys.dm_scanfrag_reads is ours: how many reads of each size every file has had since it was
	// opened, and whether they bypass this kernel's page cache.
	type reads struct {
		dataFile
		pages, n int64
		direct   bool
		why      string
	}
	view("sys", "dm_scanfrag_reads", fields[reads](
		col("database_id", tSmall, func(r reads) value { return num(r.db.ID()) }),
		col("file_id", tSmall, func(r reads) value { return num(r.No) }),
		col("read_pages", tInt, func(r reads) value { return num(r.pages) }),
		col("read_bytes", tBig, func(r reads) value { return num(r.pages * page.Size) }),
		col("read_count", tBig, func(r reads) value { return num(r.n) }),
		col("total_bytes", tBig, func(r reads) value { return num(r.pages * page.Size * r.n) }),
		col("is_direct_io", tBit, func(r reads) value { return bit(r.direct) }),
		opt("not_direct_reason", sqltype.NVarCharOf(4000), func(r reads) value { return known(!r.direct, str(r.why)) }),
	), func(c *system.Call, _ []value, yield func(reads) bool) error {
		chosenFiles(c, nil, func(f dataFile) bool {
			r := reads{dataFile: f}
			r.direct, r.why = f.f.Direct()
			sizes := &f.f.Counters().ReadSizes
			for pages := range sizes {
				if r.pages, r.n = int64(pages), sizes[pages].Load(); r.n > 0 && !yield(r) {
					return false
				}
			}
			return true
		})
		return nil
	})
}
