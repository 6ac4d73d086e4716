package tsql_test

import (
	"strings"
	"testing"
)

// TestSQLTextIsTheBatch reads a statement's batch, and the statement within it by its offsets.
func TestSQLTextIsTheBatch(t *testing.T) {
	s := newSession(t)
	run(t, s, "CREATE TABLE t(a int)")
	const batch = "-- über uns\nDECLARE @n int\nSELECT @n = COUNT(*) FROM t WHERE a > 1; SELECT a FROM t"
	run(t, s, batch)
	run(t, s, "EXEC('SELECT 7 FROM t')")
	got := rowsOf(t, s, `SELECT x.text FROM sys.dm_exec_query_stats q CROSS APPLY sys.dm_exec_sql_text(q.sql_handle) x WHERE x.text LIKE '%uns%' AND x.text NOT LIKE '%dm_exec%'`)
	if len(got) != 2 || got[0] != batch || got[1] != batch {
		t.Errorf("batch %q", got)
	}
	got = rowsOf(t, s, `SELECT SUBSTRING(x.text, q.statement_start_offset / 2 + 1, (q.statement_end_offset - q.statement_start_offset) / 2 + 1)
FROM sys.dm_exec_query_stats q CROSS APPLY sys.dm_exec_sql_text(q.sql_handle) x WHERE x.text LIKE '%uns%' AND x.text NOT LIKE '%dm_exec%' ORDER BY q.statement_start_offset`)
	if strings.Join(got, "|") != "SELECT @n = COUNT(*) FROM t WHERE a > 1|SELECT a FROM t" {
		t.Errorf("statements %q", got)
	}
	if got := rowsOf(t, s, `SELECT x.text FROM sys.dm_exec_query_stats q CROSS APPLY sys.dm_exec_sql_text(q.sql_handle) x WHERE x.text LIKE '%SELECT 7%' AND x.text NOT LIKE '%dm_exec%'`); strings.Join(got, "|") != "SELECT 7 FROM t" {
		t.Errorf("dynamic batch %q", got)
	}
}

func TestDefaultDefinitions(t *testing.T) {
	s := newSession(t)
	run(t, s, "CREATE TABLE t(a int DEFAULT 1, b decimal(5,2) DEFAULT 1.5, c float DEFAULT 1e3, d int DEFAULT (7), e int DEFAULT -2, f varchar(3) DEFAULT 'x', g datetime DEFAULT GETDATE(), h int DEFAULT (1 + 2), i int DEFAULT ((9)), j money DEFAULT 0.25)")
	got := rowsOf(t, s, "SELECT definition FROM sys.default_constraints ORDER BY parent_column_id")
	if strings.Join(got, " ") != "((1)) ((1.5)) ((1e3)) ((7)) ((-2)) ('x') (GETDATE()) (1 + 2) ((9)) ((0.25))" {
		t.Errorf("%q", got)
	}
}
