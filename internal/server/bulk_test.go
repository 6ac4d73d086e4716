package server

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"
)

func TestParseInsertBulk(t *testing.T) {
	for text, want := range map[string]*bulkTarget{
		"INSERT BULK [dbo].[t] ([a] int, [b]]c] decimal(10, 2), d nvarchar(max)) WITH (TABLOCK, ORDER(a))": {table: "[dbo].[t]", columns: []string{"a", "b]c", "d"}, tabLock: true, order: []tsql.BulkOrder{{Column: "a"}}},
		"insert  bulk t(\"x\"\"y\" int) with (KEEP_NULLS, rows_per_batch = 5)":                             {table: "t", columns: []string{`x"y`}, keepNulls: true},
		"INSERT BULK [a(b] ([c,d] int) ;": {table: "[a(b]", columns: []string{"c,d"}},
		"INSERT BULK t (a int) WITH (ORDER ([b, c] desc, d ASC), CHECK_CONSTRAINTS,FIRE_TRIGGERS , KILOBYTES_PER_BATCH=64)": {table: "t", columns: []string{"a"}, checked: true, order: []tsql.BulkOrder{{Column: "b, c", Desc: true}, {Column: "d"}}},
	} {
		want.text = text
		if !isInsertBulk(text) {
			t.Errorf("%s: not recognised", text)
		}
		got, err := parseInsertBulk(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v %v", text, got, err)
		}
	}
	for _, text := range []string{"INSERT BULK t", "INSERT BULK (a int)", "INSERT BULK t (a int", "INSERT BULK t ([a int)", "INSERT BULK t (a int,)", "INSERT BULK t (a int) OUTPUT x", "INSERT BULK t (a int) WITH x",
		"INSERT BULK t (a int) WITH (QUICKLY)", "INSERT BULK t (a int) WITH (TABLOCK 3)", "INSERT BULK t (a int) WITH (ROWS_PER_BATCH)", "INSERT BULK t (a int) WITH (ROWS_PER_BATCH = x)",
		"INSERT BULK t (a int) WITH (ORDER a)", "INSERT BULK t (a int) WITH (ORDER (a UP))"} {
		if got, err := parseInsertBulk(text); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
	for _, text := range []string{"", "INSERT", "INSERT INTO bulk VALUES (1)", "SELECT 'insert bulk'"} {
		if isInsertBulk(text) {
			t.Errorf("%q recognised", text)
		}
	}
}

func FuzzInsertBulk(f *testing.F) {
	f.Add("INSERT BULK [t] ([a] int) WITH (KEEP_NULLS)")
	f.Fuzz(func(t *testing.T, text string) {
		if isInsertBulk(text) {
			parseInsertBulk(text)
		}
	})
}

// bulkRig has a table of three columns. each, if not nil, sees the rows of loads.
func bulkRig(t *testing.T, each func(load *tsql.Bulk, n int, row []sqltype.Value) error) *rig {
	cols := []tsql.Column{
		{Name: "id", Type: sqltype.Of(sqltype.Int)},
		{Name: "name", Type: sqltype.NVarCharOf(20), Nullable: true},
		{Name: "price", Type: sqltype.DecimalOf(10, 2), Nullable: true},
	}
	table := func(ctx context.Context, f *fakeSession, text string, sink tsql.Sink) error {
		if strings.Contains(text, "missing") {
			return sink.Message(tsql.Message{Number: 208, Class: 16, State: 1, Line: 1, Text: "Invalid object name 'missing'."})
		}
		return errors.Join(sink.Columns(cols), sink.Done(tsql.Done{Command: 0xC1}))
	}
	r := newRig(t, nil)
	r.cfg.NewSession = func(l Login) (Session, error) {
		s := &bulkSession{each: each}
		s.fakeSession = fakeSession{login: l, closed: make(chan struct{}), scripts: map[string]script{"select": table, "SELECT": table}}
		r.mu.Lock()
		r.sessions = append(r.sessions, &s.fakeSession)
		r.mu.Unlock()
		return s, nil
	}
	return r
}

type bulkSession struct {
	fakeSession
	each func(load *tsql.Bulk, n int, row []sqltype.Value) error
}

func (s *bulkSession) Bulk(ctx context.Context, text string, load *tsql.Bulk, sink tsql.Sink) (rows int64, err error) {
	own := *load
	own.Next = func(vals []sqltype.Value) (bool, error) {
		more, err := load.Next(vals)
		if err == nil && more && s.each != nil {
			err = s.each(load, int(rows), vals)
		}
		rows++
		return more, err
	}
	n, err := s.fakeSession.Bulk(ctx, text, &own, sink)
	if err != nil && err.Error() == "duplicate key" {
		return 0, sink.Message(tsql.Message{Number: 2627, Class: 14, State: 1, Line: 1, Text: err.Error()})
	}
	return n, err
}

func copyIn(tx *sql.Tx, opts mssql.BulkOptions, rows int, row func(i int) []any) (int64, error) {
	st, err := tx.Prepare(mssql.CopyIn("t", opts, "id", "name", "price"))
	if err != nil {
		return 0, err
	}
	defer st.Close()
	for i := 0; i < rows; i++ {
		if _, err := st.Exec(row(i)...); err != nil {
			return 0, err
		}
	}
	res, err := st.Exec()
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func TestBulkCopy(t *testing.T) {
	var third []sqltype.Value
	var last *tsql.Bulk
	r := bulkRig(t, func(load *tsql.Bulk, n int, row []sqltype.Value) error {
		if last = load; n == 1 && !(row[1].Null && row[2].Null) {
			t.Errorf("row 1: %+v", row)
		}
		if n == 2 {
			third = slices.Clone(row)
		}
		return nil
	})
	tx, err := r.db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	const rows = 2500
	opts := mssql.BulkOptions{Tablock: true, KeepNulls: true, CheckConstraints: true, FireTriggers: true, RowsPerBatch: 1000, KilobytesPerBatch: 64, Order: []string{"id DESC", "name"}}
	n, err := copyIn(tx, opts, rows, func(i int) []any {
		if i == 1 {
			return []any{i, nil, nil}
		}
		return []any{i, "näme", "12.5"}
	})
	if err != nil || n != rows {
		t.Fatalf("%d rows, %v", n, err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if third[0].I != 2 || third[1].S != "näme" || third[2].D.String() != "12.5" || last.Types[2] != sqltype.DecimalOf(10, 2) {
		t.Errorf("row 2: %+v", third)
	}
	if !last.KeepNulls || !last.TabLock || !last.Checked || !reflect.DeepEqual(last.Order, []tsql.BulkOrder{{Column: "id", Desc: true}, {Column: "name"}}) {
		t.Errorf("hints: %+v", last)
	}
}

func TestBulkCopyFails(t *testing.T) {
	r := bulkRig(t, func(_ *tsql.Bulk, n int, _ []sqltype.Value) error {
		if n == 2000 {
			return errors.New("duplicate key")
		}
		return nil
	})
	ctx := context.Background()
	c := r.pin(t)
	var e mssql.Error
	err := c.Raw(func(dc any) error {
		b := dc.(*mssql.Conn).CreateBulkContext(ctx, "t", []string{"id"})
		for i := 0; i < 5000; i++ {
			if err := b.AddRow([]any{i}); err != nil {
				return err
			}
		}
		_, err := b.Done()
		return err
	})
	if !errors.As(err, &e) || e.Number != 2627 {
		t.Fatalf("got %v", err)
	}
	// The connection stays in step, and rows that come without INSERT BULK are refused.
	if _, err := c.ExecContext(ctx, "SET x"); err != nil {
		t.Fatal(err)
	}
	err = c.Raw(func(dc any) error {
		b := dc.(*mssql.Conn).CreateBulkContext(ctx, "missing", []string{"id"})
		return b.AddRow([]any{1})
	})
	if !errors.As(err, &e) || e.Number != 208 {
		t.Errorf("missing table: %v", err)
	}
}
