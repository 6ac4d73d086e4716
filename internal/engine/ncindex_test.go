package engine

import (
	"fmt"
	"strings"
	"testing"

	"scanfrag/internal/btree"
	"scanfrag/internal/sqltype"
)

func ncOn(ix []Index) []Index {
	return append(append([]Index(nil), ix...),
		Index{Name: "nk", Keys: []IndexKey{{2, true}, {4, false}}},
		Index{Name: "nv", Keys: key(3)},
		Index{Name: "uq", Keys: key(1), UniqueConstraint: true})
}

func TestNonclustered_dml(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			e := newEngine(t, Options{})
			tab := e.create("t", testColumns(), ncOn(s.ix))
			e.do(func(tx *Txn) {
				for n := range 300 {
					e.insert(tx, tab, []any{n, n % 7, strings.Repeat("v", n%40), "f"})
				}
			})
			e.check()
			tx := e.i.Begin()
			w, err := tx.Writer(bg, tab, nil)
			e.must(err)
			err = w.Insert(record(tab.Columns, tab.Layout, 5, nil, nil, "x"), false)
			if number(err) != 2627 || !strings.HasSuffix(err.Error(), "The duplicate key value is (5).") {
				t.Errorf("%v", err)
			}
			if err := w.Insert(record(tab.Columns, tab.Layout, 2000, nil, strings.Repeat("k", 1701), "x"), false); number(err) != 1946 {
				t.Errorf("%v", err)
			}
			if !w.Valid() {
				t.Error("the writer did not survive a duplicate key")
			}
			e.must(w.Insert(record(tab.Columns, tab.Layout, 1000, nil, nil, "x"), false))
			tx.EndStatement()
			e.change(tx, tab, func(rec []byte) bool { return tab.Columns[0].value(rec).I%3 == 0 }, func(w *Writer, loc Locator, rec []byte) error {
				rec = tab.Columns[1].put(rec, nil, sqltype.IntOf(sqltype.Int, 99))
				return w.Update(loc, tab.Columns[2].put(rec, nil, sqltype.StringOf(sqltype.VarChar, strings.Repeat("w", 300))))
			})
			e.change(tx, tab, func(rec []byte) bool { return tab.Columns[0].value(rec).I%3 == 1 }, del)
			e.must(tx.Commit())
			e.check()

			tx = e.i.Begin()
			e.change(tx, tab, nil, del)
			e.insert(tx, tab, []any{5, 5, "n", "n"})
			e.must(tx.Rollback())
			e.check()
			if tab.Rows() != 201-1 {
				t.Errorf("%d rows", tab.Rows())
			}
		})
	}
}

