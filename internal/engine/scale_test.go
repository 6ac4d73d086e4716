package engine

import (
	"os"
	"runtime"
	"testing"
	"time"

	"scanfrag/internal/sqltype"
)

// A delete of most of a large table rolled back leaves the table as it was, the undo log beyond its
// memory in a scratch file. SCANFRAG_LONG=1 runs it with 2,700,000 rows of 4,000,000.
func TestRollback_largeDelete(t *testing.T) {
	rows, undo := 20000, int64(1<<20)
	if os.Getenv("SCANFRAG_LONG") != "" {
		rows, undo = 4000000, 0
	}
	for _, s := range shapes[:2] {
		t.Run(s.name, func(t *testing.T) {
			e := newEngine(t, Options{Dir: t.TempDir(), PoolBytes: 128 << 20, UndoMemory: undo})
			tab := e.create("t", []Column{col("id", intType), col("k", intType), col("c", sqltype.CharOf(500))}, s.ix)
			start := time.Now()
			took := func(what string) {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				t.Logf("%s: %.1f s, Go heap %d MB", what, time.Since(start).Seconds(), m.HeapSys>>20)
				start = time.Now()
			}
			e.do(func(tx *Txn) {
				w, err := tx.Writer(bg, tab, nil)
				e.must(err)
				rec := record(tab.Columns, tab.Layout, 0, 0, "x")
				for n := range rows {
					for _, at := range []int{4, 8} {
						sqltype.PutFixed(rec[at:], intType, sqltype.IntOf(sqltype.Int, int64(n)))
					}
					e.must(w.Insert(rec, true))
				}
			})
			took("load")
			tx := e.i.Begin()
			r, err := tx.Scan(bg, ScanSpec{Table: tab, ForWrite: true})
			e.must(err)
			w, err := tx.Writer(bg, tab, nil)
			e.must(err)
			var locs []Locator
			for n := 0; r.Next(); n++ {
				if n%40 >= 27 {
					continue
				}
				var l Locator
				r.Locator(&l)
				if tab.IsHeap() {
					e.must(w.Delete(l))
				} else {
					locs = append(locs, l)
				}
			}
			e.must(r.Err())
			r.Close()
			for _, l := range locs {
				e.must(w.Delete(l))
			}
			left := int64(rows - rows/40*27)
			if tab.Rows() != left {
				t.Errorf("%d rows left, want %d", tab.Rows(), left)
			}
			took("delete")
			e.must(tx.Rollback())
			took("rollback")
			tx = e.i.Begin()
			n, _, err := tx.Count(bg, ScanSpec{Table: tab})
			if n != int64(rows) || err != nil {
				t.Errorf("%d rows, %v", n, err)
			}
			e.must(tx.Commit())
			took("count")
		})
	}
}
