package engine

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scanfrag/internal/page"
)

func openDir(t *testing.T, dir string) (*Instance, error) {
	t.Helper()
	return Open(Options{Dir: dir, PoolBytes: 16 << 20})
}

// keptDir makes a directory with a database of some rows, closed.
func keptDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	e := newEngine(t, Options{Dir: dir})
	for _, s := range shapes {
		tab := e.create(strings.ReplaceAll(s.name, " ", ""), append(testColumns(), Column{Name: "n", Type: intType, Identity: &Identity{10, 5}}), s.ix)
		e.do(func(tx *Txn) {
			for n := range 300 {
				e.insert(tx, tab, []any{n, n, strings.Repeat("x", n), "f", int(tab.NextIdentity())})
			}
		})
	}
	e.must(e.d.SetConfig("MAXDOP", 3))
	e.close()
	return dir
}

func TestReopen(t *testing.T) {
	dir := keptDir(t)
	for round := range 3 {
		e := newEngine(t, Options{Dir: dir})
		if n := len(e.d.Tables()); n != 3 {
			t.Fatalf("%d tables", n)
		}
		if v, ok := e.d.Config("MAXDOP"); v != 3 || !ok {
			t.Errorf("MAXDOP %d %v", v, ok)
		}
		for _, tab := range e.d.Tables() {
			if tab.Rows() != int64(300+round) || tab.LastIdentity() != int64(10+5*(299+round)) {
				t.Errorf("%s: %d rows, last identity %d", tab.Name, tab.Rows(), tab.LastIdentity())
			}
			e.do(func(tx *Txn) {
				e.insert(tx, tab, []any{1000 + round, 1, nil, "new", int(tab.NextIdentity())})
				if got := e.rows(tx, tab); len(got) != 301+round || got[0] != "0|0||f|10" {
					t.Errorf("%s: %d rows, %q first", tab.Name, len(got), got[0])
				}
			})
		}
		if round == 1 {
			e.must(e.d.Checkpoint(bg))
			e.must(e.d.TrimTail())
		}
		e.close()
	}
}

// Opening and closing without a change does not write.
func TestReopen_readOnlyLeavesMark(t *testing.T) {
	dir := keptDir(t)
	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	tx := i.Begin()
	n, _, err := tx.Count(bg, ScanSpec{Table: i.Database("db").Table("dbo", "heap")})
	if n != 300 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	// As if killed: a copy of the file as it is now must open.
	raw, err := os.ReadFile(filepath.Join(dir, "db.mdf"))
	if err != nil {
		t.Fatal(err)
	}
	tx.Commit()
	if err := i.Close(); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(dir, "db.mdf"), raw, 0o666)
	if i, err = openDir(t, dir); err != nil {
		t.Fatal(err)
	}
	i.Close()
}

