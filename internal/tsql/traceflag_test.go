package tsql_test

import (
	"fmt"
	"testing"

	"scanfrag/internal/tsql/system"
)

// TestTraceFlagNoReadAhead counts the reads of cold scans with and without trace flag 652.
func TestTraceFlagNoReadAhead(t *testing.T) {
	s := newSession(t)
	run(t, s, `CREATE TABLE n(v int NOT NULL); SET NOCOUNT ON
DECLARE @i int = 0 WHILE @i < 60 BEGIN INSERT n VALUES (@i) SET @i += 1 END
SELECT a.v * 60 + b.v AS id, CAST('x' AS char(1000)) AS pad INTO h FROM n a CROSS JOIN n b
SELECT id, pad INTO c FROM h CREATE CLUSTERED INDEX ix ON c(id)`)
	reads := func(text string) system.TableIO {
		t.Helper()
		run(t, s, "CHECKPOINT DBCC DROPCLEANBUFFERS")
		before := s.Server().Queries.Totals()
		run(t, s, text)
		after := s.Server().Queries.Totals()
		return system.TableIO{Logical: after.Logical - before.Logical, Physical: after.Physical - before.Physical, ReadAhead: after.ReadAhead - before.ReadAhead}
	}
	for _, text := range []string{"SELECT COUNT(*) FROM h WHERE pad = 'y'", "SELECT COUNT(*) FROM c WHERE pad = 'y'", "UPDATE h SET id = 0 WHERE pad = 'y'"} {
		for flag, off := range map[string]bool{"": false, "DBCC TRACEON(652)": true, "DBCC TRACEON(652, -1)": true} {
			t.Run(fmt.Sprint(text, flag), func(t *testing.T) {
				if off {
					run(t, s, flag)
				}
				io := reads(text)
				if (io.ReadAhead == 0) != off || off && io.Physical < 500 || !off && io.Physical > 60 {
					t.Errorf("%+v", io)
				}
				run(t, s, "DBCC TRACEOFF(652) DBCC TRACEOFF(652, -1)")
			})
		}
	}
}

// TestTraceFlagNoPrefetch counts the reads of cold look-ups with and without trace flag 8744: each row lies on a page
// of its own, and index and table are small enough for no other read-ahead.
func TestTraceFlagNoPrefetch(t *testing.T) {
	s := newSession(t)
	run(t, s, `SET NOCOUNT ON CREATE TABLE h(k int NOT NULL, pad char(5000) NOT NULL DEFAULT 'p')
DECLARE @i int = 0 WHILE @i < 300 BEGIN INSERT h(k) VALUES (@i * 37 % 300) SET @i += 1 END
CREATE INDEX ik ON h(k)
SELECT k, 300 - k AS o, pad INTO c FROM h CREATE UNIQUE CLUSTERED INDEX ix ON c(o) CREATE INDEX ik ON c(k)`)
	for _, table := range []string{"h", "c"} {
		for _, off := range []bool{false, true} {
			if off {
				run(t, s, "DBCC TRACEON(8744)")
			}
			run(t, s, "CHECKPOINT DBCC DROPCLEANBUFFERS")
			before := s.Server().Queries.Totals()
			run(t, s, "SELECT COUNT(pad) FROM "+table+" WITH (INDEX(ik)) WHERE k < 200 OPTION (MAXDOP 1)")
			after := s.Server().Queries.Totals()
			ahead, waited := after.ReadAhead-before.ReadAhead, after.Physical-before.Physical
			if off && (ahead != 0 || waited < 200) || !off && (ahead < 190 || waited > 10) {
				t.Errorf("%s, off %v: %d pages read ahead, %d waited for", table, off, ahead, waited)
			}
			run(t, s, "DBCC TRACEOFF(8744)")
		}
	}
}
