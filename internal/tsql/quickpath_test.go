package tsql_test

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"scanfrag/internal/tsql"
)

// quickForms are tables with the columns id, k, v, pad and what is computed of them.
var quickForms = []string{
	"CREATE TABLE @t(id int NOT NULL PRIMARY KEY, k int NULL, v int NOT NULL, pad varchar(900) NULL, c AS v * 2 PERSISTED, d AS k - v, r rowversion, CHECK (c < 4000), CHECK (k <> 13)) " +
		"CREATE INDEX nk ON @t(k) CREATE INDEX nc ON @t(c) INCLUDE (pad) CREATE INDEX nd ON @t(d, v DESC)",
	"CREATE TABLE @t(id int NOT NULL PRIMARY KEY NONCLUSTERED, k int NULL, v int NOT NULL, pad varchar(900) NULL, c AS v * 2, d AS LEN(pad) PERSISTED, CHECK (v < 2000)) " +
		"CREATE INDEX nk ON @t(k) CREATE UNIQUE INDEX nu ON @t(id, d) CREATE INDEX nc ON @t(c)",
	"CREATE TABLE @t(id int NOT NULL, k int NULL, v int NOT NULL, pad varchar(900) NULL, c AS k + 1, CHECK (v + k < 3000)) " +
		"CREATE CLUSTERED INDEX ck ON @t(k) CREATE UNIQUE INDEX nk ON @t(id) WITH (IGNORE_DUP_KEY = ON) CREATE INDEX nc ON @t(c) INCLUDE (pad)",
	"CREATE TABLE @t(id int NOT NULL, k int NULL, v int NOT NULL, pad varchar(900) NULL, c AS id * 3 PERSISTED NOT NULL, UNIQUE (v, id)) " +
		"CREATE UNIQUE CLUSTERED INDEX cc ON @t(c DESC) WITH (IGNORE_DUP_KEY = ON) CREATE INDEX nk ON @t(id) CREATE INDEX np ON @t(k) INCLUDE (pad)",
}

// quickStatements are changes of one row, or a few, found by WHERE @w.
var quickStatements = []string{
	"UPDATE @t SET v = v + @x WHERE @w",
	"UPDATE @t SET k = NULLIF(@x, 7), v = v + 1 OUTPUT deleted.id, deleted.k, inserted.k, inserted.c WHERE @w",
	"UPDATE @t SET id = @x OUTPUT deleted.id, inserted.id WHERE @w",
	"UPDATE @t SET id = id + 1, k = id WHERE @w",
	"UPDATE @t SET pad = REPLICATE('x', @x * 20) WHERE @w",
	"UPDATE @t SET pad = NULL, v = 30 / (@x - 3) WHERE @w",
	"UPDATE @t SET v = v * 40 WHERE @w",
	"UPDATE @t SET v = (SELECT MAX(v) % 50 FROM @t), k = (SELECT COUNT(*) FROM @t WHERE id < @x) WHERE @w",
	"DECLARE @o int UPDATE @t SET @o = v = v + 1 WHERE @w SELECT @@ROWCOUNT",
	"WITH q AS (SELECT id, k, v AS w, c AS y FROM @t) UPDATE q SET w = y % 60 OUTPUT inserted.w, deleted.y WHERE @w",
	"UPDATE a SET v = a.v + 1, k = a.k + 1 FROM @t a WHERE @w AND v > @x",
	"UPDATE TOP (1) @t SET v = v WHERE @w",
	"DELETE @t OUTPUT deleted.id, deleted.v, deleted.c WHERE @w",
	"DELETE a FROM @t a WHERE @w AND NOT EXISTS (SELECT * FROM @t b WHERE b.id = a.id + 1)",
	"INSERT @t (id, k, v, pad) VALUES (@i, @x, @x % 5, REPLICATE('p', @i * 7))",
	"INSERT @t (id, k, v, pad) SELECT TOP (1) @x, k, v, pad FROM @t WHERE @w ORDER BY id",
	"MERGE @t USING (SELECT @i AS i) s ON @t.id = s.i WHEN MATCHED AND v % 2 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET v += 3 WHEN NOT MATCHED THEN INSERT (id, k, v) VALUES (i, 1, 1) OUTPUT $action, inserted.id, deleted.v;",
	"SELECT id, k, v, c, LEN(pad) FROM @t WHERE @w ORDER BY id",
}

