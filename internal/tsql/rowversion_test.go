package tsql_test

import (
	"strings"
	"testing"

	"scanfrag/internal/tsql"
)

// Row versions go on where they were when the database is attached again, and a column keeps its type.
func TestRowVersionsSurvive(t *testing.T) {
	with := reopener(t)
	with(func(s *tsql.Session) {
		run(t, s, "CREATE TABLE t (id int NOT NULL, rv rowversion); INSERT t (id) VALUES (1), (2), (3); BEGIN TRAN; INSERT t (id) VALUES (4); ROLLBACK")
	})
	with(func(s *tsql.Session) {
		run(t, s, "INSERT t (id) VALUES (5); UPDATE t SET id = 10 WHERE id = 1")
		got := strings.Join(rowsOf(t, s, "SELECT CONCAT(id, ':', CAST(rv AS bigint)) FROM t ORDER BY rv"), " ")
		if want := "2:2002 3:2003 5:2005 10:2006"; got != want {
			t.Errorf("rows and versions %q, want %q", got, want)
		}
	})
}
