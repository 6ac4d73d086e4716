package expr

import (
	"testing"

	"scanfrag/internal/sqltype"
)

// under evaluates a scalar with a session of its own.
func under(t *testing.T, s *fakeSession, text string) string {
	t.Helper()
	n, err := parseScalar(text)
	if err != nil {
		t.Fatal(text, err)
	}
	e, err := Compile(testScope{}, n)
	if err != nil {
		return showErr(err)
	}
	env := testEnv()
	env.Session = s
	v, err := e.Eval(env)
	if err != nil {
		return showErr(err)
	}
	if v.Null {
		return "NULL"
	}
	return sqltype.Format(e.Type, v)
}

func TestSetOptions(t *testing.T) {
	off := func(names ...string) *fakeSession {
		s := &fakeSession{off: map[string]bool{}}
		for _, n := range names {
			s.off[n] = true
		}
		return s
	}
	for _, c := range []struct {
		s          *fakeSession
		text, want string
	}{
		{off(), "'a' + NULL", "NULL"},
		{off("CONCAT_NULL_YIELDS_NULL"), "'a' + NULL", "a"},
		{off("ARITHABORT"), "1 / 0", "error 8134: Divide by zero error encountered."},
		{off("ARITHABORT", "ANSI_WARNINGS"), "1 / 0", "NULL"},
		{off("ARITHABORT", "ANSI_WARNINGS"), "@max + 1", "NULL"},
		{off("ARITHABORT", "ANSI_WARNINGS"), "1.0 / 0", "NULL"},
		{off(), "IIF(@n = NULL, 'y', 'n')", "n"},
		{off("ANSI_NULLS"), "IIF(@n = NULL, 'y', 'n')", "y"},
		{off("ANSI_NULLS"), "IIF(@i <> NULL, 'y', 'n')", "y"},
		{off("ANSI_NULLS"), "IIF(@i = NULL, 'y', 'n')", "n"},
		{off("ANSI_NULLS"), "IIF(@n > NULL, 'y', 'n')", "n"},
		{off(), "CAST('02/03/2024' AS date)", "2024-02-03"},
		{&fakeSession{format: "dmy"}, "CAST('02/03/2024' AS date)", "2024-03-02"},
		{&fakeSession{format: "ymd"}, "CAST('24/03/02' AS date)", "2024-03-02"},
		{&fakeSession{format: "dym"}, "CAST('02/2024/03' AS date)", "2024-03-02"},
		{&fakeSession{format: "dmy"}, "CAST('2024-02-03' AS date)", "2024-02-03"},
		{&fakeSession{format: "dmy"}, "CONVERT(varchar(10), CAST('2024-02-03' AS datetime), 120)", "2024-03-02"},
		{&fakeSession{format: "dmy"}, "CONVERT(varchar(10), CAST('2024-02-03T00:00:00' AS datetime), 120)", "2024-02-03"},
		{&fakeSession{format: "dmy"}, "CONVERT(varchar(10), CAST('20240203' AS datetime), 120)", "2024-02-03"},
		{&fakeSession{format: "dmy"}, "MONTH('02/03/2024')", "3"},
		{&fakeSession{format: "dmy"}, "CONVERT(varchar(10), CONVERT(datetime, '02/03/2024', 101), 120)", "2024-02-03"},
		{&fakeSession{format: "dmy"}, "ISDATE('13/01/2024')", "1"},
	} {
		if got := under(t, c.s, c.text); got != c.want {
			t.Errorf("%s with %v %q off: %s, want %s", c.text, c.s.off, c.s.format, got, c.want)
		}
	}
}

func TestStoreTo(t *testing.T) {
	e, err := StoreTo(Variable(sqltype.VarCharOf(10), 4), sqltype.VarCharOf(2)) // @s = 'Abc'
	if err != nil {
		t.Fatal(err)
	}
	env := testEnv()
	if _, err := e.Eval(env); showErr(err) != "error 8152: String or binary data would be truncated." {
		t.Errorf("got %v", err)
	}
	env.Session = &fakeSession{off: map[string]bool{"ANSI_WARNINGS": true}}
	if v, err := e.Eval(env); err != nil || v.S != "Ab" {
		t.Errorf("got %+v, %v", v, err)
	}
	if _, err := StoreTo(Constant(sqltype.Of(sqltype.Int), sqltype.IntOf(sqltype.Int, 1)), sqltype.Of(sqltype.Date)); showErr(err) != "error 206: Operand type clash: int is incompatible with date" {
		t.Errorf("got %v", err)
	}
}
