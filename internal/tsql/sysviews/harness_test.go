package sysviews_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"
)

// The surface is tested through the statements that use it, in a session of its own.

// set is one result set; cells are text, NULL for NULL.
type set struct {
	cols []tsql.Column
	rows [][]string
}

// answer is what a batch sent.
type answer struct {
	sets     []set
	messages []tsql.Message
}

func (a *answer) Columns(cols []tsql.Column) error {
	a.sets = append(a.sets, set{cols: cols})
	return nil
}

func (a *answer) Row(vals []sqltype.Value) error {
	s := &a.sets[len(a.sets)-1]
	row := make([]string, len(vals))
	for i, v := range vals {
		row[i] = "NULL"
		if !v.Null {
			t := s.cols[i].Type
			if t.Kind == sqltype.SQLVariant {
				t = sqltype.Of(v.Kind)
			} else if v.Kind != t.Kind {
				return fmt.Errorf("column %s is %s, its value %s", s.cols[i].Name, t.Kind, v.Kind)
			}
			if row[i] = strings.TrimRight(sqltype.Format(t, v), " "); t.Kind == sqltype.Float {
				row[i] = strconv.FormatFloat(v.Float(), 'G', -1, 64) // as clients see it: all digits
			}
		}
		if v.Null && !s.cols[i].Nullable {
			return fmt.Errorf("column %s is NULL", s.cols[i].Name)
		}
	}
	s.rows = append(s.rows, row)
	return nil
}

func (a *answer) Done(tsql.Done) error                                  { return nil }
func (a *answer) Database(string, string) error                         { return nil }
func (a *answer) ReturnStatus(int32) error                              { return nil }
func (a *answer) Message(m tsql.Message) error                          { a.messages = append(a.messages, m); return nil }
func (a *answer) ReturnValue(string, sqltype.Type, sqltype.Value) error { return nil }

// text is the answer, a line a row or message.
func (a *answer) text() string {
	var b strings.Builder
	for _, s := range a.sets {
		for _, r := range s.rows {
			fmt.Fprintln(&b, strings.Join(r, " | "))
		}
	}
	for _, m := range a.messages {
		fmt.Fprintf(&b, "%d: %s\n", m.Number, m.Text)
	}
	return strings.TrimRight(b.String(), "\n")
}

type env struct {
	t    *testing.T
	inst *engine.Instance
	s    *tsql.Session
}

func open(t *testing.T) *env {
	t.Helper()
	return openWith(t, engine.Options{PoolBytes: 32 << 20, InMemory: true})
}

func openWith(t *testing.T, o engine.Options) *env {
	t.Helper()
	inst, err := engine.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := tsql.NewSession(inst, tsql.Options{Login: "sa", Host: "h", App: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := inst.Close(); err != nil {
			t.Error(err)
		}
	})
	e := &env{t, inst, s}
	e.run("CREATE DATABASE d")
	e.run("USE d")
	return e
}

// try runs a batch, errors among its messages.
func (e *env) try(batch string) *answer {
	e.t.Helper()
	a := &answer{}
	if err := e.s.Batch(context.Background(), batch, nil, a); err != nil {
		e.t.Fatalf("%s: %v", batch, err)
	}
	return a
}

// run runs a batch that must not fail.
func (e *env) run(batch string) *answer {
	e.t.Helper()
	a := e.try(batch)
	for _, m := range a.messages {
		if m.Class > 10 {
			e.t.Fatalf("%s: error %d: %s", batch, m.Number, m.Text)
		}
	}
	return a
}

// want compares a batch's answer, blanks at line ends apart.
func (e *env) want(batch, want string) {
	e.t.Helper()
	if got := e.try(batch).text(); got != want {
		e.t.Errorf("%s:\ngot\n%s\nwant\n%s", batch, got, want)
	}
}
