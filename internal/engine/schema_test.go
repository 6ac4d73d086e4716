package engine

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A schema and what is made in it wait for each other.
func TestSchema_locks(t *testing.T) {
	e := newEngine(t, Options{})
	e.do(func(tx *Txn) { e.must(tx.CreateSchema(bg, e.d, "s", 1)) })
	soon := func() context.Context {
		ctx, cancel := context.WithTimeout(bg, 10*time.Millisecond)
		t.Cleanup(cancel)
		return ctx
	}
	def := TableDef{Schema: "s", Name: "t", Columns: testColumns()}
	filling, other := e.i.Begin(), e.i.Begin()
	_, err := filling.CreateTable(bg, e.d, def)
	e.must(err)
	if err := other.DropSchema(soon(), e.d, e.d.Schema("S")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("drop of a schema that is being filled: %v", err)
	}
	e.must(filling.Commit())
	if err := other.DropSchema(bg, e.d, e.d.Schema("s")); number(err) != 3729 {
		t.Errorf("drop of a schema with a table: %v", err)
	}
	e.must(other.Rollback())

	dropping := e.i.Begin()
	e.must(dropping.DropTable(bg, e.d.Table("s", "t")))
	e.must(dropping.DropSchema(bg, e.d, e.d.Schema("s")))
	filling = e.i.Begin()
	if _, err := filling.CreateTable(soon(), e.d, def); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("table in a schema that is being dropped: %v", err)
	}
	e.must(dropping.Commit())
	if _, err := filling.CreateTable(bg, e.d, def); number(err) != 2760 {
		t.Errorf("table in a schema that was dropped: %v", err)
	}
	e.must(filling.Rollback())
}

func TestSchema_ids(t *testing.T) {
	e := newEngine(t, Options{})
	add := func(name string) {
		e.Helper()
		e.do(func(tx *Txn) { e.must(tx.CreateSchema(bg, e.d, name, 1)) })
	}
	add("a")
	add("b")
	e.do(func(tx *Txn) { e.must(tx.DropSchema(bg, e.d, e.d.Schema("a"))) })
	add("c")
	for name, id := range map[string]int{"b": 6, "c": 5, "dbo": 1, "DB_OWNER": 16384} {
		if s := e.d.Schema(name); s == nil || s.ID != id {
			t.Errorf("%s: %+v, want id %d", name, s, id)
		}
	}
	for name, want := range map[string]int32{"sys": 2760, "B": 2714, "db_owner": 2714} {
		tx := e.i.Begin()
		if err := tx.CreateSchema(bg, e.d, name, 1); number(err) != want {
			t.Errorf("create %s: %v", name, err)
		}
		e.must(tx.Rollback())
	}
}
