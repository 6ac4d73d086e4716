package main

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/script"
	"scanfrag/internal/sqlfake"
)

// runFakeSQL runs a script against a fake server through the sql command's loop.
func runFakeSQL(t *testing.T, text string, goOn, asJSON bool, handle func(n int, text string) sqlfake.Answer) (stdout, stderr string, code int) {
	t.Helper()
	n := 0
	srv := &sqlfake.Server{Handle: func(_ context.Context, _ int, text string) sqlfake.Answer { n++; return handle(n, text) }}
	db := sqlx.NewDb(srv.DB(), "sqlserver")
	defer db.Close()
	conn, err := db.Connx(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	s, err := script.Split(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	e := env{stdout: &out, stderr: &errs}
	var dst sqlOutput = &sqlText{e: e}
	if asJSON {
		dst = &sqlJSON{e: e, w: &out}
	}
	o := sqlOptions{goOn: goOn}
	runErr := o.batches(context.Background(), conn, s, dst)
	if err := dst.end(); err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), exitCode(runErr)
}

func failing(n int, text string) sqlfake.Answer {
	switch {
	case strings.HasPrefix(strings.TrimSpace(text), "bad"):
		return sqlfake.Answer{Err: mssql.Error{Number: 208, Class: 16, State: 1, LineNo: 1, Message: "Invalid object name 'x'."}}
	case strings.HasPrefix(text, "say"):
		return sqlfake.Answer{Messages: []mssql.Error{{Number: 0, LineNo: 1, Message: "hello"}}}
	}
	return sqlfake.Answer{Columns: []string{"n", "t"}, Types: []string{"INT", "VARCHAR"}, Rows: [][]driver.Value{{int64(n), "a|b"}, {nil, nil}}}
}

func TestSQLTextStopsAtAnError(t *testing.T) {
	out, errs, code := runFakeSQL(t, "say\nGO\nselect\nGO\n\nbad\nGO\nselect", false, false, failing)
	if want := "    n | t\n------+------\n    2 | a|b\n NULL | NULL\n"; out != want {
		t.Errorf("stdout %q, want %q", out, want)
	}
	if want := "hello\nMsg 208, Level 16, State 1, Line 5\nInvalid object name 'x'.\n"; errs != want || code != exitFailure {
		t.Errorf("exit %d, stderr %q, want %q", code, errs, want)
	}
	out, _, code = runFakeSQL(t, "bad\nGO\nselect", true, false, failing)
	if !strings.Contains(out, "a|b") || code != exitFailure {
		t.Errorf("--continue: exit %d, stdout %q", code, out)
	}
}

// sqlDocument is what sql --json writes.
type sqlDocument struct {
	Batches []struct {
		Results []struct {
			Columns []struct{ Name, Type string }
			Rows    [][]any
		}
		Messages []struct {
			Number, Severity, Line int
			Text                   string
		}
		RowsAffected *int64 `json:"rows_affected"`
	}
}

func TestSQLJSON(t *testing.T) {
	out, _, code := runFakeSQL(t, "say\nGO 3\nselect\nGO\nbad\nGO\nselect", false, true, failing)
	var got sqlDocument
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitFailure {
		t.Fatalf("%v, exit %d\n%s", err, code, out)
	}
	b := got.Batches
	if len(b) != 3 || len(b[0].Messages) != 1 || b[0].RowsAffected != nil || len(b[0].Results) != 0 {
		t.Fatalf("%s", out)
	}
	if want := [][]any{{4.0, "a|b"}, {nil, nil}}; !reflect.DeepEqual(b[1].Results[0].Rows, want) || b[1].Results[0].Columns[1].Type != "varchar" {
		t.Errorf("rows %v", b[1].Results[0])
	}
	if m := b[2].Messages[0]; m.Number != 208 || m.Severity != 16 || m.Line != 5 {
		t.Errorf("message %+v", m)
	}
	if out, _, _ := runFakeSQL(t, "", false, true, failing); out != "{\"batches\": []}\n" {
		t.Errorf("nothing to run: %q", out)
	}
}

func TestSQLValues(t *testing.T) {
	at := time.Date(2026, 2, 3, 4, 5, 6, 70_000_000, time.FixedZone("", 3600))
	for _, tt := range []struct {
		v    any
		typ  string
		want string
	}{
		{nil, "INT", "null"},
		{int64(-5), "BIGINT", "-5"},
		{true, "BIT", "1"},
		{false, "BIT", "0"},
		{0.1, "FLOAT", "0.1"},
		{float64(float32(0.1)), "REAL", "0.1"},
		{1e300, "FLOAT", "1e+300"},
		{[]byte("1.50"), "DECIMAL", `"1.50"`},
		{[]byte("1.5000"), "MONEY", `"1.5000"`},
		{[]byte{0xAB, 0x01}, "VARBINARY", `"0xAB01"`},
		{[]byte{}, "VARBINARY", `"0x"`},
		{[]byte{0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF}, "UNIQUEIDENTIFIER", `"00112233-4455-6677-8899-AABBCCDDEEFF"`},
		{"a\"\n", "NVARCHAR", `"a\"\n"`},
		{at, "DATE", `"2026-02-03"`},
		{at, "TIME", `"04:05:06.07"`},
		{at, "DATETIME", `"2026-02-03T04:05:06.070"`},
		{at, "SMALLDATETIME", `"2026-02-03T04:05:06"`},
		{at, "DATETIME2", `"2026-02-03T04:05:06.07"`},
		{at, "DATETIMEOFFSET", `"2026-02-03T04:05:06.07+01:00"`},
	} {
		if got := string(sqlJSONValue(tt.v, tt.typ)); got != tt.want {
			t.Errorf("%v as %s: %s, want %s", tt.v, tt.typ, got, tt.want)
		}
	}
}

// Thousands of rows come out in several tables with none lost.
func TestSQLTextManyRows(t *testing.T) {
	out, _, _ := runFakeSQL(t, "select", false, false, func(int, string) sqlfake.Answer {
		a := sqlfake.Answer{Columns: []string{"n"}, Types: []string{"INT"}}
		for i := range 2500 {
			a.Rows = append(a.Rows, []driver.Value{int64(i)})
		}
		return a
	})
	if n := strings.Count(out, "\n"); n != 2500+3*2 {
		t.Errorf("%d lines", n)
	}
}
