package sysviews_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scanfrag/internal/testseed"
)

// shape is a random table: its columns, its index and what befalls its rows.
type shape struct {
	create, index, key string
	steps              []string
}

// randomShape makes wide and narrow rows, keys of 4 to 700 bytes (so trees of one to five levels), loads in several
// orders, updates that grow rows, deletes.
func randomShape(r *rand.Rand) (s shape) {
	width := 3 + r.IntN(900)
	s.create = fmt.Sprintf("CREATE TABLE t (k int NOT NULL, w char(%d) NOT NULL DEFAULT '', v varchar(2000) NULL)", width)
	switch r.IntN(4) {
	case 0: // a heap
	case 1:
		s.index, s.key = "CREATE UNIQUE CLUSTERED INDEX c ON t (k)", "k"
	case 2:
		s.index, s.key = "CREATE CLUSTERED INDEX c ON t (k DESC)", "k DESC"
	default:
		s.index, s.key = "CREATE CLUSTERED INDEX c ON t (w, k)", "w, k"
	}
	rows := 1 + r.IntN(2500)
	key := []string{"@i", "-@i", fmt.Sprintf("CASE WHEN @i %% 2 = 0 THEN @i ELSE %d - @i END", 4*rows), fmt.Sprintf("@i * 7919 %% 1000003")}[r.IntN(4)]
	s.steps = append(s.steps, fmt.Sprintf(`DECLARE @i int = 0 WHILE @i < %d BEGIN INSERT t (k, w, v) VALUES (%s, CAST(@i * 31 %% 977 AS varchar(10)), REPLICATE('a', @i %% %d)) SET @i += 1 END`, rows, key, 1+r.IntN(60)))
	if r.IntN(2) == 0 {
		s.steps = append(s.steps, fmt.Sprintf("UPDATE t SET v = REPLICATE('b', %d) WHERE k %% %d = 0", 100+r.IntN(1900), 1+r.IntN(9)))
	}
	if r.IntN(3) == 0 {
		s.steps = append(s.steps, fmt.Sprintf("DELETE t WHERE k %% %d = 0", 2+r.IntN(5)))
	}
	if r.IntN(3) == 0 {
		s.steps = append(s.steps, "ALTER TABLE t ALTER COLUMN w char(950) NOT NULL")
		if strings.Contains(s.key, "w") {
			s.steps = s.steps[:len(s.steps)-1]
		}
	}
	return s
}

// logical is the table's logical reads and scan count of a query, from its line of STATISTICS IO.
func logical(t *testing.T, e *env, query string) (reads, scans int) {
	t.Helper()
	a := e.run("SET STATISTICS IO ON " + query + " OPTION (MAXDOP 1) SET STATISTICS IO OFF")
	if len(a.messages) != 1 {
		t.Fatalf("%s: %d messages", query, len(a.messages))
	}
	if _, err := fmt.Sscanf(a.messages[0].Text, "Table 't'. Scan count %d, logical reads %d,", &scans, &reads); err != nil {
		t.Fatalf("%s: %q: %v", query, a.messages[0].Text, err)
	}
	return reads, scans
}

// A heap's scan reads its pages and each forwarded record once more, an ordered scan of an index its leaf,
// the level above and one page of each level above that.
func TestLogicalReadsOfScans(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(testseed.Of(t)), 3))
	e := open(t)
	for n := range 60 {
		s := randomShape(r)
		e.run("SET NOCOUNT ON " + s.create)
		e.run(s.index + " ")
		for _, step := range s.steps {
			e.run(step)
		}
		levels := e.run("SELECT page_count, ISNULL(forwarded_record_count, 0) FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('t'), NULL, NULL, 'DETAILED') ORDER BY index_level").sets[0].rows
		want := atoi(t, levels[0][0]) + atoi(t, levels[0][1])
		if len(levels) > 1 {
			want += atoi(t, levels[1][0]) + len(levels) - 2
		}
		queries := []string{"SELECT COUNT(*) FROM t", "SELECT SUM(CAST(k AS bigint)), MAX(v) FROM t", "SELECT COUNT(*) FROM t WHERE v LIKE 'b%'", "SELECT COUNT_BIG(*) FROM t WITH (INDEX (0))"}
		if s.key != "" {
			queries = append(queries, "SELECT k FROM t ORDER BY "+s.key)
		}
		for _, q := range queries {
			if reads, scans := logical(t, e, q); reads != want || scans != 1 {
				t.Errorf("shape %d: %+v\n%s: %d logical reads in %d scans, levels of pages and forwarded records %v make %d", n, s, q, reads, scans, levels, want)
			}
		}
		e.run("DROP TABLE t")
	}
}
