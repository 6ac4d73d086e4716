package sysviews_test

import (
	"strings"
	"testing"

	"scanfrag/internal/tsql"
)

// Two sessions see each other; options are known of one's own only.
func TestSessionsSeeEachOther(t *testing.T) {
	e := open(t)
	other, err := tsql.NewSession(e.inst, tsql.Options{Database: "d", Login: "bob", App: "other"})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	b := &env{t, e.inst, other}
	b.run("BEGIN TRAN")
	e.want("SELECT login_name, program_name, status, open_transaction_count, quoted_identifier FROM sys.dm_exec_sessions ORDER BY session_id",
		"sa | test | running | 0 | 1\nbob | other | sleeping | 1 | NULL")
	b.run("ROLLBACK")
	if got := e.run("EXEC sp_who").text(); !strings.Contains(got, "bob") || !strings.Contains(got, "AWAITING COMMAND") {
		t.Errorf("sp_who: %s", got)
	}
	e.run("EXEC sp_who2")
	e.want("DBCC INPUTBUFFER (@@SPID)", "Language Event | 0 | DBCC INPUTBUFFER (@@SPID)\n2528: DBCC execution completed. If DBCC printed error messages, contact your system administrator.")
}

// Trace flag 652 of one session, or of all.
func TestTraceFlags(t *testing.T) {
	e := open(t)
	status := "DBCC TRACESTATUS (652) WITH NO_INFOMSGS"
	e.run("DBCC TRACEON (652)")
	e.want(status, "652 | 1 | 0 | 1")
	if err := e.s.Reset(); err != nil {
		t.Fatal(err)
	}
	e.want(status, "652 | 0 | 0 | 0")
	e.run("DBCC TRACEON (652, -1)")
	e.want(status, "652 | 1 | 1 | 0")
	e.run("DBCC TRACEOFF (652, -1)")
	e.want("DBCC TRACESTATUS WITH NO_INFOMSGS", "")
}
