package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-sql/sqlexp"
	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"
)

func TestQuery(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(42)})
	var got int
	if err := r.db.QueryRow("SELECT 42").Scan(&got); err != nil || got != 42 {
		t.Fatalf("got %d, %v", got, err)
	}
	l := r.session(0).login
	if l.SessionID != 51 || l.Database != "test" || l.App != "scanfrag" || !l.InMemory || l.User != "scanfrag" {
		t.Errorf("login %+v", l)
	}
}

// Several result sets, row counts and an error late in the batch, as a client sees them.
func TestResultSetsAndErrors(t *testing.T) {
	r := newRig(t, map[string]script{"MANY": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		return errors.Join(
			sink.Done(tsql.Done{Rows: 7, HasRows: true, Command: 0xC3}),
			sendInts(sink, 1, 2),
			sink.Message(tsql.Message{Number: 50000, State: 3, Class: 16, Line: 9, Proc: "p", Text: "bäd"}),
			sink.Done(tsql.Done{Error: true, Command: 0xC1}),
			sendInts(sink, 3),
		)
	}})
	rows, err := r.db.Query("MANY sets")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for {
		for rows.Next() {
			var n int
			if err := rows.Scan(&n); err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(n))
		}
		if rows.Err() != nil {
			break
		}
		if !rows.NextResultSet() {
			break
		}
		got = append(got, "|")
	}
	var e mssql.Error
	if !errors.As(rows.Err(), &e) || e.Number != 50000 || e.State != 3 || e.Class != 16 || e.LineNo != 9 || e.ProcName != "p" || e.Message != "bäd" || e.ServerName != "rig" {
		t.Errorf("error %+v", rows.Err())
	}
	if s := strings.Join(got, " "); s != "1 2" {
		t.Errorf("rows %q", s)
	}
	rows.Close()
	res, err := r.db.Exec("MANY sets")
	if !errors.As(err, &e) || res != nil {
		t.Errorf("exec: %v %v", res, err)
	}
}

func TestMessageQueue(t *testing.T) {
	r := newRig(t, map[string]script{"TALK": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		return errors.Join(
			sink.Message(tsql.Message{Text: "first", Line: 1}),
			sink.Done(tsql.Done{Rows: 5, HasRows: true, Command: 0xC4}),
			sendInts(sink, 8),
			sink.Message(tsql.Message{Class: 10, Text: "last", Line: 4}),
		)
	}})
	var rm sqlexp.ReturnMessage
	ctx := context.Background()
	rows, err := r.db.QueryContext(ctx, "TALK now", &rm)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for active := true; active; {
		switch m := rm.Message(ctx).(type) {
		case sqlexp.MsgNotice:
			got = append(got, "notice "+m.Message.String())
		case sqlexp.MsgRowsAffected:
			got = append(got, fmt.Sprint("affected ", m.Count))
		case sqlexp.MsgError:
			t.Fatal(m.Error)
		case sqlexp.MsgNext:
			for rows.Next() {
				var n int
				if err := rows.Scan(&n); err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprint("row ", n))
			}
		case sqlexp.MsgNextResultSet:
			active = rows.NextResultSet()
		}
	}
	if s := strings.Join(got, ", "); s != "notice first, affected 5, row 8, affected 1, notice last" {
		t.Errorf("got %s", s)
	}
}

// A message must reach the client while its batch still runs.
func TestFlush(t *testing.T) {
	heard := make(chan struct{})
	r := newRig(t, map[string]script{"SAY": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		sink.Message(tsql.Message{Text: "now", Line: 1})
		if err := sink.(interface{ Flush() error }).Flush(); err != nil {
			return err
		}
		select {
		case <-heard:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}})
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var rm sqlexp.ReturnMessage
	rows, err := r.db.QueryContext(ctx, "SAY it", &rm)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if m, ok := rm.Message(ctx).(sqlexp.MsgNotice); !ok || m.Message.String() != "now" {
		t.Errorf("got %v", m)
	}
	close(heard)
	for active := true; active; {
		if _, ok := rm.Message(ctx).(sqlexp.MsgNextResultSet); ok {
			active = rows.NextResultSet()
		}
	}
}

// A loop without NOCOUNT: a DONE an iteration, no result set.
func TestManyDones(t *testing.T) {
	const n = 200_000
	r := newRig(t, map[string]script{"LOOP": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		for i := 0; i < n; i++ {
			if err := sink.Done(tsql.Done{Rows: 1, HasRows: true, Command: 0xC3}); err != nil {
				return err
			}
		}
		return nil
	}})
	res, err := r.db.Exec("LOOP it")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := res.RowsAffected(); got != n {
		t.Errorf("%d rows affected", got)
	}
}

