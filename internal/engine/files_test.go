package engine

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scanfrag/internal/page"
)

const mb = 1 << 20

func ptr[T any](v T) *T { return &v }

// severalFiles is a kept database of three files in two filegroups with a table in each, still open.
func severalFiles(t *testing.T, dir string) *testEngine {
	t.Helper()
	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	e := &testEngine{T: t, i: i}
	e.d, err = i.CreateDatabase(bg, DatabaseSpec{Name: "many", Filegroups: []string{"data"}, Files: []FileSpec{
		{Name: "one", Path: "first.mdf", Size: mb, Growth: ptr[int64](mb)},
		{Name: "two", Path: filepath.Join(dir, "second.ndf"), Size: 2 * mb, Percent: ptr[int64](50), MaxSize: ptr[int64](8 * mb)},
		{Name: "three", Path: "third.ndf", Filegroup: "data", Size: mb, Growth: ptr[int64](0)},
	}})
	e.must(err)
	e.must(e.d.SetMixedPages(true))
	data, err := e.d.DataSpace("data")
	e.must(err)
	for name, space := range map[string]int{"p": 0, "d": data} {
		e.do(func(tx *Txn) {
			tab, err := tx.CreateTable(bg, e.d, TableDef{Schema: "dbo", Name: name, Space: space, Columns: testColumns(), Indexes: []Index{{ID: 1, Name: "c", Keys: key(1)}}})
			e.must(err)
			w, err := tx.Writer(bg, tab, nil)
			e.must(err)
			for k := range int32(4000) {
				e.must(w.Insert(record(tab.Columns, tab.Layout, k, 2, "3", "4"), false))
			}
		})
	}
	return e
}

func TestFiles_reopen(t *testing.T) {
	dir := t.TempDir()
	e := severalFiles(t, dir)
	e.must(e.d.ModifyFile(FileSpec{Name: "one", NewName: "eins"}))
	e.must(e.d.AddFile(bg, FileSpec{Name: "four", Path: "fourth.ndf", Size: mb}))
	files, groups := e.d.Files(), e.d.Filegroups()
	e.close()

	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	e = &testEngine{T: t, i: i, d: i.Database("many")}
	if e.d == nil {
		t.Fatal(i.Unopened("many").Refusal())
	}
	for n, f := range e.d.Files() {
		if f.Pages = 0; f != files[n] {
			t.Errorf("file %+v, %+v before", f, files[n])
		}
	}
	if g := e.d.Filegroups(); len(g) != 2 || g[1] != groups[1] {
		t.Errorf("filegroups %v, %v before", g, groups)
	}
	if !e.d.MixedPages() {
		t.Error("MIXED_PAGE_ALLOCATION was lost")
	}
	e.check()
	for _, name := range []string{"p", "d"} {
		tab := e.d.Table("dbo", name)
		tx := i.Begin()
		if n, _, err := tx.Count(bg, ScanSpec{Table: tab, Index: tab.Indexes[0]}); n != 4000 || err != nil {
			t.Errorf("table %s has %d rows: %v", name, n, err)
		}
		e.must(tx.Commit())
		in := map[uint16]bool{}
		e.must(tab.st[0].unit().Extents(func(first page.ID, _ uint8) bool { in[first.File()] = true; return true }))
		if want := name == "p"; in[1] != want || in[3] != want || in[4] == want {
			t.Errorf("table %s lies in files %v", name, in)
		}
	}
	e.must(e.d.RemoveFile("four"))
	e.must(i.DropDatabase("many"))
	e.must(i.Close())
	left, _ := filepath.Glob(filepath.Join(dir, "*.?df"))
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What is wrong with a file after the first is told with its name, and the database is set aside.
func TestFiles_refused(t *testing.T) {
	second := func(dir string) string { return filepath.Join(dir, "second.ndf") }
	for _, c := range []struct {
		name string
		harm func(t *testing.T, dir string) error
		want string
		own  int // files that are not the database's
	}{
		{"missing", func(t *testing.T, dir string) error { return os.Remove(second(dir)) }, "second.ndf (file 3, two) is missing", 0},
		{"cut off", func(t *testing.T, dir string) error { return os.Truncate(second(dir), mb) }, "second.ndf (file 3, two) is truncated: 128 pages of", 0},
		{"of another database", func(t *testing.T, dir string) error {
			other := t.TempDir()
			severalFiles(t, other).close()
			b, err := os.ReadFile(second(other))
			return errors.Join(err, os.WriteFile(second(dir), b, 0o666))
		}, "second.ndf (file 3, two) belongs to another database", 1},
		{"another file", func(t *testing.T, dir string) error {
			b, err := os.ReadFile(filepath.Join(dir, "first.mdf"))
			return errors.Join(err, os.WriteFile(second(dir), append(b, make([]byte, 8*mb)...), 0o666))
		}, "second.ndf (file 3, two) is not a data file of this database", 1},
		{"damaged header", func(t *testing.T, dir string) error {
			f, err := os.OpenFile(second(dir), os.O_RDWR, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteAt([]byte{0xff}, 5000)
			return errors.Join(err, f.Close())
		}, "second.ndf (file 3, two) is damaged", 0},
		{"of another time", func(t *testing.T, dir string) error {
			b, err := os.ReadFile(second(dir))
			if err != nil {
				return err
			}
			i, err := openDir(t, dir)
			if err != nil {
				return err
			}
			err = i.Database("many").AddFilegroup("later")
			return errors.Join(err, i.Close(), os.WriteFile(second(dir), b, 0o666))
		}, "second.ndf (file 3, two) is of another time", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			severalFiles(t, dir).close()
			if err := c.harm(t, dir); err != nil {
				t.Fatal(err)
			}
			i, err := openDir(t, dir)
			if err != nil {
				t.Fatal(err)
			}
			defer i.Close()
			d := i.Unopened("many")
			if d == nil {
				t.Fatal("it was attached")
			}
			if err := d.Refusal(); number(err) != 945 || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			// Dropping it removes its own files and no other's.
			if err := i.DropDatabase("many"); err != nil {
				t.Error(err)
			}
			left, _ := filepath.Glob(filepath.Join(dir, "*.?df"))
			if want := c.own; len(left) != want {
				t.Errorf("left behind: %v, %d files expected", left, want)
			}
		})
	}
}

// A copy of the first file does not get hold of the others.
func TestFiles_copy(t *testing.T) {
	dir := t.TempDir()
	severalFiles(t, dir).close()
	b, err := os.ReadFile(filepath.Join(dir, "first.mdf"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "gcopy.mdf"), b, 0o666); err != nil {
		t.Fatal(err)
	}
	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	d := i.Unopened("gcopy")
	if d == nil || !strings.Contains(d.Refusal().Error(), "belongs to the database many") {
		t.Fatalf("%v", d)
	}
	if err := i.DropDatabase("gcopy"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "second.ndf")); err != nil {
		t.Error(err)
	}
	for _, err := range i.Database("many").Check(bg) {
		t.Error(err)
	}
}

