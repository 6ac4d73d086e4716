package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"scanfrag/internal/sqltype"
)

var bg = context.Background()

// testEngine is an instance in memory with one database, checked when the test ends.
type testEngine struct {
	*testing.T
	i *Instance
	d *Database
}

func newEngine(t *testing.T, o Options) *testEngine {
	t.Helper()
	if o.PoolBytes == 0 {
		o.PoolBytes = 32 << 20
	}
	o.InMemory = o.Dir == ""
	i, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	e := &testEngine{T: t, i: i}
	if e.d = i.Database("db"); e.d == nil {
		if e.d, err = i.CreateDatabase(bg, DatabaseSpec{Name: "db"}); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(e.close)
	return e
}

// close checks the database and closes the engine; it may be called before the test ends.
func (e *testEngine) close() {
	e.Helper()
	if e.i == nil {
		return
	}
	e.check()
	if err := e.i.Close(); err != nil {
		e.Error(err)
	}
	e.i = nil
}

func (e *testEngine) check() {
	e.Helper()
	if e.Failed() {
		return
	}
	ctx, cancel := context.WithTimeout(bg, 120*time.Second) // a panicking test leaves its locks
	defer cancel()
	for _, err := range e.d.Check(ctx) {
		e.Error(err)
	}
}

func (e *testEngine) must(err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
}

// do runs fn as one transaction.
func (e *testEngine) do(fn func(tx *Txn)) {
	e.Helper()
	tx := e.i.Begin()
	fn(tx)
	e.must(tx.Commit())
}

func key(ids ...int) []IndexKey {
	var out []IndexKey
	for _, id := range ids {
		out = append(out, IndexKey{ColumnID: id})
	}
	return out
}

// shapes are the storage forms every row test runs over.
var shapes = []struct {
	name string
	ix   []Index
}{
	{"heap", nil},
	{"clustered", []Index{{ID: 1, Name: "cx", Keys: key(2)}}},
	{"primary key", []Index{{ID: 1, Name: "PK_t", Keys: key(1), PrimaryKey: true}}},
}

// testColumns: id int, k int NULL, v varchar(2000) NULL, f char(20).
func testColumns() []Column {
	return []Column{col("id", intType), null(col("k", intType)), null(col("v", sqltype.VarCharOf(2000))), col("f", sqltype.CharOf(20))}
}

func (e *testEngine) create(name string, cols []Column, ix []Index) *Table {
	e.Helper()
	var t *Table
	e.do(func(tx *Txn) {
		var err error
		t, err = tx.CreateTable(bg, e.d, TableDef{Schema: "dbo", Name: name, Columns: cols, Indexes: ix})
		e.must(err)
	})
	return t
}

func (e *testEngine) insert(tx *Txn, t *Table, rows ...[]any) {
	e.Helper()
	w, err := tx.Writer(bg, t, nil)
	e.must(err)
	for _, r := range rows {
		e.must(w.Insert(record(t.Columns, t.Layout, r...), false))
	}
	tx.EndStatement()
}

// rows lists the table's rows as text, sorted.
func (e *testEngine) rows(tx *Txn, t *Table) []string {
	e.Helper()
	r, err := tx.Scan(bg, ScanSpec{Table: t})
	e.must(err)
	out := []string{}
	for r.Next() {
		out = append(out, texts(t.Columns, r.Record()))
	}
	e.must(r.Err())
	r.Close()
	tx.EndStatement()
	slices.Sort(out)
	return out
}

func (e *testEngine) expect(tx *Txn, t *Table, want ...string) {
	e.Helper()
	slices.Sort(want)
	if got := e.rows(tx, t); !slices.Equal(got, want) {
		e.Fatalf("rows %q\nwant %q", got, want)
	}
}

// change applies fn to the locators of the rows that match.
func (e *testEngine) change(tx *Txn, t *Table, match func(rec []byte) bool, fn func(w *Writer, loc Locator, rec []byte) error) int {
	e.Helper()
	r, err := tx.Scan(bg, ScanSpec{Table: t, ForWrite: true})
	e.must(err)
	var locs []Locator
	for r.Next() {
		if match == nil || match(r.Record()) {
			var l Locator
			r.Locator(&l)
			locs = append(locs, l)
		}
	}
	e.must(r.Err())
	r.Close()
	w, err := tx.Writer(bg, t, nil)
	e.must(err)
	for _, l := range locs {
		rec, ok, err := w.Fetch(nil, l)
		e.must(err)
		if !ok {
			e.Fatal("a located row is gone")
		}
		e.must(fn(w, l, rec))
	}
	tx.EndStatement()
	return len(locs)
}

func del(w *Writer, loc Locator, _ []byte) error { return w.Delete(loc) }

func number(err error) int32 {
	var e *Error
	if errors.As(err, &e) {
		return e.Number
	}
	return 0
}

func TestEngine_commitAndRollback(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			e := newEngine(t, Options{})
			tab := e.create("t", testColumns(), s.ix)
			e.do(func(tx *Txn) {
				e.insert(tx, tab, []any{1, 10, "a", "x"}, []any{2, 10, nil, "y"}, []any{3, nil, "", "z"})
			})
			tx := e.i.Begin()
			e.expect(tx, tab, "1|10|a|x", "2|10|NULL|y", "3|NULL||z")
			e.insert(tx, tab, []any{4, 10, "b", "w"})
			m := tx.Mark()
			k := &tab.Columns[1]
			e.change(tx, tab, nil, func(w *Writer, loc Locator, rec []byte) error {
				return w.Update(loc, k.put(rec, nil, sqltype.IntOf(sqltype.Int, 20)))
			})
			e.expect(tx, tab, "1|20|a|x", "2|20|NULL|y", "3|20||z", "4|20|b|w")
			e.must(tx.RollbackTo(m))
			e.expect(tx, tab, "1|10|a|x", "2|10|NULL|y", "3|NULL||z", "4|10|b|w")
			if n := e.change(tx, tab, nil, del); n != 4 || tab.Rows() != 0 {
				t.Errorf("%d deleted, %d left", n, tab.Rows())
			}
			e.expect(tx, tab)
			e.must(tx.Rollback())
			e.do(func(tx *Txn) { e.expect(tx, tab, "1|10|a|x", "2|10|NULL|y", "3|NULL||z") })
			if tab.Rows() != 3 {
				t.Errorf("row count %d", tab.Rows())
			}
			if tx.Commit() != ErrEnded {
				t.Error("a transaction that has ended commits")
			}
		})
	}
}

