package server

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"strings"
	"testing"

	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"
)

func TestParseInsertBulk(t *testing.T) {
	for text, want := range map[string]*bulkTarget{
		"INSERT BULK [dbo].[t] ([a] int, [b]]c] decimal(10, 2), d nvarchar(max)) WITH (TABLOCK, ORDER(a))": {table: "[dbo].[t]", columns: []string{"a", "b]c", "d"}},
		"insert  bulk t(\"x\"\"y\" int) with (KEEP_NULLS)":                                                 {table: "t", columns: []string{`x"y`}, keepNulls: true},
		"INSERT BULK [a(b] ([c,d] int) ;":                                                                  {table: "[a(b]", columns: []string{"c,d"}},
	} {
		if !isInsertBulk(text) {
			t.Errorf("%s: not recognised", text)
		}
		got, err := parseInsertBulk(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v %v", text, got, err)
		}
	}
	for _, text := range []string{"INSERT BULK t", "INSERT BULK (a int)", "INSERT BULK t (a int", "INSERT BULK t ([a int)", "INSERT BULK t (a int,)", "INSERT BULK t (a int) OUTPUT x", "INSERT BULK t (a int) WITH x"} {
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

// bulkRig has a table of three columns; rows arrive through INSERT.
func bulkRig(t *testing.T, insert func(ctx context.Context, text string) error) (*rig, *[]tsql.Param) {
	var all []tsql.Param
	cols := []tsql.Column{
		{Name: "id", Type: sqltype.Of(sqltype.Int)},
		{Name: "name", Type: sqltype.NVarCharOf(20), Nullable: true},
		{Name: "price", Type: sqltype.DecimalOf(10, 2), Nullable: true},
	}
	r := newRig(t, nil)
	r.cfg.NewSession = func(l Login) (Session, error) {
		s := &bulkSession{all: &all}
		s.fakeSession = fakeSession{login: l, closed: make(chan struct{}), scripts: map[string]script{
			"select": func(ctx context.Context, f *fakeSession, text string, sink tsql.Sink) error {
				return errors.Join(sink.Columns(cols), sink.Done(tsql.Done{Command: 0xC1}))
			},
			"SELECT": func(ctx context.Context, f *fakeSession, text string, sink tsql.Sink) error {
				if strings.Contains(text, "missing") {
					return sink.Message(tsql.Message{Number: 208, Class: 16, State: 1, Line: 1, Text: "Invalid object name 'missing'."})
				}
				return errors.Join(sink.Columns(cols), sink.Done(tsql.Done{Command: 0xC1}))
			},
			"INSERT": func(ctx context.Context, f *fakeSession, text string, sink tsql.Sink) error {
				if insert != nil {
					if err := insert(ctx, text); err != nil {
						if ctx.Err() != nil {
							return err
						}
						return sink.Message(tsql.Message{Number: 2627, Class: 14, State: 1, Line: 1, Text: err.Error()})
					}
				}
				return sink.Done(tsql.Done{Rows: 1, HasRows: true, Command: 0xC3})
			},
		}}
		r.mu.Lock()
		r.sessions = append(r.sessions, &s.fakeSession)
		r.mu.Unlock()
		return s, nil
	}
	return r, &all
}

type bulkSession struct {
	fakeSession
	all  *[]tsql.Param
	rows int64 // of the last INSERT: one for each "(" behind VALUES
}

func (s *bulkSession) RowCount() int64 { return s.rows }

func (s *bulkSession) Batch(ctx context.Context, text string, params []tsql.Param, sink tsql.Sink) error {
	*s.all = append(*s.all, params...)
	if _, values, ok := strings.Cut(text, "VALUES"); ok {
		s.rows = int64(strings.Count(values, "("))
	}
	if len(text) > 100 {
		text = text[:100]
	}
	return s.fakeSession.Batch(ctx, text, params, sink)
}

func (s *bulkSession) Repeat(ctx context.Context, text string, params []tsql.Param, next func(params []sqltype.Value) (bool, error), sink tsql.Sink) error {
	return repeat(s, ctx, text, params, next, sink)
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
	r, all := bulkRig(t, nil)
	tx, err := r.db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	const rows = 2500
	n, err := copyIn(tx, mssql.BulkOptions{}, rows, func(i int) []any {
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
	if len(*all) != 3*rows-2 {
		t.Fatalf("%d values", len(*all))
	}
	p := (*all)[4:7] // row 2: row 1 has two defaults
	if p[0].Name != "@p5" || p[0].Value.I != 2 || p[1].Value.S != "näme" || p[2].Value.D.String() != "12.5" || p[2].Type != sqltype.DecimalOf(10, 2) {
		t.Errorf("row 2: %+v", p)
	}
	got := r.session(0).notes()
	for _, want := range []string{"SAVE TRANSACTION " + bulkSavepoint, "INSERT INTO [t] ([id], [name], [price]) VALUES (@p1, @p2, @p3), (@p4, DEFAULT, DEFAULT), "} {
		if !strings.Contains(got, want) {
			t.Errorf("session did not see %s:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "INSERT INTO"); n != 4 {
		t.Errorf("%d INSERTs", n)
	}
}

func TestBulkCopyFails(t *testing.T) {
	calls := 0
	r, _ := bulkRig(t, func(context.Context, string) error {
		if calls++; calls == 2 {
			return errors.New("duplicate key")
		}
		return nil
	})
	ctx := context.Background()
	c := r.pin(t)
	var e mssql.Error
	err := c.Raw(func(dc any) error {
		b := dc.(*mssql.Conn).CreateBulkContext(ctx, "t", []string{"id"})
		b.Options.KeepNulls = true
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
	if got := r.session(0).notes(); !strings.HasSuffix(got, "\nrollback") || !strings.Contains(got, "\nbegin 0\n") {
		t.Errorf("session saw\n%.600s", got)
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