// Files lie in the instance's directory and nowhere else, a primary file with its extension.
func TestFiles_places(t *testing.T) {
	dir := t.TempDir()
	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	for path, want := range map[string]int32{
		filepath.Join(t.TempDir(), "x.mdf"): 5105, filepath.Join("sub", "x.mdf"): 5105, `C:\data\x.mdf`: 5105, "x.dat": 5105,
		"..": 5105, " ": 5105, ".x.mdf": 5105, lockFile: 5105,
	} {
		if _, err := i.CreateDatabase(bg, DatabaseSpec{Name: "x", Files: []FileSpec{{Path: path}}}); number(err) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	// A file that cannot be made leaves none of the others behind.
	if err := os.WriteFile(filepath.Join(dir, "taken.ndf"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = i.CreateDatabase(bg, DatabaseSpec{Name: "x", Files: []FileSpec{{}, {Name: "a", Path: "a.ndf"}, {Name: "b", Path: "taken.ndf"}}})
	if number(err) != 5170 {
		t.Errorf("%v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.?df")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// A file that may not grow takes no more rows, and the database is closed cleanly all the same: its catalog
// grows past the limit.
func TestFiles_fullAtClose(t *testing.T) {
	dir := t.TempDir()
	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	e := &testEngine{T: t, i: i}
	e.d, err = i.CreateDatabase(bg, DatabaseSpec{Name: "db", Files: []FileSpec{{Path: "db.mdf", Size: mb, Growth: ptr[int64](0)}}})
	e.must(err)
	rows := int64(0)
	e.do(func(tx *Txn) {
		tab, err := tx.CreateTable(bg, e.d, TableDef{Schema: "dbo", Name: "t", Columns: testColumns()})
		e.must(err)
		w, err := tx.Writer(bg, tab, nil)
		e.must(err)
		for err == nil {
			if err = w.Insert(record(tab.Columns, tab.Layout, 1, 2, "3", "4"), false); err == nil {
				rows++
			}
		}
		full := AsError(err)
		if full == nil || full.Number != 1105 || !strings.Contains(full.Text, "'dbo.t' in database 'db' because the 'PRIMARY' filegroup is full") {
			t.Fatalf("%v", err)
		}
	})
	e.close()
	if i, err = openDir(t, dir); err != nil {
		t.Fatal(err)
	}
	e = &testEngine{T: t, i: i, d: i.Database("db")}
	if e.d == nil {
		t.Fatal(i.Unopened("db").Refusal())
	}
	if n := e.d.Table("dbo", "t").Rows(); n != rows {
		t.Errorf("%d rows, %d before", n, rows)
	}
	e.close()
}