func TestEngine_duplicateKeys(t *testing.T) {
	e := newEngine(t, Options{})
	pk := e.create("p", testColumns(), []Index{{ID: 1, Name: "PK_p", Keys: key(1), PrimaryKey: true}})
	ux := e.create("u", testColumns(), []Index{{ID: 1, Name: "ux", Keys: key(2, 4), Unique: true}})
	tx := e.i.Begin()
	defer tx.Rollback()
	e.insert(tx, pk, []any{1, nil, nil, "x"})
	e.insert(tx, ux, []any{1, nil, nil, "x"})
	try := func(tab *Table, vals ...any) error {
		w, err := tx.Writer(bg, tab, nil)
		e.must(err)
		return w.Insert(record(tab.Columns, tab.Layout, vals...), false)
	}
	err := try(pk, 1, 5, nil, "y")
	if number(err) != 2627 || err.Error() != "Violation of PRIMARY KEY constraint 'PK_p'. Cannot insert duplicate key in object 'dbo.p'. The duplicate key value is (1)." {
		t.Errorf("%v", err)
	}
	err = try(ux, 2, nil, nil, "x")
	if number(err) != 2601 || err.Error() != "Cannot insert duplicate key row in object 'dbo.u' with unique index 'ux'. The duplicate key value is (<NULL>, x                   )." {
		t.Errorf("%v", err)
	}
	e.insert(tx, pk, []any{2, nil, nil, "x"})
	e.change(tx, pk, func(rec []byte) bool { return pk.Columns[0].value(rec).I == 2 }, func(w *Writer, loc Locator, rec []byte) error {
		if err := w.Update(loc, pk.Columns[0].put(rec, nil, sqltype.IntOf(sqltype.Int, 1))); number(err) != 2627 {
			t.Errorf("update to a key that exists: %v", err)
		}
		return nil
	})
	e.expect(tx, pk, "1|NULL|NULL|x", "2|NULL|NULL|x")
}

