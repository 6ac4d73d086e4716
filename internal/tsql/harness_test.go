package tsql_test

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

// null is a sink that keeps only errors.
type null struct {
	err  error
	rows int64
	last sqltype.Value
}

func (n *null) Columns([]tsql.Column) error { return nil }

func (n *null) Row(v []sqltype.Value) error {
	n.rows++
	if len(v) > 0 {
		n.last = v[0]
	}
	return nil
}

func (n *null) Done(tsql.Done) error { return nil }

func (n *null) Message(m tsql.Message) error {
	if m.Class > 10 && n.err == nil {
		n.err = fmt.Errorf("%d line %d: %s", m.Number, m.Line, m.Text)
	}
	return nil
}

func (n *null) Database(string, string) error                         { return nil }
func (n *null) ReturnStatus(int32) error                              { return nil }
func (n *null) ReturnValue(string, sqltype.Type, sqltype.Value) error { return nil }

// newSession is one on database d of an instance in memory.
func newSession(tb testing.TB) *tsql.Session {
	tb.Helper()
	inst, err := engine.Open(engine.Options{InMemory: true, PoolBytes: 512 << 20})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := inst.CreateDatabase(context.Background(), engine.DatabaseSpec{Name: "d"}); err != nil {
		tb.Fatal(err)
	}
	s, err := tsql.NewSession(inst, tsql.Options{Database: "d"})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
		if err := inst.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// run runs a batch that must not fail.
func run(tb testing.TB, s *tsql.Session, text string) *null {
	tb.Helper()
	n := &null{}
	if err := s.Batch(context.Background(), text, nil, n); err != nil {
		tb.Fatal(err)
	}
	if n.err != nil {
		tb.Fatal(n.err)
	}
	return n
}

// collect keeps all rows as text.
type collect struct {
	null
	rows []string
}

func (c *collect) Row(vals []sqltype.Value) error {
	out := make([]string, len(vals))
	for i, v := range vals {
		switch {
		case v.Null:
			out[i] = "NULL"
		case v.Kind.IsInt():
			out[i] = strconv.FormatInt(v.I, 10)
		default:
			out[i] = strings.TrimRight(v.S, " ")
		}
	}
	c.rows = append(c.rows, strings.Join(out, ","))
	return nil
}

// rowsOf are the rows that a batch gives, as text.
func rowsOf(t *testing.T, s *tsql.Session, text string) []string {
	t.Helper()
	c := &collect{}
	if err := s.Batch(t.Context(), text, nil, c); err != nil {
		t.Fatal(err)
	}
	if c.err != nil {
		t.Fatalf("%s\n%v", text, c.err)
	}
	return c.rows
}

// opened is a session on database d, made when it is missing, of the instance in a directory.
func opened(t *testing.T, dir string) (*engine.Instance, *tsql.Session) {
	t.Helper()
	inst, err := engine.Open(engine.Options{Dir: dir, PoolBytes: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if u := inst.Unopened("d"); u != nil {
		t.Fatal(u.Refusal())
	}
	if inst.Database("d") == nil {
		if _, err := inst.CreateDatabase(t.Context(), engine.DatabaseSpec{Name: "d"}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := tsql.NewSession(inst, tsql.Options{Database: "d"})
	if err != nil {
		t.Fatal(err)
	}
	return inst, s
}

// reopener gives sessions on database d of an instance that is opened for each and closed after it.
func reopener(t *testing.T) func(do func(s *tsql.Session)) {
	dir := t.TempDir()
	return func(do func(s *tsql.Session)) {
		t.Helper()
		inst, s := opened(t, dir)
		do(s)
		s.Close()
		if err := inst.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
