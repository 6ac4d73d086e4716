package sysviews

import (
	"strings"
	"time"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// command is the first word of a batch: what sys.dm_exec_requests and sp_who show.
func (s sessionRow) command() string {
	if !s.Running.Load() {
		return "AWAITING COMMAND"
	}
	if text := s.Batch.Load(); text != nil {
		if f := strings.FieldsFunc(*text, func(r rune) bool { return r < 'A' || r > 'z' }); len(f) > 0 {
			return strings.ToUpper(f[0])
		}
	}
	return "UNKNOWN"
}

func init() {
	type s = sessionRow
	running := func(c *system.Call, args []value, yield func(s) bool) error {
		return eachSession(c, args, func(r s) bool { return !r.Running.Load() || yield(r) })
	}
	elapsed := func(r s) int64 {
		if start := r.LastStart.Load(); start != 0 {
			return max(0, time.Now().UnixNano()-start)
		}
		return 0
	}
	view("sys", "dm_exec_requests", fields[s](
		col("session_id", tSmall, func(r s) value { return num(r.ID) }),
		always[s](tInt, num(0), "request_id"),
		opt("start_time", tDateTime, func(r s) value { return unixNano(r.LastStart.Load()) }),
		always[s](sqltype.NVarCharOf(30), str("running"), "status"),
		col("command", sqltype.NVarCharOf(32), func(r s) value { return str(r.command()) }),
		opt("sql_handle", tHandle, func(r s) value { return r.handle(sqlHandle) }),
		nulls[s](tInt, "statement_start_offset", "statement_end_offset"),
		opt("plan_handle", tHandle, func(r s) value { return r.handle(planHandle) }),
		col("database_id", tSmall, func(r s) value { return num(r.DatabaseID.Load()) }),
		always[s](tInt, num(1), "user_id"),
		col("connection_id", tGUID, s.connectionID),
		nulls[s](tSmall, "blocking_session_id"),
		nulls[s](tDesc, "wait_type"),
		nulls[s](tInt, "wait_time"),
		nulls[s](tDesc, "last_wait_type"),
		nulls[s](sqltype.NVarCharOf(256), "wait_resource"),
		col("open_transaction_count", tInt, func(r s) value { return num(r.TranCount.Load()) }),
		nulls[s](tInt, "open_resultset_count"),
		nulls[s](tBig, "transaction_id"),
		nulls[s](sqltype.VarBinaryOf(128), "context_info"),
		always[s](tReal, flt(0), "percent_complete"),
		nulls[s](tBig, "estimated_completion_time"),
		nulls[s](tInt, "cpu_time"),
		col("total_elapsed_time", tInt, func(r s) value { return msInt(elapsed(r)) }),
		nulls[s](tInt, "scheduler_id"),
		nulls[s](sqltype.VarBinaryOf(8), "task_address"),
		nulls[s](tBig, "reads", "writes", "logical_reads"),
		optionFields(),
		col("row_count", tBig, func(r s) value { return num(r.Rows.Load()) }),
		nulls[s](tInt, "prev_error", "nest_level", "granted_query_memory"),
		always[s](tBit, num(0), "executing_managed_code"),
		always[s](tInt, num(2), "group_id"),
		nulls[s](tHash, "query_hash", "query_plan_hash"),
		nulls[s](tHandle, "statement_sql_handle"),
		nulls[s](tBig, "statement_context_id"),
		nulls[s](tInt, "dop", "parallel_worker_count"),
		nulls[s](tGUID, "external_script_request_id"),
		always[s](tBit, num(0), "is_resumable"),
		nulls[s](sqltype.BinaryOf(8), "page_resource"),
		always[s](tBig, num(0), "page_server_reads"),
	), running)

	view("sys", "dm_tran_active_transactions", fields[s](
		nulls[s](tBig, "transaction_id"),
		always[s](sqltype.NVarCharOf(32), str("user_transaction"), "name"),
		nulls[s](tDateTime, "transaction_begin_time"),
		nulls[s](tInt, "transaction_type"),
		nulls[s](tGUID, "transaction_uow"),
		always[s](tInt, num(2), "transaction_state"),
		nulls[s](tInt, "transaction_status", "transaction_status2", "dtc_state", "dtc_status", "dtc_isolation_level"),
		nulls[s](sqltype.VarBinaryOf(128), "filestream_transaction_id"),
	), func(c *system.Call, args []value, yield func(s) bool) error {
		return eachSession(c, args, func(r s) bool { return r.TranCount.Load() == 0 || yield(r) })
	})

	view("sys", "dm_tran_session_transactions", fields[s](
		col("session_id", tInt, func(r s) value { return num(r.ID) }),
		nulls[s](tBig, "transaction_id"),
		nulls[s](sqltype.BinaryOf(8), "transaction_descriptor"),
		always[s](tInt, num(0), "enlist_count"),
		always[s](tBit, num(1), "is_user_transaction", "is_local"),
		always[s](tBit, num(0), "is_enlisted", "is_bound"),
		col("open_transaction_count", tInt, func(r s) value { return num(r.TranCount.Load()) }),
	), func(c *system.Call, args []value, yield func(s) bool) error {
		return eachSession(c, args, func(r s) bool { return r.TranCount.Load() == 0 || yield(r) })
	})

}
