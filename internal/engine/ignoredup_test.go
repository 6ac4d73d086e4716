package engine

import (
	"strings"
	"testing"
)

// Rows that an index with IGNORE_DUP_KEY passes over leave the table and its other indexes alone, also when the statement is undone;
// the option outlives the database's closing.
func TestInsertNew(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			dir := t.TempDir()
			e := newEngine(t, Options{Dir: dir})
			ix := ncOn(s.ix)
			ix[len(ix)-1].IgnoreDup = true
			tab := e.create("t", testColumns(), ix)
			fill := func(tx *Txn, from, n int) (ignored int) {
				w, err := tx.Writer(bg, tab, nil)
				e.must(err)
				for i := range n {
					over, err := w.InsertNew(record(tab.Columns, tab.Layout, from+i%100, i, strings.Repeat("v", i%50), "f"), false)
					e.must(err)
					if over != nil {
						ignored++
						if over.Name != "uq" {
							t.Fatalf("passed over by %s", over.Name)
						}
					}
				}
				return ignored
			}
			e.do(func(tx *Txn) {
				if n := fill(tx, 0, 300); n != 200 {
					t.Errorf("%d rows were passed over", n)
				}
			})
			tx := e.i.Begin()
			mark := tx.Mark()
			if n := fill(tx, 50, 300); n != 250 {
				t.Errorf("%d rows were passed over", n)
			}
			e.must(tx.RollbackTo(mark))
			if n := fill(tx, 90, 100); n != 10 {
				t.Errorf("%d rows were passed over after the rollback", n)
			}
			w, err := tx.Writer(bg, tab, nil)
			e.must(err)
			if err := w.Insert(record(tab.Columns, tab.Layout, 7, nil, nil, "x"), false); number(err) != 2627 {
				t.Errorf("a strict insert: %v", err)
			}
			e.must(tx.Commit())
			e.check()
			e.close()

			e = newEngine(t, Options{Dir: dir})
			if tab = e.d.Tables()[0]; tab.Rows() != 190 || !tab.IgnoresDuplicates() {
				t.Errorf("%d rows, ignores %v", tab.Rows(), tab.IgnoresDuplicates())
			}
			e.do(func(tx *Txn) {
				tab, err = tx.SetIgnoreDup(bg, tab, "uq", false, false)
				e.must(err)
			})
			if tab.IgnoresDuplicates() {
				t.Error("the option is still there")
			}
			e.check()
		})
	}
}
