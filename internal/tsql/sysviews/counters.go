package sysviews

import (
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// Types of performance counters: cntr_type of sys.dm_os_performance_counters.
const (
	perSecond = 272696576 // cumulative: take the difference of two readings
	absolute  = 65792
)

// counter is one performance counter. What the engine does not count is not listed.
type counter struct {
	object, name, instance string
	value                  int64
	typ                    int
}

// counters reads them all. Figures of files and tables are of those that exist now: dropping
// one takes its share along.
func counters(c *system.Call) []counter {
	inst, srv := c.Session.Instance(), c.Session.Server()
	pool := inst.Pool()
	var read, written, forwarded, scans, lookups int64
	var resident int64
	for _, d := range inst.Databases() {
		f := fileOf(d)
		if f.f == nil {
			continue
		}
		read += f.f.Counters().ReadBytes.Load() / page.Size
		written += f.f.Counters().WriteBytes.Load() / page.Size
		d.Store().Resident(func(page.ID, bool) { resident++ })
		for _, t := range d.Tables() {
			for _, ix := range t.Indexes {
				op := t.Operational(ix.ID)
				forwarded += op.ForwardedFetches
				scans += op.RangeScans
				lookups += op.SingletonLookups
			}
		}
	}
	total := srv.Queries.Totals()
	frames := int64(pool.Frames())
	const buffers, access, memory, general = "SQLServer:Buffer Manager", "SQLServer:Access Methods", "SQLServer:Memory Manager", "SQLServer:General Statistics"
	return []counter{
		{buffers, "Page lookups/sec", "", total.Logical, perSecond},
		{buffers, "Page reads/sec", "", read, perSecond},
		{buffers, "Readahead pages/sec", "", total.ReadAhead, perSecond},
		{buffers, "Page writes/sec", "", written, perSecond},
		{buffers, "Database pages", "", resident, absolute},
		{buffers, "Dirty pages", "", int64(pool.DirtyPages()), absolute},
		{buffers, "Target pages", "", frames, absolute},
		{access, "Forwarded Records/sec", "", forwarded, perSecond},
		{access, "Range Scans/sec", "", scans, perSecond},
		{access, "Probe Scans/sec", "", lookups, perSecond},
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
