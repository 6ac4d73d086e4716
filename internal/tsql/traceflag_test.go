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
