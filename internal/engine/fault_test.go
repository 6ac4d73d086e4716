package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
	"scanfrag/internal/sqltype"
)

// A damaged page of a table is named by the scan that meets it and by the check; the rest is readable.
func TestDamagedPage(t *testing.T) {
	dir := keptDir(t)
	path := filepath.Join(dir, "db.mdf")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var where page.ID
	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := extentsOf(i.Database("db").Table("dbo", "clustered").st[0].unit())
	if err != nil {
		t.Fatal(err)
	}
	where = list[0].First + 1
	if err := i.Close(); err != nil {
		t.Fatal(err)
	}
	raw[int(where.No())*page.Size+200] ^= 0x40
	if err := os.WriteFile(path, raw, 0o666); err != nil {
		t.Fatal(err)
	}
	if i, err = openDir(t, dir); err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	d := i.Database("db")
	for name, want := range map[string]bool{"clustered": false, "heap": true} {
		tx := i.Begin()
		n, _, err := tx.Count(bg, ScanSpec{Table: d.Table("dbo", name)})
		if ok := err == nil && n == 300; ok != want {
			t.Errorf("%s: %d rows, %v", name, n, err)
		}
		if err != nil && !strings.Contains(err.Error(), fmt.Sprintf("1:%d", where.No())) {
			t.Errorf("the error does not name page 1:%d: %v", where.No(), err)
		}
		tx.Commit()
	}
	tx := i.Begin()
	if _, err := tx.PhysicalStats(bg, d.Table("dbo", "clustered"), 1, Detailed); err == nil {
		t.Error("statistics of a damaged table")
	}
	tx.Rollback()
	if errs := d.Check(bg); len(errs) == 0 || !strings.Contains(fmt.Sprint(errs), fmt.Sprintf("1:%d", where.No())) {
		t.Errorf("check: %v", errs)
	}
}

// Writes that fail from some point on are told, undone where that is possible, and never panic; a database
// whose rollback failed takes no more changes and is not marked clean.
func TestWriteFaults(t *testing.T) {
	for _, after := range []int64{0, 1, 5, 30} {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			var armed atomic.Bool
			var left atomic.Int64
			bad := errors.New("drive is gone")
			opt := Options{Dir: t.TempDir(), PoolBytes: 16 << 20, wrap: func(f pagefile.File) pagefile.File {
				return pagefile.Faulty(f, func(op pagefile.Op, _ uint32, _ int) error {
					if armed.Load() && op != pagefile.OpClose && left.Add(-1) < 0 {
						return bad
					}
					return nil
				})
			}}
			i, err := Open(opt)
			if err != nil {
				t.Fatal(err)
			}
			d, err := i.CreateDatabase(bg, DatabaseSpec{Name: "db"})
			if err != nil {
				t.Fatal(err)
			}
			e := &testEngine{T: t, i: i, d: d}
			tab := e.create("t", []Column{col("id", intType), col("c", sqltype.CharOf(4000))}, shapes[2].ix)
			e.do(func(tx *Txn) {
				for n := range 3000 { // more than the pool holds
					e.insert(tx, tab, []any{n, "x"})
				}
			})
			left.Store(after)
			armed.Store(true)
			tx := i.Begin()
			w, err := tx.Writer(bg, tab, nil)
			for n := 3000; err == nil && n < 20000; n++ { // more than 30 merged writes and the pool take
				err = w.Insert(record(tab.Columns, tab.Layout, n, "y"), false)
			}
			if !errors.Is(err, bad) {
				t.Errorf("error %v", err)
			}
			rerr := tx.Rollback()
			if rerr != nil && !errors.Is(rerr, bad) {
				t.Errorf("rollback: %v", rerr)
			}
			if rerr != nil {
				tx = i.Begin()
				if _, err := tx.Writer(bg, tab, nil); err == nil || !strings.Contains(err.Error(), "takes no more changes") {
					t.Errorf("a writer after a failed rollback: %v", err)
				}
				tx.Rollback()
			}
			if err := i.Close(); err == nil {
				t.Error("closing succeeded on a drive that is gone")
			}
			opt.wrap = nil
			again, err := Open(opt)
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			if d := again.Unopened("db"); d == nil || !strings.Contains(d.Refusal().Error(), "not shut down cleanly") {
				t.Errorf("opened again: %v", d)
			}
		})
	}
}