func TestOpen_refuses(t *testing.T) {
	dir := keptDir(t)
	good, err := os.ReadFile(filepath.Join(dir, "db.mdf"))
	if err != nil {
		t.Fatal(err)
	}
	boot := bootNo * page.Size
	withBoot := func(change func(b *bootRecord)) func(raw []byte) []byte {
		return func(raw []byte) []byte {
			p := (*page.Page)(raw[boot:])
			var b bootRecord
			if err := b.parse(p.Record(0)); err != nil {
				t.Fatal(err)
			}
			change(&b)
			copy(p.Record(0), b.append(nil))
			p.Seal()
			return raw
		}
	}
	for _, c := range []struct {
		what   string
		change func(raw []byte) []byte
		want   string
	}{
		{"empty file", func([]byte) []byte { return nil }, "not a scanfrag database"},
		{"some other file", func(raw []byte) []byte { return []byte(strings.Repeat("text ", 8192*4)) }, "not a scanfrag database"},
		{"odd size", func(raw []byte) []byte { return raw[:len(raw)-100] }, "not a whole number"},
		{"truncated", func(raw []byte) []byte { return raw[:len(raw)/2/page.Size*page.Size] }, "truncated"},
		{"other version", withBoot(func(b *bootRecord) { b.version = 7 }), "format version 7"},
		{"not closed", withBoot(func(b *bootRecord) { b.flags = 0 }), "not shut down cleanly"},
		{"other magic", func(raw []byte) []byte {
			p := (*page.Page)(raw[boot:])
			p.Record(0)[4] = 'S'
			p.Seal()
			return raw
		}, "not a scanfrag database"},
		{"boot page damaged", func(raw []byte) []byte { raw[boot+120] ^= 1; return raw }, "boot page is damaged"},
		{"catalog damaged", func(raw []byte) []byte {
			var b bootRecord
			b.parse((*page.Page)(raw[boot:]).Record(0))
			raw[int(b.catalog.No())*page.Size+500] ^= 1
			return raw
		}, "checksum"},
		{"map damaged", func(raw []byte) []byte { raw[2*page.Size+3000] ^= 1; return raw }, "checksum"},
		{"catalog points to nowhere", withBoot(func(b *bootRecord) { b.catalog = 0 }), "catalog is damaged"},
		{"catalog points elsewhere", withBoot(func(b *bootRecord) { b.catalog = page.MakeID(1, 1) }), "catalog is damaged"},
		{"catalog beyond the file", withBoot(func(b *bootRecord) { b.catalog = page.MakeID(1, 1<<30) }), "past the end"},
	} {
		t.Run(c.what, func(t *testing.T) {
			path := filepath.Join(dir, "db.mdf")
			if err := os.WriteFile(path, c.change([]byte(string(good))), 0o666); err != nil {
				t.Fatal(err)
			}
			i, err := openDir(t, dir)
			if err != nil {
				t.Fatal(err)
			}
			defer i.Close()
			d := i.Unopened("DB")
			if d == nil || i.Database("db") != nil {
				t.Fatal("it was opened")
			}
			if s := d.Refusal().Error(); !strings.Contains(s, c.want) || strings.Contains(s, "\n") || strings.Count(s, path) != 1 {
				t.Errorf("%q, want %q and the path once in one sentence", s, c.want)
			}
		})
	}
}

// Version 2 stored the rows of nonclustered indexes otherwise: a database without one opens still.
func TestOpen_version2(t *testing.T) {
	for _, c := range []struct {
		ix   []Index
		want string
	}{{nil, ""}, {[]Index{{Name: "nc", Keys: key(1)}}, "index nc of table dbo.t"}} {
		dir := t.TempDir()
		e := newEngine(t, Options{Dir: dir})
		e.create("t", testColumns(), c.ix)
		e.do(func(tx *Txn) { e.insert(tx, e.d.Table("dbo", "t"), []any{1, 2, "v", "f"}) })
		e.close()
		path := filepath.Join(dir, "db.mdf")
		raw, err := os.ReadFile(path)
		e.must(err)
		p := (*page.Page)(raw[bootNo*page.Size:])
		var b bootRecord
		e.must(b.parse(p.Record(0)))
		b.version = 2
		copy(p.Record(0), b.append(nil))
		p.Seal()
		e.must(os.WriteFile(path, raw, 0o666))
		i, err := openDir(t, dir)
		e.must(err)
		switch d := i.Unopened("db"); {
		case d == nil && c.want != "":
			t.Errorf("opened, want %q", c.want)
		case d != nil && (c.want == "" || !strings.Contains(d.Refusal().Error(), c.want)):
			t.Errorf("%v, want %q", d.Refusal(), c.want)
		}
		e.must(i.Close())
	}
}

