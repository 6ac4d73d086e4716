package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

func same(v sqltype.Value) (sqltype.Value, error) { return v, nil }

func asChar(v sqltype.Value) (sqltype.Value, error) {
	v.Kind = sqltype.Char
	v.S = strings.TrimRight(v.S, " ")
	return v, nil
}

func (e *testEngine) alter(tx *Txn, t *Table, column string, to sqltype.Type, nullable bool, conv func(sqltype.Value) (sqltype.Value, error)) *Table {
	e.Helper()
	n, err := tx.AlterColumn(bg, t, column, to, nullable, conv)
	e.must(err)
	tx.EndStatement()
	return n
}

func (e *testEngine) recordLengths(tx *Txn, t *Table) string {
	e.Helper()
	r, err := tx.Scan(bg, ScanSpec{Table: t})
	e.must(err)
	defer r.Close()
	var out []int
	for r.Next() {
		out = append(out, len(r.Record()))
	}
	e.must(r.Err())
	return fmt.Sprint(out)
}

func TestAlterColumn_widerKeepsOldBytes(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			e := newEngine(t, Options{})
			tab := e.create("t", testColumns(), s.ix)
			e.do(func(tx *Txn) { e.insert(tx, tab, []any{1, 10, "a", "x"}, []any{2, 10, nil, "yy"}) })
			before := tab.Layout
			tx := e.i.Begin()
			n := e.alter(tx, tab, "F", sqltype.CharOf(30), false, asChar)
			if n.Layout.FixedEnd != before.FixedEnd+30 || n.Layout.Cols != before.Cols+1 || n.Columns[3].Offset != before.FixedEnd {
				t.Errorf("layout %+v, was %+v; column %+v", n.Layout, before, n.Columns[3])
			}
			e.expect(tx, n, "1|10|a|x", "2|10|NULL|yy")
			e.insert(tx, n, []any{3, 10, "c", "zzz"})
			e.expect(tx, n, "1|10|a|x", "2|10|NULL|yy", "3|10|c|zzz")
			if n == tab || tab.Current() || !n.Current() || n.Version() <= tab.Version() {
				t.Errorf("versions %d and %d", tab.Version(), n.Version())
			}
			if _, err := tx.Writer(bg, tab, nil); err != ErrTableChanged {
				t.Errorf("a writer on the old form: %v", err)
			}
			e.must(tx.Rollback())
			if e.d.Table("dbo", "t") != tab {
				t.Fatal("the old form did not come back")
			}
			e.do(func(tx *Txn) {
				e.expect(tx, tab, "1|10|a|x", "2|10|NULL|yy")
				e.insert(tx, tab, []any{4, 4, "d", "w"})
			})
			e.check()
			e.do(func(tx *Txn) { e.alter(tx, tab, "f", sqltype.CharOf(30), true, asChar) })
			e.do(func(tx *Txn) { e.expect(tx, e.d.Table("dbo", "t"), "1|10|a|x", "2|10|NULL|yy", "4|4|d|w") })
		})
	}
}

// char(10) to char(12): the row physically grows by the whole new column.
func TestAlterColumn_publishedRowDoubles(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", []Column{col("c", sqltype.CharOf(10))}, nil)
	e.do(func(tx *Txn) {
		e.insert(tx, tab, []any{"abc"})
		if got := e.recordLengths(tx, tab); got != "[17]" {
			t.Error(got)
		}
		n := e.alter(tx, tab, "c", sqltype.CharOf(12), false, asChar)
		if got := e.recordLengths(tx, n); got != "[29]" {
			t.Error(got)
		}
		r, err := tx.Scan(bg, ScanSpec{Table: n})
		e.must(err)
		defer r.Close()
		if r.Next(); string(r.Record()[4:26]) != "abc       abc         " {
			t.Errorf("%q", r.Record())
		}
	})
}

func TestAlterColumn_sizeCheckCountsDroppedBytes(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", []Column{col("a", sqltype.Of(sqltype.SmallInt)), col("b", sqltype.CharOf(2000)), col("c", sqltype.CharOf(1000))}, nil)
	e.do(func(tx *Txn) {
		n := e.alter(tx, tab, "b", sqltype.CharOf(3000), false, asChar)
		_, err := tx.AddColumn(bg, n, null(col("d", sqltype.CharOf(3000))), sqltype.NullOf(sqltype.Char))
		if number(err) != 1701 || !strings.Contains(err.Error(), "would be 9009, including 7 bytes of internal overhead") {
			t.Error(err)
		}
	})
}

