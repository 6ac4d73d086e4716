package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/testseed"
)

// ghostPages are the pages of all indexes of t that may hold ghosts.
func ghostPages(t *Table) (n int64) {
	for _, s := range t.st {
		n += s.unit().GhostPages()
	}
	return n
}

// sweepOften shortens the time between a transaction and the clean-up of its ghosts.
func (e *testEngine) sweepOften() {
	e.d.sweep.stop()
	e.d.sweep = newSweeper(e.d)
	e.d.sweep.interval = time.Millisecond
}

// ghostTable is a table clustered on a column, uniquely on id (1), with two nonclustered indexes.
func ghostTable(e *testEngine, rows, on int) *Table {
	e.Helper()
	t := e.create("t", testColumns(), []Index{
		{ID: 1, Name: "cx", Keys: key(on), Unique: on == 1}, {Name: "nk", Keys: key(4)}, {Name: "uq", Keys: key(1), UniqueConstraint: true},
	})
	e.do(func(tx *Txn) {
		for i := range rows {
			e.insert(tx, t, []any{i, i % 50, strings.Repeat("v", i%1500), fmt.Sprint(i % 7)})
		}
	})
	return t
}

// Ghosts keep the form that they had when they were deleted. The last ones of a table without rows outlive its closing, and are no
// damage when it is opened again.
func TestGhosts_ofAnOlderForm(t *testing.T) {
	for _, on := range []int{1, 2} {
		dir := t.TempDir()
		e := newEngine(t, Options{Dir: dir})
		tab := ghostTable(e, 100, on)
		e.do(func(tx *Txn) {
			e.change(tx, tab, func([]byte) bool { return true }, del)
		})
		e.do(func(tx *Txn) {
			_, err := tx.DropIndex(bg, tab, "nk") // has the column
			e.must(err)
		})
		e.do(func(tx *Txn) {
			e.alter(tx, e.d.Tables()[0], "f", sqltype.CharOf(39), false, func(v sqltype.Value) (sqltype.Value, error) { return v, nil })
		})
		if ghostPages(e.d.Tables()[0]) == 0 {
			t.Fatal("no ghosts are left")
		}
		e.close()
		e = newEngine(t, Options{Dir: dir})
		e.do(func(tx *Txn) {
			if n := len(e.rows(tx, e.d.Tables()[0])); n != 0 {
				t.Errorf("%d rows", n)
			}
		})
		e.check()
	}
}

// Deletes, inserts over their ghosts, moves and updates of one transaction, its undo log spilled: a rollback to a
// mark and one of all give back what was there, to the byte.
func TestGhosts_rollback(t *testing.T) {
	for _, on := range []int{1, 2} {
		testGhostsRollback(t, on)
	}
}

func testGhostsRollback(t *testing.T, on int) {
	e := newEngine(t, Options{UndoMemory: 1 << 20, Scratch: t.TempDir()})
	const rows = 3000
	tab := ghostTable(e, rows, on)
	var before []string
	e.do(func(tx *Txn) { before = e.rows(tx, tab) })
	even := func(rec []byte) bool { return tab.Columns[0].value(rec).I%2 == 0 }

	tx := e.i.Begin()
	e.change(tx, tab, even, del)
	if n := e.change(tx, tab, even, del); n != 0 {
		t.Errorf("%d rows were deleted twice", n)
	}
	for i := 0; i < rows; i += 2 {
		e.insert(tx, tab, []any{i, i % 50, strings.Repeat("w", (i+700)%1500), "again"})
	}
	if on == 1 && tx.log.file == nil {
		t.Error("the undo log was not spilled")
	}
	half := e.rows(tx, tab)
	m := tx.Mark()
	e.change(tx, tab, nil, func(w *Writer, loc Locator, rec []byte) error {
		id := int(tab.Columns[0].value(rec).I)
		return w.Update(loc, record(tab.Columns, tab.Layout, id+rows, id%50+1, strings.Repeat("u", id%1400), "moved"))
	})
	e.change(tx, tab, nil, del)
	e.expect(tx, tab)
	e.must(tx.RollbackTo(m))
	e.expect(tx, tab, half...)
	e.must(tx.Rollback())
	e.do(func(tx *Txn) { e.expect(tx, tab, before...) })
	e.check()
	e.must(e.d.ForceGhostCleanup(bg))
	if n := ghostPages(tab); n != 0 {
		t.Errorf("%d pages may have ghosts after the clean-up", n)
	}
	e.do(func(tx *Txn) { e.expect(tx, tab, before...) })
}

// The background cleans up what was committed, not what a transaction may still undo.
func TestGhosts_background(t *testing.T) {
	e := newEngine(t, Options{})
	e.sweepOften()
	tab := ghostTable(e, 500, 2)
	gone := func() {
		t.Helper()
		for end := time.Now().Add(time.Minute); ghostPages(tab) > 3; time.Sleep(time.Millisecond) { // first leaves keep one
			if time.Now().After(end) {
				t.Fatalf("%d pages may have ghosts still", ghostPages(tab))
			}
		}
	}
	tx := e.i.Begin()
	e.change(tx, tab, nil, del)
	e.d.sweep.ghostsLater()
	time.Sleep(10 * time.Millisecond)
	if n := ghostPages(tab); n < 10 {
		t.Errorf("only %d pages may have ghosts of an open transaction", n)
	}
	e.must(tx.Rollback())
	gone()
	if n := tab.Rows(); n != 500 {
		t.Errorf("%d rows", n)
	}
	e.do(func(tx *Txn) { e.change(tx, tab, nil, del) })
	gone()
	if n := tab.Space().Data; n != 1 {
		t.Errorf("%d pages of an empty table", n)
	}
}

