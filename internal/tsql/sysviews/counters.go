package sysviews

import (
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// Types of performance counters: cntr_type of sys.dm_os_performance_counters.
const (
	perSecond = 272696576 // cumulative: take the difference of two readings
	absolute  = 65792     // a level
	ratio     = 537003264 // times 100 over the base that follows it is a percentage
	ratioBase = 1073939712
)

// counter is one performance counter. What the engine does not count is not listed.
type counter struct {
	object, name, instance string
	value                  int64
	typ                    int
}

// counters reads them all. Page lookups are those of statements; pages are read and written by whoever it was.
func counters(c *system.Call) []counter {
	inst, srv := c.Session.Instance(), c.Session.Server()
	pool := inst.Pool()
	var resident int64
	for _, d := range inst.Databases() {
		if used(d) && d.Store() != nil {
			d.Store().Resident(func(page.ID, bool) { resident++ })
		}
	}
	io, total, access := pool.Counters(), srv.Queries.Totals(), inst.AccessMethods()
	frames := int64(pool.Frames())
	const buffers, methods, memory, general = "SQLServer:Buffer Manager", "SQLServer:Access Methods", "SQLServer:Memory Manager", "SQLServer:General Statistics"
	return []counter{
		{buffers, "Buffer cache hit ratio", "", max(0, total.Logical-total.Physical), ratio},
		{buffers, "Buffer cache hit ratio base", "", total.Logical, ratioBase},
		{buffers, "Page lookups/sec", "", total.Logical, perSecond},
		{buffers, "Database pages", "", resident, absolute},
		{buffers, "Target pages", "", frames, absolute},
		{buffers, "Dirty pages", "", int64(pool.DirtyPages()), absolute},
		{buffers, "Lazy writes/sec", "", io.LazyWrites.Load(), perSecond},
		{buffers, "Readahead pages/sec", "", io.ReadAhead.Load(), perSecond},
		{buffers, "Page reads/sec", "", io.Reads.Load(), perSecond},
		{buffers, "Page writes/sec", "", io.Writes.Load(), perSecond},
		{buffers, "Checkpoint pages/sec", "", io.CheckpointPages.Load(), perSecond},
		{methods, "Full Scans/sec", "", access.FullScans, perSecond},
		{methods, "Range Scans/sec", "", access.RangeScans, perSecond},
		{methods, "Probe Scans/sec", "", access.Probes, perSecond},
		{methods, "Index Searches/sec", "", access.IndexSearches, perSecond},
		{methods, "Forwarded Records/sec", "", access.ForwardedRecords, perSecond},
		{methods, "Page Splits/sec", "", access.PageSplits, perSecond},
		{methods, "Pages Allocated/sec", "", access.PagesAllocated, perSecond},
		{methods, "Page Deallocations/sec", "", access.PagesFreed, perSecond},
		{methods, "Extents Allocated/sec", "", access.ExtentsAllocated, perSecond},
		{methods, "Extent Deallocations/sec", "", access.ExtentsFreed, perSecond},
		{memory, "Total Server Memory (KB)", "", frames * page.Size / 1024, absolute},
		{memory, "Target Server Memory (KB)", "", frames * page.Size / 1024, absolute},
		{general, "User Connections", "", int64(len(srv.Sessions())), absolute},
	}
}

func init() {
	text := sqltype.NCharOf(128)
	view("sys", "dm_os_performance_counters", fields[counter](
		col("object_name", text, func(c counter) value { return str(c.object) }),
		col("counter_name", text, func(c counter) value { return str(c.name) }),
		opt("instance_name", text, func(c counter) value { return str(c.instance) }),
		col("cntr_value", tBig, func(c counter) value { return num(c.value) }),
		col("cntr_type", tInt, func(c counter) value { return num(c.typ) }),
	), func(c *system.Call, _ []value, yield func(counter) bool) error {
		for _, k := range counters(c) {
			if !yield(k) {
				break
			}
		}
		return nil
	})
}