func TestAlterColumn_inPlace(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", []Column{col("id", intType), null(col("b", sqltype.Of(sqltype.BigInt))), null(col("v", sqltype.VarCharOf(20))), col("c", sqltype.CharOf(10))}, shapes[2].ix)
	tooLong := func(v sqltype.Value) (sqltype.Value, error) {
		if len(strings.TrimRight(v.S, " ")) > 3 || v.I > 1<<31-1 {
			return v, errors.New("does not fit")
		}
		return v, nil
	}
	e.do(func(tx *Txn) {
		e.insert(tx, tab, []any{1, 70000, "abc", "abc"}, []any{2, -5, nil, "x"})
		before := tab.Layout
		n := e.alter(tx, tab, "b", intType, true, tooLong)
		n = e.alter(tx, n, "v", sqltype.VarCharOf(3), true, tooLong)
		n = e.alter(tx, n, "c", sqltype.CharOf(3), false, tooLong)
		n = e.alter(tx, n, "v", sqltype.VarCharOf(100), true, tooLong)
		if n.Layout != before {
			t.Errorf("layout %+v, was %+v", n.Layout, before)
		}
		e.expect(tx, n, "1|70000|abc|abc", "2|-5|NULL|x")
		m := tx.Mark()
		e.insert(tx, n, []any{3, 3, "toolong", "xyz"})
		if _, err := tx.AlterColumn(bg, n, "v", sqltype.VarCharOf(3), true, tooLong); err == nil || err.Error() != "does not fit" {
			t.Errorf("%v", err)
		}
		if _, err := tx.AlterColumn(bg, n, "v", sqltype.VarCharOf(100), false, same); number(err) != 515 ||
			err.Error() != "Cannot insert the value NULL into column 'v', table 'db.dbo.t'; column does not allow nulls. UPDATE fails." {
			t.Errorf("%v", err)
		}
		if _, err := tx.AlterColumn(bg, n, "id", sqltype.Of(sqltype.BigInt), false, same); number(err) != 4922 {
			t.Errorf("a key column: %v", err)
		}
		if _, err := tx.AlterColumn(bg, n, "zz", intType, false, same); number(err) != 4924 {
			t.Errorf("no column: %v", err)
		}
		e.must(tx.RollbackTo(m))
		e.expect(tx, n, "1|70000|abc|abc", "2|-5|NULL|x")
	})
}

// A failure half-way takes back the rows that were rewritten.
func TestAlterColumn_failsHalfWay(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			e := newEngine(t, Options{})
			tab := e.create("t", testColumns(), s.ix)
			tx := e.i.Begin()
			var want []string
			for n := range 500 {
				e.insert(tx, tab, []any{n, n % 7, strings.Repeat("v", n%50), fmt.Sprint(n)})
			}
			want = e.rows(tx, tab)
			calls := 0
			_, err := tx.AlterColumn(bg, tab, "f", sqltype.VarCharOf(100), false, func(v sqltype.Value) (sqltype.Value, error) {
				if calls++; calls == 300 {
					return v, errors.New("no")
				}
				return asChar(v)
			})
			if err == nil || !strings.Contains(err.Error(), "no") {
				t.Fatalf("%v", err)
			}
			tx.EndStatement()
			if !tab.Current() {
				t.Fatal("the old form is not back")
			}
			e.expect(tx, tab, want...)
			e.must(tx.Commit())
			e.check()
			ctx, cancel := context.WithCancelCause(bg)
			calls = 0
			tx = e.i.Begin()
			_, err = tx.AlterColumn(ctx, tab, "f", sqltype.VarCharOf(100), false, func(v sqltype.Value) (sqltype.Value, error) {
				if calls++; calls == 200 {
					cancel(errors.New("attention"))
				}
				return v, nil
			})
			if err == nil {
				t.Log("the rewrite ended before it saw the end of its context")
			}
			e.must(tx.Rollback())
			e.do(func(tx *Txn) { e.expect(tx, tab, want...) })
		})
	}
}

