package sysviews_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"scanfrag/internal/engine"
)

// builds are six ways to make a table t of n rows. %[1]d is n; every row is about 1000 bytes wide in the end.
var builds = []struct{ name, script string }{
	{"ascending", clustered + `WHILE @i <= %[1]d BEGIN INSERT t (k) VALUES (@i) SET @i += 1 END`},
	{"descending", clustered + `WHILE @i <= %[1]d BEGIN INSERT t (k) VALUES (%[1]d - @i) SET @i += 1 END`},
	{"alternating", clustered + `WHILE @i <= %[1]d BEGIN INSERT t (k) VALUES (CASE WHEN @i %% 2 = 0 THEN @i ELSE %[1]d - @i END) SET @i += 1 END`},
	{"random key", `CREATE TABLE t (k uniqueidentifier NOT NULL DEFAULT NEWID() PRIMARY KEY, f char(1000) NOT NULL DEFAULT '')
DECLARE @i int = 1 BEGIN TRAN WHILE @i <= %[1]d BEGIN INSERT t DEFAULT VALUES SET @i += 1 END`},
	{"heap", heap + `WHILE @i <= %[1]d BEGIN INSERT t (k) VALUES (@i) SET @i += 1 END`},
	{"heap widened", strings.Replace(heap, "1000", "100", 1) + `WHILE @i <= %[1]d BEGIN INSERT t (k) VALUES (@i) SET @i += 1 END
ALTER TABLE t ALTER COLUMN f char(900) NOT NULL`},
}

const (
	heap      = `CREATE TABLE t (k int NOT NULL, f char(1000) NOT NULL DEFAULT '') DECLARE @i int = 1 BEGIN TRAN `
	clustered = `CREATE TABLE t (k int NOT NULL, f char(1000) NOT NULL DEFAULT '') CREATE CLUSTERED INDEX c ON t (k) DECLARE @i int = 1 BEGIN TRAN `
)

// Every surface that measures gives the figures that the pages of DBCC IND have when they are walked and counted by
// hand; the checker agrees. SCANFRAG_LONG=1 does it with 1,000,000 rows.
func TestMeasuringSurfacesAgree(t *testing.T) {
	rows, o := 20_000, engine.Options{PoolBytes: 96 << 20, InMemory: true}
	if os.Getenv("SCANFRAG_LONG") != "" {
		rows, o = 1_000_000, engine.Options{PoolBytes: 1 << 30, Dir: t.TempDir()}
	}
	e := openWith(t, o)
	for _, b := range builds {
		t.Run(b.name, func(t *testing.T) {
			e.t = t
			e.run("SET NOCOUNT ON " + fmt.Sprintf(b.script, rows) + " COMMIT")
			defer e.run("DROP TABLE t")
			agree(t, e, rows)
			e.want("DBCC CHECKTABLE ('t')", fmt.Sprintf("2536: DBCC results for 't'.\n2593: There are %d rows in %d pages for object \"t\".\n2528: DBCC execution completed. If DBCC printed error messages, contact your system administrator.",
				rows, atoi(t, e.run("SELECT page_count FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('t'), NULL, NULL, NULL)").sets[0].rows[0][0])))
		})
	}
}

// The same with ghosts, which a transaction that is still open keeps from being cleaned up.
func TestMeasuringSurfacesAgreeOnGhosts(t *testing.T) {
	e := open(t)
	for _, b := range builds[:3] {
		e.run("SET NOCOUNT ON " + fmt.Sprintf(b.script, 3000) + " COMMIT")
		e.run("BEGIN TRAN DELETE t WHERE k % 3 = 0")
		rows := atoi(t, e.run("SELECT COUNT(*) FROM t").sets[0].rows[0][0])
		if levels, _ := byHand(t, e, "t"); levels[0].ghosts != 3000-rows || levels[0].ghosts == 0 {
			t.Errorf("%s: %d ghosts of %d rows deleted", b.name, levels[0].ghosts, 3000-rows)
		}
		agree(t, e, rows)
		e.run("ROLLBACK DROP TABLE t")
	}
}

// The same with single pages of mixed extents, before and after the eighth.
func TestMeasuringSurfacesAgreeOnMixedExtents(t *testing.T) {
	e := open(t)
	e.run("CREATE TABLE other (k int NOT NULL, f char(5000) NOT NULL DEFAULT '')")
	sp, err := e.inst.Database("d").Space()
	if err != nil {
		t.Fatal(err)
	}
	sp.SetMixed(true)
	for _, rows := range []int{1, 20, 50, 60, 400} {
		for _, b := range builds {
			e.run("SET NOCOUNT ON INSERT other (k) VALUES (1), (2) " + fmt.Sprintf(b.script, rows) + " COMMIT")
			agree(t, e, rows)
			e.run("DROP TABLE t")
		}
	}
	if n := e.run("SELECT COUNT(*) FROM sys.dm_db_database_page_allocations(DB_ID(), OBJECT_ID('other'), NULL, NULL, 'LIMITED') WHERE is_iam_page = 0 AND is_mixed_page_allocation = 1").sets[0].rows[0][0]; n != "8" {
		t.Errorf("%s pages in mixed extents", n)
	}
}

