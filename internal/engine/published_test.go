package engine

import (
	"fmt"
	"os"
	"testing"
	"time"

	"scanfrag/internal/sqltype"
)

// Published: rows (int, int, char(1000) NULL) with a non-unique clustered index on the second column. 2,000,000 in
// alternating low ascending and high descending keys: 466,668 pages, ~85 %, ~54 %, 300,131 extent changes. 3,000,000 in
// descending order: 428,572 pages, 100 %, ~88 %, 53,772 extent changes. The small runs are of the same rules (derived).
// SCANFRAG_LONG=1 runs the full size.
func TestPublishedLoads(t *testing.T) {
	for _, c := range []struct {
		name        string
		rows        int
		key         func(n, i int) int
		pages       [2]int64
		frag, dense float64
		switches    int64
		tolerance   int64
		long        bool
	}{
		{"alternating 2M", 2000000, alternating, [2]int64{466667, 466668}, 85.8, 53.8, 300130, 100, true},
		{"reverse 3M", 3000000, reverse, [2]int64{428572, 428572}, 100, 87.9, 53784, 250, true},
		{"alternating 30k", 30000, alternating, [2]int64{6998, 7004}, 85.7, 53.8, 4505, 30, false},
		{"reverse 30k", 30000, reverse, [2]int64{4286, 4286}, 100, 87.9, 538, 10, false},
	} {
		if c.long != (os.Getenv("SCANFRAG_LONG") != "") {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			o := Options{PoolBytes: 64 << 20}
			if c.long {
				o = Options{Dir: t.TempDir(), PoolBytes: 512 << 20}
			}
			e := newEngine(t, o)
			start := time.Now()
			tab := e.create("t", []Column{null(col("c1", intType)), null(col("c2", intType)), null(col("c3", sqltype.CharOf(1000)))},
				[]Index{{ID: 1, Name: "cx", Keys: key(2)}})
			rec := record(tab.Columns, tab.Layout, 0, 0, "")
			tx := e.i.Begin()
			for i := 1; i <= c.rows; i++ {
				w, err := tx.Writer(bg, tab, nil)
				e.must(err)
				le.PutUint32(rec[4:], uint32(i))
				le.PutUint32(rec[8:], uint32(c.key(c.rows, i)))
				e.must(w.Insert(rec, false))
				if i%100000 == 0 {
					e.must(tx.Commit())
					tx.Restart()
				}
			}
			e.must(tx.Commit())
			e.must(e.d.Checkpoint(bg))
			loaded := time.Since(start)
			tx = e.i.Begin()
			start = time.Now()
			l, err := tx.PhysicalStats(bg, tab, 1, Detailed)
			e.must(err)
			walked := time.Since(start)
			g, err := tx.ShowContig(bg, tab, 1, true)
			e.must(err)
			e.must(tx.Commit())
			t.Logf("%d leaf and %d level 1 pages, %.2f %%, density %.2f, %d extent switches, reserved %d MB; load %.1f s, walk %.1f s",
				l[0].Pages, l[1].Pages, l[0].FragmentationPercent, l[0].AvgPageSpaceUsedPercent, g.ExtentSwitches, tab.Space().Reserved/128, loaded.Seconds(), walked.Seconds())
			if p := l[0].Pages; p < c.pages[0] || p > c.pages[1] {
				t.Errorf("%d pages, want %v", p, c.pages)
			}
			if got, want := fmt.Sprintf("%.1f %.1f", l[0].FragmentationPercent, l[0].AvgPageSpaceUsedPercent), fmt.Sprintf("%.1f %.1f", c.frag, c.dense); got != want {
				t.Errorf("fragmentation and density %s, want %s", got, want)
			}
			if d := g.ExtentSwitches - c.switches; d < -c.tolerance || d > c.tolerance {
				t.Errorf("%d extent switches, want %d", g.ExtentSwitches, c.switches)
			}
			start = time.Now()
			e.check()
			t.Logf("check: %.1f s", time.Since(start).Seconds())
		})
	}
}

func alternating(n, i int) int {
	if i%2 == 0 {
		return i
	}
	return n - i
}

func reverse(n, i int) int { return n - i }
