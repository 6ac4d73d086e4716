package engine

import (
	"fmt"
	"strings"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

func (e *testEngine) stats(t *Table, index int, mode Mode) []LevelStats {
	e.Helper()
	tx := e.i.Begin()
	defer tx.Commit()
	l, err := tx.PhysicalStats(bg, t, index, mode)
	e.must(err)
	return l
}

// load inserts n rows of int and char(width), the key given by key.
func (e *testEngine) load(name string, width, n int, ix []Index, key func(i int) int) *Table {
	e.Helper()
	tab := e.create(name, []Column{col("id", intType), col("c", sqltype.CharOf(width))}, ix)
	e.do(func(tx *Txn) {
		w, err := tx.Writer(bg, tab, nil)
		e.must(err)
		rec := record(tab.Columns, tab.Layout, 0, "x")
		for i := range n {
			sqltype.PutFixed(rec[4:], intType, sqltype.IntOf(sqltype.Int, int64(key(i))))
			e.must(w.Insert(rec, false))
		}
	})
	return tab
}

// Published: 24 rows of 1,010 bytes at fill factor 75 make 4 pages, 74.99 % full; two more in the first page
// 81.25 %; a third splits it.
func TestPhysicalStats_publishedFillFactor(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.load("t", 999, 24, nil, func(i int) int { return (i + 1) * 100 })
	e.do(func(tx *Txn) {
		_, err := tx.CreateIndex(bg, tab, Index{Name: "pk", Keys: key(1), Unique: true, FillFactor: 75}, true, 1)
		e.must(err)
	})
	tab = e.d.Table("dbo", "t")
	show := func() string {
		l := e.stats(tab, 1, Detailed)[0]
		return fmt.Sprintf("%d pages %.2f %% %d rows", l.Pages, l.AvgPageSpaceUsedPercent, l.Records)
	}
	if got := show(); got != "4 pages 74.99 % 24 rows" {
		t.Error(got)
	}
	e.do(func(tx *Txn) { e.insert(tx, tab, []any{110, "x"}, []any{120, "x"}) })
	if got := show(); got != "4 pages 81.25 % 26 rows" {
		t.Error(got)
	}
	e.do(func(tx *Txn) { e.insert(tx, tab, []any{130, "x"}) })
	if got := show(); !strings.HasPrefix(got, "5 pages") {
		t.Error(got)
	}
}

// Published: one row a page, keys 4084 down to 1: 99.9755 %.
func TestPhysicalStats_publishedDescending(t *testing.T) {
	e := newEngine(t, Options{PoolBytes: 64 << 20})
	tab := e.load("t", 8000, 4084, shapes[2].ix, func(i int) int { return 4084 - i })
	for _, mode := range []Mode{Limited, Sampled, Detailed} {
		l := e.stats(tab, 1, mode)[0]
		// The pages run backwards: where an allocation map lies between two of them makes no difference.
		if got := fmt.Sprintf("%d pages %.4f %%", l.Pages, l.FragmentationPercent); got != "4084 pages 99.9755 %" {
			t.Errorf("mode %d: %s", mode, got)
		}
		if l.KnownRecords != (mode != Limited) || !l.KnownFragments || l.KnownForwarded {
			t.Errorf("mode %d: %+v", mode, l)
		}
	}
}

// All ways of counting agree.
func TestPhysicalStats_agree(t *testing.T) {
	e := newEngine(t, Options{})
	const n = 2000
	for name, k := range map[string]func(i int) int{
		"ascending":   func(i int) int { return i },
		"descending":  func(i int) int { return n - i },
		"alternating": func(i int) int { return []int{i, n - i}[i%2] },
		"scattered":   func(i int) int { return i * 7919 % n },
	} {
		tab := e.load(name, 1000, n, []Index{{ID: 1, Name: "cx", Keys: key(1)}}, k)
		det, lim := e.stats(tab, 1, Detailed), e.stats(tab, 1, Limited)[0]
		l := det[0]
		if l.Pages != lim.Pages || l.Fragments != lim.Fragments || l.FragmentationPercent != lim.FragmentationPercent {
			t.Errorf("%s: DETAILED %+v, LIMITED %+v", name, l, lim)
		}
		if l.Records != n || l.MinRecord != 1011 || l.Depth != len(det) || det[len(det)-1].Pages != 1 {
			t.Errorf("%s: %+v", name, det)
		}
		var pages, nonLeaf int64
		for i, l := range det {
			if pages += l.Pages; i > 0 {
				nonLeaf += l.Pages
			}
		}
		u, sp := tab.st[0].unit().Pages(), tab.Space()
		if u.Used-u.IAM != pages || sp.Data != l.Pages || sp.Used != u.Used || sp.Reserved < sp.Used {
			t.Errorf("%s: %d pages walked, unit %+v, space %+v", name, pages, u, sp)
		}
		tx := e.i.Begin()
		c, err := tx.ShowContig(bg, tab, 1, false)
		e.must(err)
		f, err := tx.ShowContig(bg, tab, 1, true)
		e.must(err)
		e.must(tx.Commit())
		if c.Pages != l.Pages || c.Rows != n || c.LogicalFragmentation != l.FragmentationPercent || c.AvgRecord != l.AvgRecord ||
			f.ExtentSwitches != c.ExtentSwitches || f.ExtentFragmentation != c.ExtentFragmentation || f.Rows != 0 || !f.Fast {
			t.Errorf("%s: SHOWCONTIG %+v, FAST %+v, view %+v", name, c, f, l)
		}
	}
}

func TestPhysicalStats_heap(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", testColumns(), nil)
	e.do(func(tx *Txn) {
		for n := range 200 {
			e.insert(tx, tab, []any{n, 1, "short", "f"})
		}
		e.change(tx, tab, func(rec []byte) bool { return tab.Columns[0].value(rec).I%2 == 0 }, func(w *Writer, loc Locator, rec []byte) error {
			return w.Update(loc, tab.Columns[2].put(rec, nil, sqltype.StringOf(sqltype.VarChar, strings.Repeat("long", 300))))
		})
	})
	l := e.stats(tab, 0, Detailed)
	if len(l) != 1 || l[0].IndexType != "HEAP" || !l[0].KnownForwarded || l[0].Forwarded == 0 || l[0].Records != 200+l[0].Forwarded || l[0].MinRecord != page.StubLen {
		t.Errorf("%+v", l)
	}
	if tab.Rows() != 200 {
		t.Errorf("%d rows", tab.Rows())
	}
	lim := e.stats(tab, 0, Limited)[0]
	if lim.Pages != l[0].Pages || lim.KnownRecords || lim.KnownForwarded || !lim.KnownFragments {
		t.Errorf("LIMITED %+v", lim)
	}
	tx := e.i.Begin()
	defer tx.Rollback()
	if _, err := tx.PhysicalStats(bg, tab, 1, Limited); err == nil || err.Error() != "physical statistics: table dbo.t has no index 1" {
		t.Errorf("%v", err)
	}
}

func TestPhysicalStats_empty(t *testing.T) {
	e := newEngine(t, Options{})
	for _, s := range shapes {
		tab := e.create(s.name, testColumns(), s.ix)
		for _, mode := range []Mode{Limited, Sampled, Detailed} {
			l := e.stats(tab, tab.Indexes[0].ID, mode)[0]
			if l.Records != 0 || l.FragmentationPercent != 0 || l.AvgPageSpaceUsedPercent != 0 {
				t.Errorf("%s: %+v", s.name, l)
			}
		}
	}
}

func TestOperational(t *testing.T) {
	dir := t.TempDir()
	e := newEngine(t, Options{Dir: dir})
	tab := e.load("t", 1000, 7*30, shapes[2].ix, func(i int) int { return i })
	op := tab.Operational(1)
	if op.LeafInserts != 210 || op.LeafAllocations != 30 || op.NonLeafAllocations != 1 {
		t.Errorf("%+v", op)
	}
	if sp := tab.IndexSpace(1); sp.Data != 30 || sp.Used != 32 || sp != tab.Space() {
		t.Errorf("%+v", sp)
	}
	e.close()
	e = newEngine(t, Options{Dir: dir})
	tab = e.d.Table("dbo", "t")
	if op := tab.Operational(1); op != (Operational{}) {
		t.Errorf("after attach: %+v", op)
	}
	e.do(func(tx *Txn) { e.change(tx, tab, nil, del) })
	if op := tab.Operational(1); op.LeafGhosts != 210 || op.LeafDeletes != 0 || op.LeafAllocations != 0 || op.SingletonLookups != 210 || op.RangeScans != 1 {
		t.Errorf("%+v", op)
	}
}