func TestLongTextBothWays(t *testing.T) {
	var got string
	r := newRig(t, map[string]script{"ECHO": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		got = text
		if err := sink.Columns([]tsql.Column{{Name: "t", Type: sqltype.Type{Kind: sqltype.NVarChar, Len: sqltype.MaxLen}}}); err != nil {
			return err
		}
		return errors.Join(sink.Row([]sqltype.Value{sqltype.StringOf(sqltype.NVarChar, text)}), sink.Done(tsql.Done{Rows: 1, HasRows: true, Command: 0xC1}))
	}})
	text := "ECHO " + strings.Repeat("aé𝄞日", 100_000)
	var back string
	if err := r.db.QueryRow(text).Scan(&back); err != nil {
		t.Fatal(err)
	}
	if got != text || back != text {
		t.Errorf("%d bytes sent, %d received, %d came back", len(text), len(got), len(back))
	}
}

func TestTooLongBatch(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(1)})
	r.cfg.MaxMessage = 1 << 16
	c := r.pin(t)
	_, err := c.ExecContext(context.Background(), "SELECT "+strings.Repeat("x", 1<<16))
	var e mssql.Error
	if !errors.As(err, &e) || e.Number != msgTooLong {
		t.Fatalf("got %v", err)
	}
	var n int
	if err := c.QueryRowContext(context.Background(), "SELECT 1").Scan(&n); err != nil || n != 1 {
		t.Fatalf("connection after it: %d %v", n, err)
	}
}

func TestServerSideErrors(t *testing.T) {
	r := newRig(t, map[string]script{
		"SELECT": one(1),
		"FAIL":   func(context.Context, *fakeSession, string, tsql.Sink) error { return errors.New("torn page") },
		"KIND": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
			if err := sink.Columns(intColumn); err != nil {
				return err
			}
			return sink.Row([]sqltype.Value{sqltype.StringOf(sqltype.VarChar, "x")})
		},
		"PANIC": func(context.Context, *fakeSession, string, tsql.Sink) error { panic("broken invariant") },
	})
	var e mssql.Error
	if _, err := r.db.Exec("FAIL now"); !errors.As(err, &e) || e.Number != msgInternal || !strings.Contains(e.Message, "torn page") {
		t.Errorf("plain error: %v", err)
	}
	if _, err := r.db.Exec("KIND of"); !errors.As(err, &e) || !strings.Contains(e.Message, `column "n" is bigint but its value is varchar`) {
		t.Errorf("wrong kind: %v", err)
	}
	_, err := r.db.Exec("PANIC now")
	var fatal mssql.ServerError
	if !errors.As(err, &fatal) {
		t.Errorf("panic: %T %v", err, err)
	}
	var n int
	if err := r.db.QueryRow("SELECT 1").Scan(&n); err != nil || n != 1 {
		t.Errorf("server after a panic: %d %v", n, err)
	}
}

func TestSetDatabase(t *testing.T) {
	r := newRig(t, map[string]script{"USE": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		return errors.Join(sink.Database("test", "other"), sink.Message(tsql.Message{Number: 5701, Class: 10, Text: "changed"}), sink.Done(tsql.Done{}))
	}, "SELECT": one(1)})
	if _, err := r.db.Exec("USE other"); err != nil {
		t.Fatal(err)
	}
	// The next checkout resets the connection, database included.
	if _, err := r.db.Exec("SELECT 1"); err != nil {
		t.Fatal(err)
	}
	if got := r.session(0).notes(); got != "reset\nbatch USE other\nreset\nbatch SELECT 1" {
		t.Errorf("session saw\n%s", got)
	}
}

func TestTransactions(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(1), "ABORT": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		s.tran = 0
		return sink.Message(tsql.Message{Number: 1205, Class: 13, Line: 1, Text: "deadlock"})
	}})
	ctx := context.Background()
	tx, err := r.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("SELECT 1"); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if tx, err = r.db.Begin(); err != nil {
		t.Fatal(err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if got, want := r.session(0).notes(), "reset\nbegin 4\nbatch SELECT 1\ncommit\nreset\nbegin 0\nrollback"; got != want {
		t.Errorf("session saw\n%s", got)
	}
	// The server ends the transaction on its own: the driver must learn it.
	if tx, err = r.db.Begin(); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("ABORT it"); err == nil {
		t.Error("no error")
	}
	if _, err := tx.Exec("SELECT 1"); err == nil || !strings.Contains(err.Error(), "aborted by the server") {
		t.Errorf("after the server's rollback: %v", err)
	}
	tx.Rollback()
	// A transaction begun by a statement.
	c := r.pin(t)
	if _, err := c.ExecContext(ctx, "BEGIN TRAN"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.ExecContext(ctx, "ROLLBACK TRAN"); err != nil {
		t.Fatal(err)
	}
}
