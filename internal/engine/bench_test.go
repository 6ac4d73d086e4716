package engine

import (
	"testing"

	"scanfrag/internal/sqltype"
)

func benchTable(b *testing.B, ix []Index) (*Instance, *Table, []byte) {
	i, err := Open(Options{PoolBytes: 256 << 20, InMemory: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { i.Close() })
	d, err := i.CreateDatabase(bg, DatabaseSpec{Name: "db"})
	if err != nil {
		b.Fatal(err)
	}
	tx := i.Begin()
	t, err := tx.CreateTable(bg, d, TableDef{Schema: "dbo", Name: "t", Columns: []Column{col("id", intType), col("k", intType), col("c", sqltype.CharOf(100))}, Indexes: ix})
	if err != nil {
		b.Fatal(err)
	}
	tx.Commit()
	return i, t, record(t.Columns, t.Layout, 0, 0, "x")
}

func benchInsert(b *testing.B, ix []Index, autocommit bool) {
	i, t, rec := benchTable(b, ix)
	tx := i.Begin()
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		sqltype.PutFixed(rec[4:], intType, sqltype.IntOf(sqltype.Int, int64(n)))
		sqltype.PutFixed(rec[8:], intType, sqltype.IntOf(sqltype.Int, int64(n)))
		w, err := tx.Writer(bg, t, nil)
		if err == nil {
			err = w.Insert(rec, false)
		}
		if err != nil {
			b.Fatal(err)
		}
		if autocommit {
			tx.Commit()
			tx.Restart()
		}
	}
	tx.Commit()
}

func BenchmarkInsert_heap(b *testing.B)           { benchInsert(b, nil, false) }
func BenchmarkInsert_heapAutocommit(b *testing.B) { benchInsert(b, nil, true) }
func BenchmarkInsert_clustered(b *testing.B) {
	benchInsert(b, []Index{{ID: 1, Name: "cx", Keys: key(2)}}, false)
}
func BenchmarkInsert_primaryKey(b *testing.B) { benchInsert(b, shapes[2].ix, false) }
func BenchmarkInsert_primaryKeyAutocommit(b *testing.B) {
	benchInsert(b, shapes[2].ix, true)
}

func BenchmarkInsert_heapNonclustered(b *testing.B) {
	benchInsert(b, []Index{{Name: "nc", Keys: key(2)}}, false)
}

func BenchmarkInsert_clusteredNonclustered(b *testing.B) {
	benchInsert(b, []Index{{ID: 1, Name: "cx", Keys: key(2)}, {Name: "nc", Keys: key(1)}}, false)
}

// filledTable is benchTable with 500,000 rows; the timer starts after them.
func filledTable(b *testing.B, ixs []Index) (*Instance, *Table) {
	i, t, rec := benchTable(b, ixs)
	tx := i.Begin()
	w, _ := tx.Writer(bg, t, nil)
	for range 500000 {
		w.Insert(rec, false)
	}
	tx.Commit()
	b.ResetTimer()
	return i, t
}

func BenchmarkScan_nonclustered(b *testing.B) {
	i, t := filledTable(b, []Index{{Name: "nc", Keys: key(2, 1)}})
	for b.Loop() {
		tx := i.Begin()
		r, err := tx.Scan(bg, ScanSpec{Table: t, Index: t.Indexes[1]})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for ; r.Next(); n++ {
			r.Record()
		}
		if r.Close(); n != 500000 || r.Err() != nil {
			b.Fatal(n, r.Err())
		}
		tx.Commit()
	}
}

func BenchmarkCount_heap(b *testing.B) {
	i, t := filledTable(b, nil)
	for b.Loop() {
		tx := i.Begin()
		if n, _, err := tx.Count(bg, ScanSpec{Table: t}); n != 500000 || err != nil {
			b.Fatal(n, err)
		}
		tx.Commit()
	}
}

func BenchmarkDelete_heap(b *testing.B) {
	i, t, rec := benchTable(b, nil)
	tx := i.Begin()
	w, _ := tx.Writer(bg, t, nil)
	for range b.N {
		w.Insert(rec, false)
	}
	b.ReportAllocs()
	b.ResetTimer()
	r, err := tx.Scan(bg, ScanSpec{Table: t, ForWrite: true})
	if err != nil {
		b.Fatal(err)
	}
	var loc Locator
	for r.Next() {
		r.Locator(&loc)
		if err := w.Delete(loc); err != nil {
			b.Fatal(err)
		}
	}
	r.Close()
	tx.Rollback()
}
