package engine

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"scanfrag/internal/sqltype"
)

// modelRow is a row of the model by id; the other columns as text.
type model map[int]string

type modelRun struct {
	*testEngine
	rnd  *rand.Rand
	tab  *Table
	rows model
	next int
}

// Random operations on a table of each form in a kept directory against a map, with
// savepoints, rollbacks, checkpoints, DDL and reopening.
func TestEngine_againstModel(t *testing.T) {
	forms := shapes
	for _, s := range shapes {
		s.name += " with indexes"
		s.ix = append(slices.Clone(s.ix), Index{Name: "nk", Keys: []IndexKey{{2, true}}}, Index{Name: "uq", Keys: key(1), UniqueConstraint: true})
		forms = append(forms, s)
	}
	for _, s := range forms {
		t.Run(s.name, func(t *testing.T) {
			r := &modelRun{testEngine: newEngine(t, Options{Dir: t.TempDir(), UndoMemory: 2 << 20}), rnd: seeded(t), rows: model{}}
			r.tab = r.create("t", testColumns(), s.ix)
			for round := range 12 {
				r.transaction()
				if round%4 == 3 {
					r.reopen()
				}
			}
		})
	}
}

func (r *modelRun) reopen() {
	r.Helper()
	opt := r.i.opt
	r.close()
	i, err := Open(opt)
	r.must(err)
	r.i, r.d = i, i.Database("db")
	r.tab = r.d.Table("dbo", "t")
	if r.tab == nil {
		r.Fatal("the table is gone")
	}
	r.do(r.verify)
}

// transaction does some statements, with savepoints, and ends either way.
func (r *modelRun) transaction() {
	r.Helper()
	before, tabBefore := maps.Clone(r.rows), r.tab
	tx := r.i.Begin()
	for range 1 + r.rnd.IntN(6) {
		saved, tabSaved := maps.Clone(r.rows), r.tab
		m := tx.Mark()
		r.statement(tx)
		if r.rnd.IntN(4) == 0 {
			r.must(tx.RollbackTo(m))
			r.rows, r.tab = saved, tabSaved
		}
		tx.EndStatement()
		if r.rnd.IntN(3) == 0 {
			r.verify(tx)
		}
	}
	if r.rnd.IntN(3) == 0 {
		r.must(tx.Rollback())
		r.rows, r.tab = before, tabBefore
	} else {
		r.must(tx.Commit())
	}
	switch r.rnd.IntN(6) {
	case 0, 1:
		r.must(r.d.Checkpoint(bg))
	case 2:
		r.must(r.d.ForceGhostCleanup(bg))
	case 3:
		r.i.KeepGhosts(r.rnd.IntN(2) == 0)
	}
	r.do(r.verify)
	r.check()
}

func (r *modelRun) verify(tx *Txn) {
	r.Helper()
	var want []string
	for id, rest := range r.rows {
		want = append(want, fmt.Sprintf("%d|%s", id, rest))
	}
	slices.Sort(want)
	if got := r.testEngine.rows(tx, r.tab); !slices.Equal(got, want) {
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				r.Fatalf("%d rows, want %d; first difference at %d: %.100q, want %.100q", len(got), len(want), i, slices.Concat(got, []string{""})[min(i, len(got))], slices.Concat(want, []string{""})[min(i, len(want))])
			}
		}
	}
	if int64(len(want)) != r.tab.Rows() {
		r.Fatalf("row count %d, want %d", r.tab.Rows(), len(want))
	}
}

func (r *modelRun) values(id int) []any {
	v := []any{id, r.rnd.IntN(20), strings.Repeat("v", r.rnd.IntN(1+r.rnd.IntN(1500))), fmt.Sprint(r.rnd.IntN(1000))}
	if r.rnd.IntN(5) == 0 {
		v[1] = nil
	}
	if r.rnd.IntN(5) == 0 {
		v[2] = nil
	}
	return v
}

func (r *modelRun) put(tx *Txn, id int) []byte {
	rec := record(r.tab.Columns, r.tab.Layout, r.values(id)...)
	_, r.rows[id], _ = strings.Cut(texts(r.tab.Columns, rec), "|")
	return rec
}

func (r *modelRun) statement(tx *Txn) {
	r.Helper()
	pick := func(rec []byte) bool { return r.rnd.IntN(3) == 0 }
	idOf := func(rec []byte) int { return int(r.tab.Columns[0].value(rec).I) }
	switch n := r.rnd.IntN(12); {
	case n < 6:
		w, err := tx.Writer(bg, r.tab, nil)
		r.must(err)
		for range r.rnd.IntN(300) {
			r.next++
			id := r.next
			if r.rnd.IntN(2) == 0 {
				id = -id
			}
			r.must(w.Insert(r.put(tx, id), n == 0))
		}
	case n < 8:
		r.change(tx, r.tab, pick, func(w *Writer, loc Locator, rec []byte) error {
			delete(r.rows, idOf(rec))
			return w.Delete(loc)
		})
	case n < 10:
		r.change(tx, r.tab, pick, func(w *Writer, loc Locator, rec []byte) error {
			return w.Update(loc, r.put(tx, idOf(rec)))
		})
	case n == 10:
		w := int(r.tab.Columns[3].Type.Len)
		if w < 400 {
			r.tab = r.alter(tx, r.tab, "f", sqltype.CharOf(w+r.rnd.IntN(40)), false, asChar)
		}
	case n == 11 && r.rnd.IntN(2) == 0:
		r.must(tx.TruncateTable(bg, r.tab))
		r.tab = r.d.Table("dbo", "t")
		r.rows = model{}
	case r.tab.IsHeap():
		t, err := tx.CreateIndex(bg, r.tab, Index{Name: "cx", Keys: key(2, 1), FillFactor: 70}, true, 1)
		r.must(err)
		r.tab = t
	default:
		t, err := tx.DropIndex(bg, r.tab, r.tab.Indexes[0].Name)
		r.must(err)
		r.tab = t
	}
}
