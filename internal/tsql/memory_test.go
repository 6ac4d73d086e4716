package tsql_test

import (
	"fmt"
	"strings"
	"testing"

	"scanfrag/internal/tsql"
)

// TestSmallMemoryGivesTheSameRows runs queries whose hashes do not fit and compares them with those that do.
func TestSmallMemoryGivesTheSameRows(t *testing.T) {
	s := newSession(t)
	run(t, s, `CREATE TABLE n(v int NOT NULL); SET NOCOUNT ON
DECLARE @i int = 0 WHILE @i < 100 BEGIN INSERT n VALUES (@i) SET @i += 1 END
SELECT a.v * 100 + b.v AS id, (a.v * 7919 + b.v * 104729) % 3001 AS g, CAST(b.v * 31 % 97 AS varchar(10)) AS s, NULLIF(a.v % 3, 0) AS z INTO t FROM n a CROSS JOIN n b`)
	small, err := tsql.NewSession(s.Instance(), tsql.Options{Database: "d", Memory: 20000})
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	for _, q := range []string{
		"SELECT g, COUNT(*), SUM(id), MIN(s), COUNT(DISTINCT s), SUM(z), SUM(DISTINCT z) FROM t GROUP BY g ORDER BY g",
		"SELECT s, g, COUNT(*) FROM t GROUP BY s, g ORDER BY s, g",
		"SELECT COUNT(DISTINCT id), COUNT(DISTINCT g), COUNT(DISTINCT s), SUM(DISTINCT g), AVG(DISTINCT id) FROM t",
		"SELECT DISTINCT g, s FROM t ORDER BY g, s",
		"SELECT COUNT(*) FROM (SELECT DISTINCT id, s FROM t) x",
		"SELECT COUNT(*), SUM(g) FROM (SELECT g FROM t UNION SELECT id FROM t) x",
		"SELECT TOP (50) g, COUNT(*) AS c FROM t GROUP BY g HAVING COUNT(*) > 1 ORDER BY c DESC, g",
		"SELECT z, COUNT(DISTINCT g) FROM t GROUP BY z ORDER BY z",
	} {
		got, want := rowsOf(t, small, q), rowsOf(t, s, q)
		if strings.Join(got, ";") != strings.Join(want, ";") || len(want) == 0 {
			t.Errorf("%s\ngot  %d rows %.300v\nwant %d rows %.300v", q, len(got), got, len(want), want)
		}
	}
	sink := &null{}
	if err := small.Batch(t.Context(), "SELECT COUNT(*) FROM t a JOIN t b ON a.id = b.id", nil, sink); err != nil || sink.err == nil || !strings.HasPrefix(sink.err.Error(), "701 ") {
		t.Errorf("join: %v, message %v", err, sink.err)
	}
}

// TestParallelAggregates compares the degrees of parallelism of a table large enough for workers.
func TestParallelAggregates(t *testing.T) {
	s := newSession(t)
	run(t, s, `CREATE TABLE n(v int NOT NULL); SET NOCOUNT ON
DECLARE @i int = 0 WHILE @i < 120 BEGIN INSERT n VALUES (@i) SET @i += 1 END
SELECT a.v * 120 + b.v AS id, CAST('x' AS char(1000)) AS pad INTO t FROM n a CROSS JOIN n b`)
	for _, index := range []string{"", "CREATE CLUSTERED INDEX ix ON t(id)"} {
		if index != "" {
			run(t, s, index)
		}
		for _, q := range []string{
			"SELECT COUNT(*) FROM t", "SELECT COUNT(*), SUM(id), MIN(id), MAX(id), AVG(CAST(id AS float)) FROM t WHERE id % 3 = 0",
			"SELECT COUNT(*) FROM t WHERE pad = 'x' AND id > 100 AND id < 9000",
		} {
			serial := rowsOf(t, s, q+" OPTION (MAXDOP 1)")
			run(t, s, "ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 4")
			parallel := rowsOf(t, s, q)
			if fmt.Sprint(serial) != fmt.Sprint(parallel) {
				t.Errorf("%s: %v serial, %v parallel", q, serial, parallel)
			}
			top := s.Server().Queries.List()[0]
			if top.LastDOP != 4 {
				t.Errorf("%s: last_dop %d", q, top.LastDOP)
			}
		}
	}
}
