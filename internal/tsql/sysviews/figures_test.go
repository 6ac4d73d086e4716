package sysviews_test

import (
	"fmt"
	"strconv"
	"testing"
)

// The same table seen by sys.dm_db_index_physical_stats, DBCC SHOWCONTIG, sp_spaceused,
// sys.dm_db_database_page_allocations, and DBCC IND counted by hand.
func TestMeasuringSurfacesAgree(t *testing.T) {
	e := open(t)
	const rows = 600
	loop := "SET NOCOUNT ON DECLARE @i int = 1 WHILE @i <= 600 BEGIN INSERT %s (k) VALUES (%s) SET @i += 1 END"
	for name, load := range map[string][]string{
		"ascending":   {"CREATE TABLE ascending (k int NOT NULL, f char(1000) NOT NULL DEFAULT '') CREATE CLUSTERED INDEX c ON ascending (k)", fmt.Sprintf(loop, "ascending", "@i")},
		"reversed":    {"CREATE TABLE reversed (k int NOT NULL, f char(1000) NOT NULL DEFAULT '') CREATE CLUSTERED INDEX c ON reversed (k)", fmt.Sprintf(loop, "reversed", "-@i")},
		"alternating": {"CREATE TABLE alternating (k int NOT NULL, f char(1000) NOT NULL DEFAULT '') CREATE CLUSTERED INDEX c ON alternating (k)", fmt.Sprintf(loop, "alternating", "CASE WHEN @i % 2 = 0 THEN @i ELSE 600 - @i END")},
		"heap":        {"CREATE TABLE heap (k int NOT NULL, f char(1000) NOT NULL DEFAULT '')", fmt.Sprintf(loop, "heap", "@i")},
	} {
		for _, s := range load {
			e.run(s)
		}
		stats := e.run("SELECT page_count, fragment_count, index_id, record_count FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('" + name + "'), NULL, NULL, 'DETAILED') WHERE index_level = 0").sets[0].rows[0]
		contig := e.run("DBCC SHOWCONTIG ('" + name + "') WITH TABLERESULTS, NO_INFOMSGS").sets[0].rows[0]
		ind := e.run("DBCC IND (0, '" + name + "', 1) WITH NO_INFOMSGS").sets[0].rows

		leaf := map[string][]string{}
		var first string
		other := 0
		for _, r := range ind {
			if r[9] == "1" {
				leaf[r[1]] = r
				if r[14] == "0" {
					first = r[1]
				}
			} else {
				other++
			}
		}
		if got := strconv.Itoa(len(leaf)); got != stats[0] || contig[5] != stats[0] || stats[3] != strconv.Itoa(rows) {
			t.Errorf("%s: pages %s, SHOWCONTIG %s, IND %s, %s records", name, stats[0], contig[5], got, stats[3])
		}
		space := e.run("EXEC sp_spaceused '" + name + "'").sets[0].rows[0]
		if want := fmt.Sprintf("%d KB", 8*len(leaf)); space[3] != want || space[4] != fmt.Sprintf("%d KB", 8*other) {
			t.Errorf("%s: sp_spaceused %v, by hand %s and %d other pages", name, space, want, other)
		}
		n := e.run("SELECT COUNT(*) FROM sys.dm_db_database_page_allocations(DB_ID(), OBJECT_ID('" + name + "'), NULL, NULL, 'LIMITED') WHERE is_allocated = 1").sets[0].rows[0][0]
		if n != strconv.Itoa(len(ind)) {
			t.Errorf("%s: %s pages allocated, IND has %d", name, n, len(ind))
		}
		if name == "heap" {
			continue
		}
		fragments, switches, walked := 1, 0, 1
		for at := first; ; walked++ {
			next := leaf[at][12]
			if next == "0" {
				break
			}
			a, _ := strconv.Atoi(at)
			b, _ := strconv.Atoi(next)
			if b != a+1 {
				fragments++
			}
			if a/8 != b/8 {
				switches++
			}
			if leaf[next] == nil || walked > len(leaf) {
				t.Fatalf("%s: the chain leads from %s to %s", name, at, next)
			}
			at = next
		}
		if walked != len(leaf) || strconv.Itoa(fragments) != stats[1] || strconv.Itoa(switches) != contig[12] {
			t.Errorf("%s: by hand %d pages in %d fragments, %d extent switches; stats %v, SHOWCONTIG %v", name, walked, fragments, switches, stats, contig)
		}
	}
}
