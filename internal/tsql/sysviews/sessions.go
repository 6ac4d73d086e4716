package sysviews

import (
	"net/netip"
	"strconv"
	"strings"
	"time"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// sessionRow is a session; opt are the options of the asking session itself, nil for others,
// whose options only they know.
type sessionRow struct {
	*system.SessionInfo
	opt *system.Options
}

func eachSession(c *system.Call, _ []value, yield func(sessionRow) bool) error {
	for _, i := range c.Session.Server().Sessions() {
		r := sessionRow{SessionInfo: i}
		if i.ID == c.Session.ID() {
			r.opt = c.Session.Options()
		}
		if !yield(r) {
			break
		}
	}
	return nil
}

func unixNano(n int64) value {
	if n == 0 {
		return null
	}
	return when(time.Unix(0, n))
}

// milliseconds of a nanosecond count, within int.
func msInt(ns int64) value { return num(min(ns/int64(time.Millisecond), 1<<31-1)) }

// option is a column of the session's own options.
func option(name string, t sqltype.Type, f func(o *system.Options) value) field[sessionRow] {
	return opt(name, t, func(s sessionRow) value {
		if s.opt == nil {
			return null
		}
		return f(s.opt)
	})
}

// optionFields are common to sys.dm_exec_sessions and sys.dm_exec_requests.
func optionFields() []field[sessionRow] {
	type o = *system.Options
	return fields[sessionRow](
		option("text_size", tInt, func(o o) value { return num(o.TextSize) }),
		option("language", tName, func(o o) value { return str(o.Language) }),
		option("date_format", sqltype.NVarCharOf(3), func(o o) value { return str(o.DateFormat) }),
		option("date_first", tSmall, func(o o) value { return num(o.DateFirst) }),
		option("quoted_identifier", tBit, func(o o) value { return bit(o.QuotedIdentifier) }),
		option("arithabort", tBit, func(o o) value { return bit(o.ArithAbort) }),
		option("ansi_null_dflt_on", tBit, func(o o) value { return bit(o.AnsiNullDfltOn) }),
		option("ansi_defaults", tBit, func(o o) value {
			return bit(o.AnsiNulls && o.AnsiNullDfltOn && o.AnsiPadding && o.AnsiWarnings && o.QuotedIdentifier && o.CursorCloseOnCommit && o.ImplicitTransactions)
		}),
		option("ansi_warnings", tBit, func(o o) value { return bit(o.AnsiWarnings) }),
		option("ansi_padding", tBit, func(o o) value { return bit(o.AnsiPadding) }),
		option("ansi_nulls", tBit, func(o o) value { return bit(o.AnsiNulls) }),
		option("concat_null_yields_null", tBit, func(o o) value { return bit(o.ConcatNull) }),
		option("transaction_isolation_level", tSmall, func(o o) value { return num(int(o.Isolation)) }),
		option("lock_timeout", tInt, func(o o) value { return num(o.LockTimeout) }),
		option("deadlock_priority", tInt, func(o o) value { return num(o.DeadlockPriority) }),
	)
}

func init() {
	type s = sessionRow
	status := func(r s) value {
		if r.Running.Load() {
			return str("running")
		}
		return str("sleeping")
	}
	view("sys", "dm_exec_sessions", fields[s](
		col("session_id", tSmall, func(r s) value { return num(r.ID) }),
		col("login_time", tDateTime, func(r s) value { return when(r.LoginTime) }),
		opt("host_name", tName, func(r s) value { return known(r.Host != "", str(r.Host)) }),
		opt("program_name", tName, func(r s) value { return known(r.App != "", str(r.App)) }),
		opt("host_process_id", tInt, func(r s) value { return known(r.Connection.ClientPID != 0, num(int32(r.Connection.ClientPID))) }),
		opt("client_version", tInt, func(r s) value { return known(r.Connection.Version != 0, num(r.Connection.Version>>28)) }),
		opt("client_interface_name", sqltype.NVarCharOf(32), func(r s) value { return known(r.Connection.Library != "", str(r.Connection.Library)) }),
		always[s](sqltype.VarBinaryOf(85), bin(1), "security_id"),
		col("login_name", tName, func(r s) value { return str(r.Login) }),
		nulls[s](tName, "nt_domain", "nt_user_name"),
		col("status", sqltype.NVarCharOf(30), status),
		nulls[s](sqltype.VarBinaryOf(128), "context_info"),
		col("cpu_time", tInt, func(r s) value { return msInt(r.CPU.Load()) }),
		nulls[s](tInt, "memory_usage", "total_scheduled_time"),
		col("total_elapsed_time", tInt, func(r s) value { return msInt(r.Elapsed.Load()) }),
		always[s](tInt, num(4), "endpoint_id"),
		opt("last_request_start_time", tDateTime, func(r s) value { return unixNano(r.LastStart.Load()) }),
		opt("last_request_end_time", tDateTime, func(r s) value { return unixNano(r.LastEnd.Load()) }),
		col("reads", tBig, func(r s) value { return num(r.Reads.Load()) }),
		col("writes", tBig, func(r s) value { return num(r.Writes.Load()) }),
		col("logical_reads", tBig, func(r s) value { return num(r.LogicalReads.Load()) }),
		always[s](tBit, num(1), "is_user_process"),
		optionFields(),
		col("row_count", tBig, func(r s) value { return num(r.Rows.Load()) }),
		nulls[s](tInt, "prev_error"),
		always[s](sqltype.VarBinaryOf(85), bin(1), "original_security_id"),
		col("original_login_name", tName, func(r s) value { return str(r.Login) }),
		nulls[s](tDateTime, "last_successful_logon", "last_unsuccessful_logon"),
		nulls[s](tBig, "unsuccessful_logons"),
		always[s](tInt, num(2), "group_id"),
		col("database_id", tSmall, func(r s) value { return num(r.DatabaseID.Load()) }),
		nulls[s](tInt, "authenticating_database_id"),
		col("open_transaction_count", tInt, func(r s) value { return num(r.TranCount.Load()) }),
		always[s](tBig, num(0), "page_server_reads"),
	), eachSession)

	view("sys", "dm_exec_connections", fields[s](
		opt("session_id", tInt, func(r s) value { return num(r.ID) }),
		opt("most_recent_session_id", tInt, func(r s) value { return num(r.ID) }),
		col("connect_time", tDateTime, func(r s) value { return when(r.LoginTime) }),
		opt("net_transport", sqltype.NVarCharOf(40), func(r s) value { return known(r.Connection.Transport != "", str(r.Connection.Transport)) }),
		always[s](sqltype.NVarCharOf(40), str("TSQL"), "protocol_type"),
		opt("protocol_version", tInt, func(r s) value { return known(r.Connection.Version != 0, num(r.Connection.Version)) }),
		always[s](tInt, num(4), "endpoint_id"),
		opt("encrypt_option", sqltype.NVarCharOf(40), func(r s) value {
			return known(r.Connection.Transport != "", str(strings.ToUpper(strconv.FormatBool(r.Connection.Encrypted))))
		}),
		always[s](sqltype.NVarCharOf(40), str("SQL"), "auth_scheme"),
		always[s](tSmall, num(0), "node_affinity"),
		nulls[s](tInt, "num_reads", "num_writes"),
		nulls[s](tDateTime, "last_read", "last_write"),
		opt("net_packet_size", tInt, func(r s) value { return known(r.Connection.PacketSize > 0, num(r.Connection.PacketSize)) }),
		address("client_net_address", func(c *system.Connection) netip.AddrPort { return c.Client }),
		port("client_tcp_port", func(c *system.Connection) netip.AddrPort { return c.Client }),
		address("local_net_address", func(c *system.Connection) netip.AddrPort { return c.Local }),
		port("local_tcp_port", func(c *system.Connection) netip.AddrPort { return c.Local }),
		col("connection_id", tGUID, s.connectionID),
		nulls[s](tGUID, "parent_connection_id"),
		opt("most_recent_sql_handle", tHandle, func(r s) value { return r.handle(sqlHandle) }),
	), eachSession)
}

func (s sessionRow) connectionID() value {
	return sqltype.BytesOf(sqltype.UniqueIdentifier, s.Connection.ID[:])
}

// address and port are one end of a TCP connection.
func address(name string, end func(*system.Connection) netip.AddrPort) field[sessionRow] {
	return opt(name, sqltype.VarCharOf(48), func(r sessionRow) value {
		a := end(&r.Connection)
		return known(a.IsValid(), str(a.Addr().Unmap().String()))
	})
}

func port(name string, end func(*system.Connection) netip.AddrPort) field[sessionRow] {
	return opt(name, tInt, func(r sessionRow) value {
		a := end(&r.Connection)
		return known(a.IsValid(), num(a.Port()))
	})
}

// handle is the handle of the batch the session runs or ran last.
func (s sessionRow) handle(kind byte) value {
	text := s.Batch.Load()
	if text == nil {
		return null
	}
	return handle(kind, system.TextHash(*text))
}