// agree compares all surfaces of table t with its pages.
func agree(t *testing.T, e *env, rows int) {
	t.Helper()
	levels, other := byHand(t, e, "t")
	leaf := levels[0]
	heap := len(levels) == 1 && leaf.heap
	same := func(surface string, got, want []string) {
		t.Helper()
		if g, w := strings.Join(got, " | "), strings.Join(want, " | "); g != w {
			t.Errorf("%s\ngot     %s\nby hand %s", surface, g, w)
		}
	}

	var detailed [][]string
	for n := range levels {
		detailed = append(detailed, levels[n].detailed(n, len(levels)))
	}
	stats := func(mode string) [][]string {
		return e.run(`SELECT index_level, index_depth, avg_fragmentation_in_percent, fragment_count, avg_fragment_size_in_pages, page_count, avg_page_space_used_in_percent,
record_count, ghost_record_count, min_record_size_in_bytes, max_record_size_in_bytes, avg_record_size_in_bytes, forwarded_record_count
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('t'), NULL, NULL, '` + mode + `') ORDER BY index_level`).sets[0].rows
	}
	got := stats("DETAILED")
	if len(got) != len(detailed) {
		t.Fatalf("DETAILED gives %d levels, by hand there are %d", len(got), len(detailed))
	}
	for n := range got {
		same(fmt.Sprintf("DETAILED, level %d", n), got[n], detailed[n])
	}
	limited := append(append([]string{}, detailed[0][:6]...), "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL")
	same("LIMITED", stats("LIMITED")[0], limited)
	if leaf.pages < 9000 {
		same("SAMPLED of a small table", stats("SAMPLED")[0], detailed[0])
	}

	contig := func(with string) []string {
		return e.run(`DBCC SHOWCONTIG ('t') WITH TABLERESULTS, NO_INFOMSGS` + with).sets[0].rows[0][4:]
	}
	same("SHOWCONTIG", contig(""), leaf.contig(false))
	same("SHOWCONTIG FAST", contig(", FAST"), leaf.contig(!heap))
	var text []string
	for _, m := range e.run("DBCC SHOWCONTIG ('t')").messages[3:] {
		text = append(text, m.Text)
	}
	same("SHOWCONTIG as text", text[:len(text)-1], leaf.contigText())

	same("page_allocations", e.run(`SELECT SUM(CASE WHEN page_level = 0 AND is_iam_page = 0 THEN 1 ELSE 0 END), SUM(CASE WHEN page_level > 0 OR is_iam_page = 1 THEN 1 ELSE 0 END)
FROM sys.dm_db_database_page_allocations(DB_ID(), OBJECT_ID('t'), NULL, NULL, 'DETAILED') WHERE is_allocated = 1`).sets[0].rows[0], texts(leaf.pages, other))
	same("page_allocations by the maps", e.run(`SELECT COUNT(*) FROM sys.dm_db_database_page_allocations(DB_ID(), OBJECT_ID('t'), NULL, NULL, 'LIMITED') WHERE is_allocated = 1`).sets[0].rows[0],
		texts(leaf.pages+other))
	owned := e.run(`SELECT COUNT(*) FROM sys.dm_db_database_page_allocations(DB_ID(), OBJECT_ID('t'), NULL, NULL, 'LIMITED') WHERE is_iam_page = 0`).sets[0].rows[0]
	reserved := e.run("EXEC sp_spaceused 't'").sets[0].rows[0]
	same("sp_spaceused", reserved[:5], []string{"t", fmt.Sprint(rows), reserved[2], fmt.Sprintf("%d KB", 8*leaf.pages), fmt.Sprintf("%d KB", 8*other)})
	same("allocation_units", e.run(`SELECT used_pages, data_pages FROM sys.allocation_units AS a JOIN sys.partitions AS p ON p.hobt_id = a.container_id WHERE p.object_id = OBJECT_ID('t')`).sets[0].rows[0],
		texts(leaf.pages+other, leaf.pages))
	same("unused", owned, texts(leaf.pages+other-leaf.iams+unused(t, reserved[5])))

	count := e.run("SET STATISTICS IO ON SELECT COUNT(*) FROM t OPTION (MAXDOP 1) SET STATISTICS IO OFF")
	same("COUNT(*)", count.sets[0].rows[0], texts(rows))
	reads := leaf.pages + leaf.forwarded
	if len(levels) > 1 {
		reads = leaf.pages + levels[1].pages + len(levels) - 2
	}
	if want := fmt.Sprintf("Table 't'. Scan count 1, logical reads %d,", reads); !strings.HasPrefix(count.messages[0].Text, want) {
		t.Errorf("COUNT(*) says %q, want %q", count.messages[0].Text, want)
	}
}

func unused(t *testing.T, s string) (pages int) {
	t.Helper()
	if _, err := fmt.Sscanf(s, "%d KB", &pages); err != nil {
		t.Fatal(err)
	}
	return pages / 8
}

func texts(n ...int) (out []string) {
	for _, i := range n {
		out = append(out, fmt.Sprint(i))
	}
	return out
}
