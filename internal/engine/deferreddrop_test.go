package engine

import (
	"fmt"
	"testing"

	"scanfrag/internal/page"
)

// A large table's pages go after commit, in the background; a rollback of the drop or truncation finds them all.
func TestDeferredDrop(t *testing.T) {
	dir := t.TempDir()
	e := newEngine(t, Options{Dir: dir})
	const rows = 7 * 8 * 140 // 140 extents
	shapes := []struct {
		name string
		ix   []Index
	}{{"heap", nil}, {"primary key", shapes[2].ix}}
	for _, s := range shapes {
		tab := e.load(s.name, 1000, rows, s.ix, func(i int) int { return i })
		tx := e.i.Begin()
		e.must(tx.DropTable(bg, tab))
		e.must(tx.Rollback())
		tx = e.i.Begin()
		e.must(tx.TruncateTable(bg, tab))
		e.insert(tx, e.d.Table("dbo", s.name), []any{1, "x"})
		e.must(tx.Rollback())
		e.do(func(tx *Txn) {
			if n, _, err := tx.Count(bg, ScanSpec{Table: tab}); n != rows || err != nil {
				t.Errorf("%s: %d rows, %v", s.name, n, err)
			}
		})
	}
	e.check()
	sp := e.d.space.Load()
	left := func() (n int64) {
		for _, d := range sp.Deferred() {
			n += d.Pages.Reserved
		}
		return n
	}
	e.d.sweep.stop() // nothing in the background: what is deferred stays so
	for i, s := range shapes {
		tab := e.d.Table("dbo", s.name)
		e.do(func(tx *Txn) {
			if i == 0 {
				e.must(tx.TruncateTable(bg, tab))
			} else {
				e.must(tx.DropTable(bg, tab))
			}
		})
		if n := left() / page.ExtentPages / 140; n != int64(i+1) {
			t.Errorf("%d tables' pages are left of %d", n, i+1)
		}
		e.check()
	}
	// Whoever needs an extent sees none of that.
	e.create("other", testColumns(), nil)
	e.do(func(tx *Txn) { e.insert(tx, e.d.Table("dbo", "other"), []any{1, 1, "x", "y"}) })
	if n := left(); n != 0 {
		t.Errorf("%d pages are left after an allocation", n)
	}

	for n, settle := range []func() error{
		func() error { return e.d.Checkpoint(bg) },
		e.d.TrimTail,
		func() error { return e.d.deallocate(bg) },
	} {
		tab := e.load(fmt.Sprint("t", n), 1000, rows, nil, func(i int) int { return i })
		e.do(func(tx *Txn) { e.must(tx.DropTable(bg, tab)) })
		if left() == 0 {
			t.Error("nothing was deferred")
		}
		e.must(settle())
		if n := left(); n != 0 {
			t.Errorf("%d pages are left", n)
		}
	}
	tab := e.load("last", 1000, rows, nil, func(i int) int { return i })
	e.do(func(tx *Txn) { e.must(tx.DropTable(bg, tab)) })
	e.close()
	e = newEngine(t, Options{Dir: dir}) // whose check at the end finds no lost extent
	tab = e.load("gone with the database", 1000, rows, nil, func(i int) int { return i })
	e.do(func(tx *Txn) { e.must(tx.DropTable(bg, tab)) })
}