func TestEngine_ddlIsUndone(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			e := newEngine(t, Options{})
			tab := e.create("t", testColumns(), s.ix)
			e.do(func(tx *Txn) { e.insert(tx, tab, []any{1, 10, "a", "x"}, []any{2, 11, "b", "y"}) })

			tx := e.i.Begin()
			e.must(tx.DropTable(bg, tab))
			tx.EndStatement()
			if e.d.Table("dbo", "t") != nil || tab.Current() {
				t.Error("the dropped table is still there")
			}
			other, err := tx.CreateTable(bg, e.d, TableDef{Schema: "dbo", Name: "T", Columns: testColumns()})
			e.must(err)
			e.insert(tx, other, []any{7, 7, "q", "q"})
			e.must(tx.Rollback())
			if e.d.Table("DBO", "T") != tab {
				t.Fatal("the table did not come back")
			}
			e.do(func(tx *Txn) { e.expect(tx, tab, "1|10|a|x", "2|11|b|y") })
			e.check()

			tx = e.i.Begin()
			e.must(tx.TruncateTable(bg, tab))
			trunc := e.d.Table("dbo", "t")
			e.insert(tx, trunc, []any{5, 5, "n", "n"})
			e.expect(tx, trunc, "5|5|n|n")
			e.must(tx.Rollback())
			e.do(func(tx *Txn) { e.expect(tx, e.d.Table("dbo", "t"), "1|10|a|x", "2|11|b|y") })
			e.check()

			tx = e.i.Begin()
			_, err = tx.Move(bg, e.d, "dbo", "t", "dbo", "renamed")
			e.must(err)
			if e.d.Table("dbo", "renamed") == nil || e.d.Table("dbo", "t") != nil {
				t.Error("not renamed")
			}
			e.must(tx.Rollback())
			if e.d.Table("dbo", "t") != tab || !tab.Current() {
				t.Error("the name did not come back")
			}

			e.do(func(tx *Txn) { e.must(tx.DropTable(bg, tab)) })
			if len(e.d.Tables()) != 0 {
				t.Error("still there")
			}
		})
	}
}

func TestEngine_names(t *testing.T) {
	e := newEngine(t, Options{})
	e.create("t", testColumns(), nil)
	for _, c := range []struct {
		def  TableDef
		want int32
	}{
		{TableDef{Schema: "dbo", Name: "T", Columns: testColumns()}, 2714},
		{TableDef{Schema: "dbo", Name: "x", Columns: append(testColumns(), col("ID", intType))}, 2705},
		{TableDef{Schema: "dbo", Name: "x", Columns: []Column{col("a", sqltype.CharOf(5000)), col("b", sqltype.CharOf(5000))}}, 1701},
		{TableDef{Schema: "dbo", Name: "x", Columns: testColumns(), Indexes: []Index{{ID: 1, Name: "i", Keys: key(9)}}}, 1911},
		{TableDef{Schema: "dbo", Name: "x", Columns: testColumns(), Indexes: []Index{{ID: 1, Name: "i", Keys: key(2), PrimaryKey: true}}}, 8111},
		{TableDef{Schema: "dbo", Name: "x", Columns: testColumns(), Indexes: []Index{{ID: 1, Name: "i", Keys: key(1, 1)}}}, 1909},
		{TableDef{Schema: "dbo", Name: "x", Columns: []Column{col("a", sqltype.CharOf(901))}, Indexes: []Index{{ID: 1, Name: "i", Keys: key(1)}}}, 1944},
	} {
		tx := e.i.Begin()
		if _, err := tx.CreateTable(bg, e.d, c.def); number(err) != c.want {
			t.Errorf("%s: %v, want error %d", c.def.Name, err, c.want)
		}
		e.must(tx.Rollback())
	}
	if _, err := e.i.CreateDatabase(bg, DatabaseSpec{Name: "DB"}); number(err) != 1801 {
		t.Errorf("%v", err)
	}
	if err := e.i.DropDatabase("master"); number(err) != 3708 {
		t.Errorf("%v", err)
	}
	if err := e.i.DropDatabase("nowhere"); number(err) != 3701 {
		t.Errorf("%v", err)
	}
	tx := e.i.Begin()
	e.expect(tx, e.d.Table("dbo", "t"))
	if err := e.i.DropDatabase("db"); number(err) != 3702 {
		t.Errorf("%v", err)
	}
	e.must(tx.Rollback())
	var ids []string
	for _, d := range e.i.Databases() {
		ids = append(ids, fmt.Sprint(d.ID(), d.Name()))
	}
	if got := fmt.Sprint(ids); got != "[1master 2tempdb 3model 4msdb 5db]" {
		t.Error(got)
	}
}

func TestEngine_rowTooLong(t *testing.T) {
	e := newEngine(t, Options{})
	tab := e.create("t", []Column{col("i", intType), col("a", sqltype.VarCharOf(5000)), col("b", sqltype.VarCharOf(5000))}, []Index{{ID: 1, Name: "c", Keys: key(1), Unique: true}})
	tx := e.i.Begin()
	defer tx.Rollback()
	w, err := tx.Writer(bg, tab, nil)
	e.must(err)
	long := string(make([]byte, 4100))
	err = w.Insert(record(tab.Columns, tab.Layout, 1, long, long), false)
	if number(err) != 511 || err.Error() != "Cannot create a row of size 8217 which is greater than the allowable maximum row size of 8060. Row-overflow pages are not supported." {
		t.Error(err)
	}
}