func TestNonclustered_scanAndSeek(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			e := newEngine(t, Options{})
			tab := e.create("t", testColumns(), s.ix)
			e.do(func(tx *Txn) {
				e.insert(tx, tab, []any{1, 10, "a", "x"}, []any{2, 10, "b", "y"}, []any{3, nil, nil, "z"})
				n, err := tx.CreateIndex(bg, tab, Index{Name: "nk", Keys: key(2)}, false, 1)
				e.must(err)
				if n.Indexes[1].ID != 2 || tab.Layout != n.Layout {
					t.Errorf("%+v", n.Indexes[1])
				}
			})
			tab = e.d.Table("dbo", "t")
			ix := tab.Indexes[1]
			if !tab.Covers(ix, 2) || tab.Covers(ix, 4) {
				t.Error("covers")
			}
			tx := e.i.Begin()
			defer tx.Commit()
			var k [4]byte
			le.PutUint32(k[:], 10)
			bound := btree.Key{Cols: [][]byte{k[:]}}
			r, err := tx.Scan(bg, ScanSpec{Table: tab, Index: ix, Ordered: true, Range: &btree.Range{Lo: &bound, Hi: &bound}})
			e.must(err)
			var got []string
			var loc Locator
			for r.Next() {
				r.Locator(&loc)
				rec, ok, err := tab.st[0].fetch(nil, loc, new(btree.Key), nil)
				e.must(err)
				if !ok || tab.Columns[1].value(r.Record()).I != 10 {
					t.Errorf("index row %x", r.Record())
				}
				got = append(got, texts(tab.Columns, rec))
			}
			e.must(r.Err())
			r.Close()
			if fmt.Sprint(got) != "[1|10|a|x 2|10|b|y]" {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestNonclustered_rebuiltWithTheTable(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", testColumns(), ncOn(nil))
	e.do(func(tx *Txn) {
		for n := range 500 {
			e.insert(tx, tab, []any{n, n % 7, strings.Repeat("v", n%40), "f"})
		}
	})
	e.do(func(tx *Txn) {
		n, err := tx.CreateIndex(bg, tab, Index{Name: "cx", Keys: key(2)}, true, 1)
		e.must(err)
		tab = n
	})
	e.check()
	tx := e.i.Begin()
	n, err := tx.AddColumn(bg, tab, null(col("extra", intType)), sqltype.NullOf(sqltype.Int))
	e.must(err)
	n = e.alter(tx, n, "extra", sqltype.Of(sqltype.BigInt), true, same)
	n, err = tx.DropIndex(bg, n, "nv")
	e.must(err)
	n, err = tx.DropIndex(bg, n, "cx")
	e.must(err)
	e.must(tx.TruncateTable(bg, n))
	n = e.d.Table("dbo", "t")
	e.insert(tx, n, []any{1, 1, "x", "y", 5})
	e.must(tx.Rollback())
	e.check()
	tab = e.d.Table("dbo", "t")
	if len(tab.Indexes) != 4 || tab.Rows() != 500 {
		t.Errorf("%d indexes, %d rows", len(tab.Indexes), tab.Rows())
	}
	e.do(func(tx *Txn) {
		n, err := tx.DropIndex(bg, tab, "cx")
		e.must(err)
		_, err = tx.DropIndex(bg, n, "uq")
		e.must(err)
	})
	e.check()
	e.do(func(tx *Txn) {
		tab := e.d.Table("dbo", "t")
		l, err := tx.PhysicalStats(bg, tab, 2, Detailed)
		e.must(err)
		if l[0].IndexType != "NONCLUSTERED INDEX" || l[0].Records != 500 {
			t.Errorf("%+v", l)
		}
	})
}

func TestNonclustered_reopen(t *testing.T) {
	dir := t.TempDir()
	e := newEngine(t, Options{Dir: dir})
	bits := append(testColumns(), col("b1", sqltype.Of(sqltype.Bit)), null(col("b2", sqltype.Of(sqltype.Bit))))
	tab := e.create("t", bits, append(ncOn(shapes[1].ix), Index{Name: "nb", Keys: key(6, 5)}))
	e.do(func(tx *Txn) {
		for n := range 50 {
			e.insert(tx, tab, []any{n, n % 7, "v", "f", n % 2, []any{nil, 0, 1}[n%3]})
		}
	})
	e.close()
	e = newEngine(t, Options{Dir: dir})
	tab = e.d.Table("dbo", "t")
	e.do(func(tx *Txn) {
		e.change(tx, tab, func(rec []byte) bool { return tab.Columns[0].value(rec).I%2 == 0 }, del)
	})
	// A clustered key of a bit that shares its byte.
	tab = e.create("x", bits, []Index{{ID: 1, Name: "c", Keys: key(6, 5)}, {Name: "n", Keys: key(1)}})
	e.do(func(tx *Txn) {
		for n := range 50 {
			e.insert(tx, tab, []any{n, n % 7, "v", "f", n % 2, []any{nil, 0, 1}[n%3]})
		}
		e.change(tx, tab, func(rec []byte) bool { return tab.Columns[0].value(rec).I%2 == 0 }, del)
	})
}

func TestCount_usesSmallestIndex(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.wide("t", nil, 50)
	e.do(func(tx *Txn) {
		n, err := tx.CreateIndex(bg, tab, Index{Name: "n", Keys: key(1)}, false, 1)
		e.must(err)
		if n.smallest() != n.Indexes[1] {
			t.Error("the heap was chosen")
		}
		if c, _, err := tx.Count(bg, ScanSpec{Table: n}); c != 350 || err != nil {
			t.Errorf("%d %v", c, err)
		}
	})
}
