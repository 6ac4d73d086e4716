package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"scanfrag/internal/btree"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/sqltype"
)

// wide makes a table of about n pages, 7 rows of 1,011 bytes on each, keys descending, so that
// key order and allocation order differ.
func (e *testEngine) wide(name string, ix []Index, pages int) *Table {
	e.Helper()
	tab := e.create(name, []Column{col("id", intType), col("c", sqltype.CharOf(1000))}, ix)
	e.do(func(tx *Txn) {
		w, err := tx.Writer(bg, tab, nil)
		e.must(err)
		rec := record(tab.Columns, tab.Layout, 0, "x")
		for n := pages * 7; n > 0; n-- {
			sqltype.PutFixed(rec[4:], intType, sqltype.IntOf(sqltype.Int, int64(n)))
			e.must(w.Insert(rec, true))
		}
	})
	return tab
}

func TestScan_keyOrAllocationOrder(t *testing.T) {
	e := newEngine(t, Options{})
	big := e.wide("big", shapes[2].ix, 100)
	small := e.wide("small", shapes[2].ix, 60)
	firstIDs := func(spec ScanSpec) (ids []int64) {
		tx := e.i.Begin()
		defer tx.Commit()
		r, err := tx.Scan(bg, spec)
		e.must(err)
		defer r.Close()
		for r.Next() {
			ids = append(ids, spec.Table.Columns[0].value(r.Record()).I)
		}
		e.must(r.Err())
		return ids
	}
	lo, _ := big.st[0].tree.ParseKey(big.st[0].tree.AppendKey(nil, record(big.Columns, big.Layout, 5, "")))
	for _, c := range []struct {
		what    string
		spec    ScanSpec
		byKey   bool
		wantLen int
	}{
		{"plain", ScanSpec{Table: big}, true, 700},
		{"NOLOCK", ScanSpec{Table: big, NoLock: true}, false, 700},
		{"TABLOCK", ScanSpec{Table: big, TabLock: true}, false, 700},
		{"NOLOCK, ordered", ScanSpec{Table: big, NoLock: true, Ordered: true}, true, 700},
		{"NOLOCK, range", ScanSpec{Table: big, NoLock: true, Range: &btree.Range{Lo: &lo}}, true, 696},
		{"NOLOCK, small", ScanSpec{Table: small, NoLock: true}, true, 420},
	} {
		ids := firstIDs(c.spec)
		if len(ids) != c.wantLen || slices.IsSorted(ids) != c.byKey {
			t.Errorf("%s: %d rows, by key %v, want %d, %v", c.what, len(ids), slices.IsSorted(ids), c.wantLen, c.byKey)
		}
	}
}

func TestScan_parallel(t *testing.T) {
	e := newEngine(t, Options{PoolBytes: 64 << 20})
	for _, s := range []struct {
		name string
		ix   []Index
	}{{"heap", nil}, {"tree", shapes[2].ix}} {
		tab := e.wide(s.name, s.ix, 1100)
		for _, spec := range []ScanSpec{{}, {NoLock: true}, {TabLock: true, NoReadAhead: true}} {
			spec.Table, spec.Workers, spec.IO = tab, 4, &bufpool.IO{}
			tx := e.i.Begin()
			n, dop, err := tx.Count(bg, spec)
			if n != 7700 || dop != 4 || err != nil {
				t.Errorf("%s: %d rows at degree %d, %v", s.name, n, dop, err)
			}
			if l := spec.IO.Logical.Load(); l < 1100 || l > 1300 {
				t.Errorf("%s: %d logical reads", s.name, l)
			}
			var mu sync.Mutex
			seen := map[int64]bool{}
			dop, err = tx.ParallelScan(bg, spec, func(_ int, r *Rows) error {
				for r.Next() {
					id := tab.Columns[0].value(r.Record()).I
					mu.Lock()
					if seen[id] {
						t.Errorf("row %d twice", id)
					}
					seen[id] = true
					mu.Unlock()
				}
				return nil
			})
			if len(seen) != 7700 || dop != 4 || err != nil {
				t.Errorf("%s: %d rows at degree %d, %v", s.name, len(seen), dop, err)
			}
			want := errors.New("enough")
			_, err = tx.ParallelScan(bg, spec, func(w int, r *Rows) error {
				if r.Next(); w == 1 {
					return want
				}
				for r.Next() {
				}
				return nil
			})
			if err != want {
				t.Errorf("%s: error %v", s.name, err)
			}
			func() {
				defer func() {
					if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "oops") {
						t.Errorf("panic of a worker: %v", p)
					}
				}()
				tx.ParallelScan(bg, spec, func(int, *Rows) error { panic("oops") })
			}()
			e.must(tx.Commit())
		}
	}
	small := e.wide("small", nil, 10)
	tx := e.i.Begin()
	if n, dop, err := tx.Count(bg, ScanSpec{Table: small, Workers: 4}); n != 70 || dop != 1 || err != nil {
		t.Errorf("small: %d %d %v", n, dop, err)
	}
	e.must(tx.Commit())
}

