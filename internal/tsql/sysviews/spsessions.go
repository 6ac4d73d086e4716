package sysviews

import (
	"fmt"
	"time"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// sp_who and sp_who2 list the sessions; an argument keeps one login or session.
func init() {
	who := []system.Param{in("@loginame", tName, null)}
	proc("sp_who", who, func(c *system.Call, a procArgs) error {
		return result(c, fields[sessionRow](
			col("spid", tSmall, func(r sessionRow) value { return num(r.ID) }),
			always[sessionRow](tSmall, num(0), "ecid"),
			col("status", sqltype.NCharOf(30), func(r sessionRow) value { return str(r.state()) }),
			opt("loginame", tName, func(r sessionRow) value { return str(r.Login) }),
			col("hostname", sqltype.NCharOf(128), func(r sessionRow) value { return str(r.Host) }),
			always[sessionRow](sqltype.CharOf(5), str("0"), "blk"),
			opt("dbname", tName, func(r sessionRow) value { return r.database(c) }),
			col("cmd", sqltype.NCharOf(26), func(r sessionRow) value { return str(r.command()) }),
			always[sessionRow](tInt, num(0), "request_id"),
		), whoRows(c, a))
	})
	proc("sp_who2", who, func(c *system.Call, a procArgs) error {
		spid := func(r sessionRow) value { return str(fmt.Sprintf("%-5d", r.ID)) }
		return result(c, fields[sessionRow](
			col("SPID", sqltype.CharOf(5), spid),
			col("Status", sqltype.NVarCharOf(30), func(r sessionRow) value { return str(r.state()) }),
			col("Login", tName, func(r sessionRow) value { return str(r.Login) }),
			col("HostName", tName, func(r sessionRow) value { return str(r.Host) }),
			always[sessionRow](sqltype.CharOf(5), str("  ."), "BlkBy"),
			opt("DBName", tName, func(r sessionRow) value { return r.database(c) }),
			col("Command", sqltype.NVarCharOf(26), func(r sessionRow) value { return str(r.command()) }),
			col("CPUTime", sqltype.VarCharOf(12), func(r sessionRow) value { return str(fmt.Sprint(r.CPU.Load() / int64(time.Millisecond))) }),
			col("DiskIO", sqltype.VarCharOf(12), func(r sessionRow) value { return str(fmt.Sprint(r.Reads.Load() + r.Writes.Load())) }),
			col("LastBatch", sqltype.VarCharOf(14), func(r sessionRow) value { return str(time.Unix(0, r.LastStart.Load()).Format("01/02 15:04:05")) }),
			col("ProgramName", tName, func(r sessionRow) value { return str(r.App) }),
			col("SPID", sqltype.CharOf(5), spid),
			always[sessionRow](sqltype.CharOf(5), str("0"), "REQUESTID"),
		), whoRows(c, a))
	})
}

func (s sessionRow) state() string {
	if s.Running.Load() {
		return "runnable"
	}
	return "sleeping"
}

func (s sessionRow) database(c *system.Call) value {
	d := databaseByID(c, s.DatabaseID.Load())
	if d == nil {
		return null
	}
	return str(d.Name())
}

func whoRows(c *system.Call, a procArgs) (rows []sessionRow) {
	want, filter := a.text(0)
	_ = eachSession(c, nil, func(r sessionRow) bool {
		ok := !filter || want == r.Login || want == fmt.Sprint(r.ID) || want == "active" && r.Running.Load()
		if ok {
			rows = append(rows, r)
		}
		return true
	})
	return rows
}
