package loaders

import (
	"context"
	"database/sql/driver"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/sqlfake"
)

// loadText runs a script against a server that answers by answer, or by the
// good ends of a load where that gives nothing.
func loadText(t *testing.T, text string, answer func(text string) (sqlfake.Answer, bool)) (log []string, said []Message, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.sql")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := File(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Prepare(l, 5)
	if err != nil {
		t.Fatal(err)
	}
	srv := &sqlfake.Server{Handle: func(_ context.Context, _ int, text string) sqlfake.Answer {
		if a, ok := answer(text); ok {
			return a
		}
		switch {
		case strings.Contains(text, "OBJECT_ID"):
			return sqlfake.Answer{Columns: []string{"a", "b"}, Rows: [][]driver.Value{{"db", int64(9)}}}
		case strings.Contains(text, "DB_NAME"):
			return sqlfake.Scalar("db")
		case strings.Contains(text, "@@TRANCOUNT"):
			return sqlfake.Scalar(int64(0))
		}
		return sqlfake.Answer{}
	}}
	db := sqlx.NewDb(srv.DB(), "sqlserver")
	defer db.Close()
	conn, err := db.Connx(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = p.Load(context.Background(), conn, Options{Message: func(m Message) { said = append(said, m) }})
	return srv.Log(), said, err
}

func none(string) (sqlfake.Answer, bool) { return sqlfake.Answer{}, false }

func TestLoadRepeatsBatches(t *testing.T) {
	log, _, err := loadText(t, "A $(rows);\nGO 3\nB;\n", none)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(log[1:5], "|"); got != "A 5;\n|A 5;\n|A 5;\n|B;\n" {
		t.Errorf("sent %q", got)
	}
}

func TestLoadNamesTheLine(t *testing.T) {
	log, said, err := loadText(t, "A;\nGO\n\nB;\nC;\nGO\nD;\n", func(text string) (sqlfake.Answer, bool) {
		if !strings.Contains(text, "B;") {
			return sqlfake.Answer{}, false
		}
		return sqlfake.Answer{
			Messages: []mssql.Error{{Message: "hello", LineNo: 2}},
			Err:      mssql.Error{Number: 208, Class: 16, State: 1, LineNo: 3, Message: "Invalid object name 'C'."},
		}, true
	})
	if want := "load x: line 5: Invalid object name 'C'. (error 208, severity 16, state 1)"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if len(said) != 2 || said[0].Text != "hello" || said[0].Line != 4 {
		t.Errorf("messages %+v", said)
	}
	if strings.Contains(strings.Join(log, ""), "D;") {
		t.Error("the load went on after an error")
	}
}

func TestLoadChecksWhatIsLeft(t *testing.T) {
	for _, tt := range []struct {
		question string
		answer   sqlfake.Answer
		want     string
	}{
		{"@@TRANCOUNT", sqlfake.Scalar(int64(1)), "the script left a transaction open (rolled back)"},
		{"OBJECT_ID", sqlfake.Answer{Columns: []string{"a", "b"}, Rows: [][]driver.Value{{"db", nil}}}, "made no table dbo.test"},
		{"OBJECT_ID", sqlfake.Answer{Columns: []string{"a", "b"}, Rows: [][]driver.Value{{"master", int64(1)}}}, "left the current database at master, not db"},
	} {
		log, _, err := loadText(t, "A;", func(text string) (sqlfake.Answer, bool) {
			return tt.answer, strings.Contains(text, tt.question)
		})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.question, err, tt.want)
		}
		if rolled := strings.Contains(strings.Join(log, ""), "ROLLBACK"); rolled != (tt.question == "@@TRANCOUNT") {
			t.Errorf("%s: rolled back: %v", tt.question, rolled)
		}
	}
}