func TestOpen_uncleanAfterChange(t *testing.T) {
	dir := keptDir(t)
	e := newEngine(t, Options{Dir: dir})
	e.do(func(tx *Txn) { e.insert(tx, e.d.Table("dbo", "heap"), []any{1, 1, nil, "f", 1}) })
	raw, err := os.ReadFile(filepath.Join(dir, "db.mdf"))
	e.must(err)
	other := t.TempDir()
	e.must(os.WriteFile(filepath.Join(other, "db.mdf"), raw, 0o666))
	i, err := openDir(t, other)
	e.must(err)
	defer i.Close()
	if d := i.Unopened("db"); d == nil || !strings.Contains(d.Refusal().Error(), "not shut down cleanly") {
		t.Errorf("%v", d)
	}
}

func TestOpen_secondOpener(t *testing.T) {
	dir := keptDir(t)
	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	if j, err := openDir(t, dir); err == nil || err.Error() != "open the database directory "+dir+": another process is using it" {
		t.Errorf("%v", err)
		if err == nil {
			j.Close()
		}
	}
	if err := i.Close(); err != nil {
		t.Fatal(err)
	}
	if i, err = openDir(t, dir); err != nil {
		t.Fatal(err)
	}
	i.Close()
}

func TestOpen_poolTooSmall(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(Options{Dir: dir, PoolBytes: 1 << 20}); err == nil || !strings.Contains(err.Error(), "too few") {
		t.Errorf("%v", err)
	}
	i, err := openDir(t, dir) // the lock was given up
	if err != nil {
		t.Fatal(err)
	}
	i.Close()
}

func TestCreateDatabase_files(t *testing.T) {
	drive := t.TempDir()
	i, err := Open(Options{PoolBytes: 16 << 20}) // keeps nothing: files lie where they are wanted
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	path := filepath.Join(drive, "work.dat")
	d, err := i.CreateDatabase(bg, DatabaseSpec{Name: "work", Files: []FileSpec{{Path: path, Size: 3 << 20}}})
	if err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(path); err != nil || st.Size() != 3<<20 {
		t.Errorf("%v %v", st, err)
	}
	if d.Path() != path || d.Store().File(1).Name() != path {
		t.Errorf("path %s", d.Path())
	}
	if _, err := i.CreateDatabase(bg, DatabaseSpec{Name: "other", Files: []FileSpec{{Path: path}}}); number(err) != 5170 {
		t.Errorf("%v", err)
	}
	if _, err := i.CreateDatabase(bg, DatabaseSpec{Name: "other", Files: []FileSpec{{Path: filepath.Join(drive, "no", "x.mdf")}}}); number(err) != 5133 {
		t.Errorf("%v", err)
	}
	if _, err := i.CreateDatabase(bg, DatabaseSpec{Name: "a/b"}); err == nil {
		t.Error("a name that is no file name")
	}
	if err := i.DropDatabase("WORK"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s: %v", path, err)
	}
	tx := i.Begin()
	if _, err := tx.CreateTable(bg, d, TableDef{Schema: "dbo", Name: "t", Columns: testColumns()}); number(err) != 911 {
		t.Errorf("a table in a dropped database: %v", err)
	}
	tx.Rollback()
}

func TestSystemDatabases_lazy(t *testing.T) {
	scratch := t.TempDir()
	i, err := Open(Options{PoolBytes: 16 << 20, Scratch: scratch})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"master", "tempdb"} {
		d := i.Database(name)
		if d.space.Load() != nil {
			t.Errorf("%s has a file already", name)
		}
		tx := i.Begin()
		tab, err := tx.CreateTable(bg, d, TableDef{Schema: "dbo", Name: "#t", Columns: testColumns()})
		if err != nil {
			t.Fatal(err)
		}
		w, err := tx.Writer(bg, tab, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Insert(record(tab.Columns, tab.Layout, 1, 2, "3", "4"), false); err != nil {
			t.Error(err)
		}
		tx.Commit()
		for _, err := range d.Check(bg) {
			t.Error(err)
		}
	}
	if err := i.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(scratch); len(left) != 0 {
		t.Errorf("left in the scratch directory: %v", left)
	}
}