// Logical reads of COUNT(*): every page and every forwarded row; leaf, level 1 and descent.
func TestCount_logicalReads(t *testing.T) {
	e := newEngine(t, Options{})
	tree := e.wide("tree", shapes[2].ix, 50)
	heap := e.create("heap", []Column{col("id", intType), col("v", sqltype.VarCharOf(8000))}, nil)
	e.do(func(tx *Txn) {
		w, err := tx.Writer(bg, heap, nil)
		e.must(err)
		for _, v := range [][]any{{1, nil}, {2, strings.Repeat("x", 7800)}, {3, nil}} {
			e.must(w.Insert(record(heap.Columns, heap.Layout, v...), true))
		}
	})
	count := func(tab *Table) (int64, int64) {
		io := &bufpool.IO{}
		tx := e.i.Begin()
		defer tx.Commit()
		n, _, err := tx.Count(bg, ScanSpec{Table: tab, IO: io})
		e.must(err)
		return n, io.Logical.Load()
	}
	if n, l := count(tree); n != 350 || l != 51 {
		t.Errorf("tree: %d rows, %d logical reads", n, l)
	}
	if n, l := count(heap); n != 3 || l != 1 {
		t.Errorf("heap: %d rows, %d logical reads", n, l)
	}
	e.do(func(tx *Txn) {
		e.change(tx, heap, func(rec []byte) bool { return heap.Columns[0].value(rec).I != 2 }, func(w *Writer, loc Locator, rec []byte) error {
			return w.Update(loc, heap.Columns[1].put(rec, nil, sqltype.StringOf(sqltype.VarChar, strings.Repeat("y", 5000))))
		})
	})
	if n, l := count(heap); n != 3 || l != 5 {
		t.Errorf("heap with two forwarded rows: %d rows, %d logical reads", n, l)
	}
	if f := heap.Operational(0).ForwardedFetches; f < 2 {
		t.Errorf("%d forwarded fetches", f)
	}
}

func TestScan_endsWithContext(t *testing.T) {
	e := newEngine(t, Options{PoolBytes: 64 << 20})
	for _, ix := range [][]Index{nil, shapes[2].ix} {
		tab := e.wide(fmt.Sprintf("t%d", len(ix)), ix, 1100)
		for _, workers := range []int{1, 4} {
			ctx, cancel := context.WithCancelCause(bg)
			tx := e.i.Begin()
			_, err := tx.ParallelScan(ctx, ScanSpec{Table: tab, Workers: workers}, func(_ int, r *Rows) error {
				for n := 0; r.Next(); n++ {
					if n == 100 {
						cancel(errors.New("attention"))
					}
				}
				return r.Err()
			})
			if err == nil {
				t.Errorf("degree %d: the scan went on to its end", workers)
			}
			e.must(tx.Commit())
		}
	}
}

func TestEngine_readersAndWriters(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", testColumns(), shapes[1].ix)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for n := range 40 {
				tx := e.i.Begin()
				if g < 2 {
					w, err := tx.Writer(bg, tab, nil)
					if err != nil {
						t.Error(err)
						return
					}
					for k := range 5 {
						if err := w.Insert(record(tab.Columns, tab.Layout, g*1000+n*5+k, k, "v", "f"), false); err != nil {
							t.Error(err)
						}
					}
					tx.EndStatement()
					if n%4 == 0 {
						tx.Rollback()
						continue
					}
				} else if rows, _, err := tx.Count(bg, ScanSpec{Table: tab, NoLock: g == 3}); err != nil || rows%5 != 0 {
					t.Errorf("%d rows, %v", rows, err)
				}
				if err := tx.Commit(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if tab.Rows() != 2*30*5 {
		t.Errorf("%d rows", tab.Rows())
	}
}

// A reader waits for an open transaction's writes; with NOLOCK it sees them, between statements.
func TestEngine_isolation(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", testColumns(), nil)
	w := e.i.Begin()
	e.insert(w, tab, []any{1, 1, nil, "f"})
	r := e.i.Begin()
	if n, _, err := r.Count(bg, ScanSpec{Table: tab, NoLock: true}); n != 1 || err != nil {
		t.Errorf("NOLOCK: %d rows, %v", n, err)
	}
	r.EndStatement()
	ctx, cancel := context.WithTimeout(bg, 10*time.Millisecond)
	defer cancel()
	if _, _, err := r.Count(ctx, ScanSpec{Table: tab}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("READ COMMITTED did not wait: %v", err)
	}
	e.must(w.Rollback())
	if n, _, err := r.Count(bg, ScanSpec{Table: tab}); n != 0 || err != nil {
		t.Errorf("after rollback: %d rows, %v", n, err)
	}
	e.must(r.Commit())
}

// The loser of a race for DDL is told to compile again.
func TestEngine_tableChangedWhileWaiting(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", testColumns(), nil)
	a := e.i.Begin()
	e.must(a.DropTable(bg, tab))
	a.EndStatement()
	got := make(chan error)
	go func() {
		b := e.i.Begin()
		_, err := b.Writer(bg, tab, nil)
		b.Rollback()
		got <- err
	}()
	time.Sleep(5 * time.Millisecond)
	e.must(a.Commit())
	if err := <-got; err != ErrTableChanged {
		t.Errorf("%v", err)
	}
}