// quickWheres find rows by keys; the general way is the same with an expression that no index has.
var quickWheres = []struct{ quick, general string }{
	{"id = @i", "id + 0 = @i"},
	{"id = @i", "id + 0 = @i"},
	{"c = @i * 3", "c + 0 = @i * 3"},
	{"k = @x AND id = @i", "k + 0 = @x AND id + 0 = @i"},
	{"k = @i", "k + 0 = @i"},
	{"id IN (@i, @i + 1, @x)", "id + 0 IN (@i, @i + 1, @x)"},
	{"id BETWEEN @i AND @i + 2", "id + 0 BETWEEN @i AND @i + 2"},
}

// twoWays has a table changed by keys, q, and the same by scans, g.
type twoWays struct {
	*rand.Rand
	t    *testing.T
	s    *tsql.Session
	last []string
}

var tableNames = regexp.MustCompile(`\bq\b|PK__\w+|UQ__\w+|CK__\w+|0x[0-9A-F]+`)

// result is what a text gives: sorted rows, then its error.
func (w *twoWays) result(text string) string {
	w.t.Helper()
	c := &collect{}
	if err := w.s.Batch(w.t.Context(), text, nil, c); err != nil {
		w.t.Fatal(err)
	}
	slices.Sort(c.rows)
	out := strings.Join(c.rows, "\n")
	if c.err != nil {
		out += tableNames.ReplaceAllString(c.err.Error(), "")
	}
	return out
}

// both runs a text on both tables, and compares; where is the condition of each.
func (w *twoWays) both(format string, where [2]string) {
	w.t.Helper()
	var got [2]string
	for i, name := range []string{"quick", "general"} {
		text := strings.ReplaceAll(strings.ReplaceAll(format, "@w", where[i]), "@t", name)
		w.last = append(w.last, text)
		got[i] = strings.ReplaceAll(w.result(text), name, "")
	}
	if got[0] != got[1] {
		w.t.Fatalf("by key\n%s\nby scan\n%s\nafter\n%s", got[0], got[1], strings.Join(w.last[max(0, len(w.last)-30):], "\n"))
	}
}

// compare reads both tables by each index, and has the pages checked.
func (w *twoWays) compare() {
	w.t.Helper()
	for _, name := range rowsOf(w.t, w.s, "SELECT name FROM sys.indexes WHERE object_id = OBJECT_ID('quick') AND index_id > 0 AND name NOT LIKE '%[_][_]%'") {
		w.both("SELECT id, k, v, c, pad FROM @t WITH (INDEX("+name+"))", [2]string{})
	}
	w.both("SELECT id, k, v, c, pad FROM @t WITH (INDEX(0))", [2]string{})
	if got := w.result("DBCC CHECKDB WITH NO_INFOMSGS"); got != "" {
		w.t.Fatalf("%s\nafter\n%s", got, strings.Join(w.last[max(0, len(w.last)-60):], "\n"))
	}
}

// TestChangesByKeyAndByScan runs random changes of rows found by a key, which are read in one descent and changed at once, on one
// table and by a scan on another: results, errors, rows, indexes and pages are the same.
func TestChangesByKeyAndByScan(t *testing.T) {
	const ops = 250
	for n, form := range quickForms {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			w := &twoWays{Rand: rand.New(rand.NewSource(seed(t) + int64(n))), t: t, s: newSession(t)}
			w.both(form, [2]string{})
			w.both("INSERT @t (id, k, v, pad) SELECT value, value % 9, value % 4, REPLICATE('a', value % 40 * 10) FROM GENERATE_SERIES(1, 20)", [2]string{})
			for i := range ops {
				switch w.Intn(12) {
				case 0:
					w.result("IF @@TRANCOUNT = 0 BEGIN TRAN ELSE SAVE TRAN s")
				case 1:
					w.result("IF @@TRANCOUNT > 0 " + []string{"COMMIT", "ROLLBACK", "ROLLBACK TRAN s"}[w.Intn(3)])
				}
				where := quickWheres[w.Intn(len(quickWheres))]
				text := fmt.Sprintf("EXEC sp_executesql N'%s', N'@i int, @x int', %d, %d SELECT @@TRANCOUNT",
					strings.ReplaceAll(quickStatements[w.Intn(len(quickStatements))], "'", "''"), w.Intn(26), w.Intn(14))
				w.both(text, [2]string{where.quick, where.general})
				if i%25 == 24 {
					w.result("IF @@TRANCOUNT > 0 COMMIT")
					w.compare()
				}
			}
			w.result("IF @@TRANCOUNT > 0 ROLLBACK")
			w.compare()
		})
	}
}
