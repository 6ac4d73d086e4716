package server

import (
	"context"
	"testing"

	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"

	"database/sql"
)

func benchDB(b *testing.B, scripts map[string]script) *sql.DB {
	s := New(Config{NewSession: func(l Login) (Session, error) {
		return &fakeSession{login: l, scripts: scripts, closed: make(chan struct{})}, nil
	}})
	c, err := mssql.NewConnector(DSN(""))
	if err != nil {
		b.Fatal(err)
	}
	c.Dialer = s.Dialer()
	db := sql.OpenDB(c)
	b.Cleanup(func() { db.Close(); s.Close() })
	return db
}

// One DONE token, as a loop without NOCOUNT sends, through the driver.
func BenchmarkDone(b *testing.B) {
	db := benchDB(b, map[string]script{"LOOP": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		for i := 0; i < b.N; i++ {
			if err := sink.Done(tsql.Done{Rows: 1, HasRows: true, Command: 0xC3}); err != nil {
				return err
			}
		}
		return nil
	}})
	b.ReportAllocs()
	if _, err := db.Exec("LOOP it"); err != nil {
		b.Fatal(err)
	}
}

// Encoding alone: a row of four columns, what a scan's output costs here.
func BenchmarkRowEncode(b *testing.B) {
	types := []sqltype.Type{sqltype.Of(sqltype.Int), sqltype.Of(sqltype.BigInt), sqltype.CharOf(100), sqltype.NVarCharOf(50)}
	vals := []sqltype.Value{sqltype.IntOf(sqltype.Int, 1), sqltype.IntOf(sqltype.BigInt, 2),
		sqltype.StringOf(sqltype.Char, string(make([]byte, 100))), sqltype.StringOf(sqltype.NVarChar, "some text")}
	var cols []column
	for _, t := range types {
		cols = append(cols, newColumn("c", t))
	}
	buf := make([]byte, 0, 4096)
	b.ReportAllocs()
	for b.Loop() {
		dst := buf
		for i := range cols {
			dst, _ = cols[i].append(dst, &vals[i])
		}
	}
}

func BenchmarkRows(b *testing.B) {
	db := benchDB(b, map[string]script{"ROWS": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		if err := sink.Columns(intColumn); err != nil {
			return err
		}
		row := []sqltype.Value{sqltype.IntOf(sqltype.BigInt, 7)}
		for i := 0; i < b.N; i++ {
			if err := sink.Row(row); err != nil {
				return err
			}
		}
		return sink.Done(tsql.Done{Rows: int64(b.N), HasRows: true, Command: 0xC1})
	}})
	b.ReportAllocs()
	rows, err := db.Query("ROWS of")
	if err != nil {
		b.Fatal(err)
	}
	for rows.Next() {
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
}
