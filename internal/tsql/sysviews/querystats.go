package sysviews

import (
	"encoding/binary"
	"time"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

var (
	tHandle = sqltype.VarBinaryOf(64)
	tHash   = sqltype.BinaryOf(8)
)

// A handle is a kind byte (2 sql, 6 plan, as SQL Server's begin) and the hash of the batch's
// text, by which a plan is known.
const (
	sqlHandle  = 2
	planHandle = 6
	handleLen  = 16
)

func handle(kind byte, hash uint64) value {
	b := make([]byte, handleLen)
	b[0] = kind
	binary.BigEndian.PutUint64(b[handleLen-8:], hash)
	return bin(b...)
}

// hashOf reads a handle; ok false when it is none of ours.
func hashOf(h string) (hash uint64, ok bool) {
	if len(h) != handleLen || h[0] != sqlHandle && h[0] != planHandle {
		return 0, false
	}
	return binary.BigEndian.Uint64([]byte(h[handleLen-8:])), true
}

func hash8(h uint64) value { return bin(binary.BigEndian.AppendUint64(nil, h)...) }

func init() {
	type row = system.QueryStat
	// four is a figure as total, last, min and max; scale divides it.
	four := func(name string, scale int64, f func(row) [4]int64) []field[row] {
		var out []field[row]
		for i, p := range []string{"total_", "last_", "min_", "max_"} {
			out = append(out, col(p+name, tBig, func(r row) value { return num(f(r)[i] / scale) }))
		}
		return out
	}
	unknown := func(name string) []field[row] {
		return nulls[row](tBig, "total_"+name, "last_"+name, "min_"+name, "max_"+name)
	}
	micro := int64(time.Microsecond)
	view("sys", "dm_exec_query_stats", fields[row](
		col("sql_handle", tHandle, func(r row) value { return handle(sqlHandle, r.BatchHash) }),
		col("statement_start_offset", tInt, func(r row) value { return num(r.Start) }),
		col("statement_end_offset", tInt, func(r row) value { return num(r.End) }),
		always[row](tBig, num(1), "plan_generation_num"),
		col("plan_handle", tHandle, func(r row) value { return handle(planHandle, r.BatchHash) }),
		opt("creation_time", tDateTime, func(r row) value { return when(r.Created) }),
		opt("last_execution_time", tDateTime, func(r row) value { return when(r.LastRun) }),
		col("execution_count", tBig, func(r row) value { return num(r.Count) }),
		four("worker_time", micro, func(r row) [4]int64 { return [4]int64{r.TotalCPU, r.LastCPU, r.MinCPU, r.MaxCPU} }),
		four("physical_reads", 1, func(r row) [4]int64 {
			return [4]int64{r.TotalPhysical, r.LastPhysical, r.MinPhysical, r.MaxPhysical}
		}),
		unknown("logical_writes"),
		four("logical_reads", 1, func(r row) [4]int64 {
			return [4]int64{r.TotalLogical, r.LastLogical, r.MinLogical, r.MaxLogical}
		}),
		four("clr_time", 1, func(row) [4]int64 { return [4]int64{} }),
		four("elapsed_time", micro, func(r row) [4]int64 {
			return [4]int64{r.TotalElapsed, r.LastElapsed, r.MinElapsed, r.MaxElapsed}
		}),
		col("query_hash", tHash, func(r row) value { return hash8(r.Hash) }),
		col("query_plan_hash", tHash, func(r row) value { return hash8(r.Hash) }),
		four("rows", 1, func(r row) [4]int64 { return [4]int64{r.TotalRows, r.LastRows, r.MinRows, r.MaxRows} }),
		nulls[row](tHandle, "statement_sql_handle"),
		nulls[row](tBig, "statement_context_id"),
		four("dop", 1, func(r row) [4]int64 { return [4]int64{r.TotalDOP, r.LastDOP, r.MinDOP, r.MaxDOP} }),
		unknown("grant_kb"), unknown("used_grant_kb"), unknown("ideal_grant_kb"),
		unknown("reserved_threads"), unknown("used_threads"),
		four("columnstore_segment_reads", 1, func(row) [4]int64 { return [4]int64{} }),
		four("columnstore_segment_skips", 1, func(row) [4]int64 { return [4]int64{} }),
		unknown("spills"),
		unknown("num_physical_reads"),
		four("page_server_reads", 1, func(row) [4]int64 { return [4]int64{} }),
		four("num_page_server_reads", 1, func(row) [4]int64 { return [4]int64{} }),
	), func(c *system.Call, _ []value, yield func(row) bool) error {
		for _, r := range c.Session.Server().Queries.List() {
			if !yield(r) {
				break
			}
		}
		return nil
	})

	type text struct{ s string }
	fn("sys", "dm_exec_sql_text", []system.Param{{Name: "handle", Type: tHandle}}, fields[text](
		nulls[text](tSmall, "dbid"),
		nulls[text](tInt, "objectid"),
		nulls[text](tSmall, "number"),
		always[text](tBit, num(0), "encrypted"),
		opt("text", tText, func(t text) value { return str(t.s) }),
	), func(c *system.Call, args []value, yield func(text) bool) error {
		if args[0].Null {
			return nil
		}
		h, ok := hashOf(args[0].S)
		if !ok {
			return sqltype.Errorf(12413, "Cannot process statement SQL handle. Try querying the sys.dm_exec_query_stats view for handles.")
		}
		if s, ok := c.Session.Server().Queries.Text(h); ok {
			yield(text{s})
		}
		return nil
	})
}
