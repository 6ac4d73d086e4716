package sysviews

import (
	"time"

	"scanfrag/internal/tsql/system"
)

// waits are those of one type, counted.
type waits interface {
	Read() (count int64, total, longest time.Duration)
	Reset()
}

// waitType is a type of waits that the engine counts.
type waitType struct {
	name string
	waits
}

// waitTypes are those there are: for pages being read, and for locks. A table's pages lock stands for the latches of
// its pages. The read of a page is waited for alike whatever it is for, so all are shared ones.
func waitTypes(c *system.Call) []waitType {
	inst := c.Session.Instance()
	locks, latches := inst.LockWaits()
	return []waitType{
		{"PAGEIOLATCH_SH", &inst.Pool().Counters().PageWaits},
		{"PAGELATCH_SH", &latches.Shared},
		{"PAGELATCH_EX", &latches.Exclusive},
		{"LCK_M_S", &locks.Shared},
		{"LCK_M_X", &locks.Exclusive},
	}
}

// waitRow is a reading of a wait type.
type waitRow struct {
	name           string
	count          int64
	total, longest time.Duration
}

// sys.dm_os_wait_stats. Types that the engine does not count are not listed; how long a session then waited for a
// processor (signal_wait_time_ms) is unknown.
func init() {
	type w = waitRow
	fs := fields[w](
		col("wait_type", tDesc, func(r w) value { return str(r.name) }),
		col("waiting_tasks_count", tBig, func(r w) value { return num(r.count) }),
		col("wait_time_ms", tBig, func(r w) value { return num(r.total.Milliseconds()) }),
		col("max_wait_time_ms", tBig, func(r w) value { return num(r.longest.Milliseconds()) }),
		nulls[w](tBig, "signal_wait_time_ms"),
	)
	view("sys", "dm_os_wait_stats", fs, func(c *system.Call, _ []value, yield func(w) bool) error {
		for _, t := range waitTypes(c) {
			r := w{name: t.name}
			if r.count, r.total, r.longest = t.Read(); !yield(r) {
				break
			}
		}
		return nil
	})
	// Waits are not kept by session: nothing is listed rather than zeros.
	view("sys", "dm_exec_session_wait_stats", fields[w](nulls[w](tSmall, "session_id"), fs), func(*system.Call, []value, func(w) bool) error { return nil })
}