func TestAddDropColumn(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			e := newEngine(t, Options{})
			tab := e.create("t", testColumns(), s.ix)
			e.do(func(tx *Txn) { e.insert(tx, tab, []any{1, 10, "a", "x"}, []any{2, 10, "b", "y"}) })
			tx := e.i.Begin()
			n, err := tx.AddColumn(bg, tab, null(col("n", intType)), sqltype.NullOf(sqltype.Int))
			e.must(err)
			e.expect(tx, n, "1|10|a|x|NULL", "2|10|b|y|NULL")
			e.insert(tx, n, []any{3, 10, "c", "z", 33})
			n, err = tx.AddColumn(bg, n, null(col("w", sqltype.VarCharOf(10))), sqltype.NullOf(sqltype.VarChar))
			e.must(err)
			e.change(tx, n, func(rec []byte) bool { return n.Columns[0].value(rec).I == 2 }, func(w *Writer, loc Locator, rec []byte) error {
				return w.Update(loc, n.Columns[5].put(rec, nil, sqltype.StringOf(sqltype.VarChar, "new")))
			})
			e.expect(tx, n, "1|10|a|x|NULL|NULL", "2|10|b|y|NULL|new", "3|10|c|z|33|NULL")
			n, err = tx.AddColumn(bg, n, col("q", sqltype.Of(sqltype.Bit)), sqltype.IntOf(sqltype.Bit, 1))
			e.must(err)
			e.expect(tx, n, "1|10|a|x|NULL|NULL|1", "2|10|b|y|NULL|new|1", "3|10|c|z|33|NULL|1")
			n, err = tx.DropColumn(bg, n, "v")
			e.must(err)
			e.insert(tx, n, []any{4, nil, "f", 1, "w", 0})
			e.expect(tx, n, "1|10|x|NULL|NULL|1", "2|10|y|NULL|new|1", "3|10|z|33|NULL|1", "4|NULL|f|1|w|0")
			if _, err := tx.AddColumn(bg, n, col("v", intType), sqltype.NullOf(sqltype.Int)); number(err) != 4901 {
				t.Errorf("NOT NULL column without a value: %v", err)
			}
			if _, err := tx.AddColumn(bg, n, col("ID", intType), sqltype.IntOf(sqltype.Int, 1)); number(err) != 2705 {
				t.Errorf("name twice: %v", err)
			}
			e.must(tx.Rollback())
			e.do(func(tx *Txn) { e.expect(tx, tab, "1|10|a|x", "2|10|b|y") })
		})
	}
}

func TestCreateDropIndex(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", testColumns(), nil)
	e.do(func(tx *Txn) {
		for n := range 1000 {
			e.insert(tx, tab, []any{n, n * 7 % 100, strings.Repeat("v", n%30), "f"})
		}
	})
	var want []string
	e.do(func(tx *Txn) { want = e.rows(tx, tab) })
	tx := e.i.Begin()
	ix, err := tx.CreateIndex(bg, tab, Index{Name: "cx", Keys: key(2), FillFactor: 50}, true, 0)
	e.must(err)
	if ix.IsHeap() || ix.Rows() != 1000 || !ix.HasUniquifier() {
		t.Errorf("%+v", ix)
	}
	e.expect(tx, ix, want...)
	_, err = tx.CreateIndex(bg, ix, Index{Name: "cy", Keys: key(1)}, true, 0)
	if number(err) != 1902 {
		t.Errorf("a second clustered index: %v", err)
	}
	e.must(tx.Rollback())
	e.do(func(tx *Txn) { e.expect(tx, tab, want...) })
	e.check()

	tx = e.i.Begin()
	_, err = tx.CreateIndex(bg, tab, Index{Name: "ux", Keys: key(2), Unique: true}, true, 0)
	if number(err) != 1505 || !strings.Contains(err.Error(), "for the object name 'dbo.t' and the index name 'ux'. The duplicate key value is (") {
		t.Errorf("%v", err)
	}
	e.must(tx.Rollback())
	e.check()

	e.do(func(tx *Txn) {
		_, err := tx.CreateIndex(bg, tab, Index{Name: "cx", Keys: []IndexKey{{2, true}, {1, false}}}, true, 0)
		e.must(err)
	})
	e.check()
	ix = e.d.Table("dbo", "t")
	e.do(func(tx *Txn) {
		e.insert(tx, ix, []any{-1, 50, "z", "z"})
		n, err := tx.AddColumn(bg, ix, null(col("n", intType)), sqltype.NullOf(sqltype.Int))
		e.must(err)
		if _, err := tx.DropIndex(bg, n, "nope"); number(err) != 3701 {
			t.Errorf("%v", err)
		}
		n, err = tx.DropIndex(bg, n, "CX")
		e.must(err)
		if !n.IsHeap() || n.HasUniquifier() || n.Rows() != 1001 {
			t.Errorf("%+v", n)
		}
		r, err := tx.Scan(bg, ScanSpec{Table: n})
		e.must(err)
		if r.Next(); page.Columns(r.Record()) != 5 {
			t.Errorf("%d columns in a row", page.Columns(r.Record()))
		}
		r.Close()
		n, err = tx.DropColumn(bg, n, "n")
		e.must(err)
		e.expect(tx, n, append(want, "-1|50|z|z")...)
	})
}