// Under trace flag 661 ghosts outlive a clean shutdown; the first clean-up after it finds them by their PFS bits.
func TestGhosts_kept(t *testing.T) {
	dir := t.TempDir()
	e := newEngine(t, Options{Dir: dir})
	e.i.KeepGhosts(true)
	tab := ghostTable(e, 500, 2)
	e.do(func(tx *Txn) {
		e.change(tx, tab, func(rec []byte) bool { return tab.Columns[1].value(rec).I > 10 }, del)
	})
	e.must(e.d.Checkpoint(bg))
	n := ghostPages(tab)
	e.close()
	e = newEngine(t, Options{Dir: dir})
	tab = e.d.Table("dbo", "t")
	if got := ghostPages(tab); got != n || n == 0 {
		t.Errorf("%d pages with ghosts after the attach, %d before", got, n)
	}
	e.check()
	e.must(e.d.ForceGhostCleanup(bg))
	if got := ghostPages(tab); got != 0 {
		t.Errorf("%d pages with ghosts after the clean-up", got)
	}
	e.do(func(tx *Txn) { e.change(tx, tab, nil, del) })
	e.close()
	e = newEngine(t, Options{Dir: dir})
	if got := ghostPages(e.d.Table("dbo", "t")); got > 3 {
		t.Errorf("%d pages with ghosts after a clean shutdown", got)
	}
}

// A clean-up is no lock wait: who comes upon it waits it out whatever its timeout.
func TestGhosts_sweepIsNoLockWait(t *testing.T) {
	e := newEngine(t, Options{})
	tab := ghostTable(e, 1, 2)
	entered, leave := make(chan bool), make(chan bool)
	go e.i.locks.sweep(tab.state, func() { entered <- true; <-leave })
	<-entered
	if e.i.locks.sweep(tab.state, func() {}) {
		t.Error("two clean-ups of one table at a time")
	}
	time.AfterFunc(5*time.Millisecond, func() { close(leave) })
	ctx, cancel := context.WithTimeout(bg, time.Millisecond)
	defer cancel()
	tx := e.i.Begin()
	if err := tx.Lock(ctx, tab, true, true); err != nil {
		t.Error(err)
	}
	if e.i.locks.sweep(tab.state, func() {}) {
		t.Error("a clean-up of a locked table")
	}
	e.must(tx.Rollback())
}

// Writers that keep the number of rows, rollbacks, locking and dirty readers, checkpoints and the clean-up at one time.
func TestGhosts_concurrent(t *testing.T) {
	e := newEngine(t, Options{})
	e.sweepOften()
	const rows = 250
	tab := ghostTable(e, rows, 2)
	var wg sync.WaitGroup
	var stop atomic.Bool
	ended := func(what string, err error) bool {
		if err != nil {
			stop.Store(true)
			t.Errorf("%s: %v", what, err)
		}
		return stop.Load()
	}
	seed := uint64(testseed.Of(t))
	write := func(n int, rnd *rand.Rand) error {
		tx := e.i.Begin()
		defer tx.Rollback()
		w, err := tx.Writer(bg, tab, nil)
		if err != nil {
			return err
		}
		r, err := tx.Scan(bg, ScanSpec{Table: tab, ForWrite: true})
		if err != nil {
			return err
		}
		var locs []Locator
		for r.Next() {
			var loc Locator
			if r.Locator(&loc); rnd.IntN(8) == 0 {
				locs = append(locs, loc)
			}
		}
		r.Close()
		for i, loc := range locs {
			if err := w.Delete(loc); err != nil {
				return err
			}
			if err := w.Insert(record(tab.Columns, tab.Layout, rows+n*rows+i, rnd.IntN(50), strings.Repeat("x", rnd.IntN(1500)), "c"), false); err != nil {
				return err
			}
		}
		if rnd.IntN(3) == 0 {
			return nil
		}
		return tx.Commit()
	}
	for g := range 2 {
		rnd := rand.New(rand.NewPCG(seed, uint64(g)))
		wg.Go(func() {
			for n := range 30 {
				if ended("write", write(2*n+g, rnd)) {
					return
				}
			}
		})
	}
	var readers sync.WaitGroup
	read := func(spec ScanSpec, exact bool) {
		readers.Go(func() {
			for !stop.Load() {
				tx := e.i.Begin()
				n, _, err := tx.Count(bg, spec)
				if err == nil && exact && n != rows {
					err = fmt.Errorf("%d rows", n)
				}
				tx.Commit()
				if ended("read", err) {
					return
				}
			}
		})
	}
	read(ScanSpec{Table: tab, Index: tab.Indexes[0]}, true)
	read(ScanSpec{Table: tab, Index: tab.Indexes[1]}, true)
	read(ScanSpec{Table: tab, Index: tab.Indexes[0], NoLock: true}, false)
	readers.Go(func() {
		for !stop.Load() {
			if ended("clean up", e.d.ForceGhostCleanup(bg)) || ended("checkpoint", e.d.Checkpoint(bg)) {
				return
			}
		}
	})
	wg.Wait()
	stop.Store(true)
	readers.Wait()
	if n := tab.Rows(); n != rows {
		t.Errorf("%d rows", n)
	}
}
