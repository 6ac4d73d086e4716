package expr

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sqlc-dev/teesql/ast"
	"github.com/sqlc-dev/teesql/parser"

	"scanfrag/internal/sqltype"
)

// fakeSession has fixed answers.
type fakeSession struct {
	draws  int
	off    map[string]bool // SET options that are off
	format string          // SET DATEFORMAT, mdy when empty
}

func (*fakeSession) Now() time.Time {
	return time.Date(2024, 2, 29, 13, 5, 7, 123456700, time.FixedZone("", 2*3600))
}
func (s *fakeSession) Rand() float64              { s.draws++; return float64(s.draws) / 16 }
func (*fakeSession) Seed(seed int32) float64      { return float64(seed) / 1024 }
func (*fakeSession) NewID() (b [16]byte)          { b[15] = 1; return b }
func (*fakeSession) RowCount() int64              { return 7 }
func (*fakeSession) TranCount() int               { return 1 }
func (*fakeSession) XactState() int               { return -1 }
func (*fakeSession) LastError() int32             { return 208 }
func (*fakeSession) Identity() sqltype.Value      { return sqltype.NullOf(sqltype.Decimal) }
func (*fakeSession) ScopeIdentity() sqltype.Value { return sqltype.NullOf(sqltype.Decimal) }
func (*fakeSession) Caught() *ErrorInfo {
	return &ErrorInfo{Error: sqltype.Error{Number: 8134, State: 1, Class: 16, Text: "Divide by zero error encountered."}, Line: 3}
}
func (*fakeSession) Global(name string) (sqltype.Value, sqltype.Type, bool) {
	if name == "@@SPID" {
		return sqltype.IntOf(sqltype.SmallInt, 51), sqltype.Of(sqltype.SmallInt), true
	}
	return sqltype.Value{}, sqltype.Type{}, false
}
func (*fakeSession) MetaFunc(name string, args []sqltype.Value) (sqltype.Value, error) {
	switch name {
	case "DB_NAME":
		return sqltype.StringOf(sqltype.NVarChar, "scanfrag"), nil
	case "SERVERPROPERTY":
		return sqltype.StringOf(sqltype.NVarChar, "16.0"), nil
	}
	return sqltype.Value{Null: true}, nil
}
func (s *fakeSession) Option(name string) bool { return !s.off[name] }
func (*fakeSession) DateFirst() int            { return 7 }
func (s *fakeSession) DateFormat() string {
	if s.format == "" {
		return "mdy"
	}
	return s.format
}

// testScope knows @i int = 7, @b bigint, @t tinyint = 200, @n int NULL, @s varchar(10) = 'Abc',
// @c char(5) = 'ab', @d datetime, @m money = 12.3456, @dec decimal(10,2) = 3.50.
type testScope struct{ NoScope }

type testVar struct {
	t sqltype.Type
	v sqltype.Value
}

var testVars = []struct {
	name string
	testVar
}{
	{"@i", testVar{sqltype.Of(sqltype.Int), sqltype.IntOf(sqltype.Int, 7)}},
	{"@b", testVar{sqltype.Of(sqltype.BigInt), sqltype.IntOf(sqltype.BigInt, 9223372036854775807)}},
	{"@t", testVar{sqltype.Of(sqltype.TinyInt), sqltype.IntOf(sqltype.TinyInt, 200)}},
	{"@n", testVar{sqltype.Of(sqltype.Int), sqltype.NullOf(sqltype.Int)}},
	{"@s", testVar{sqltype.VarCharOf(10), sqltype.StringOf(sqltype.VarChar, "Abc")}},
	{"@c", testVar{sqltype.CharOf(5), sqltype.StringOf(sqltype.Char, "ab   ")}},
	{"@dec", testVar{sqltype.DecimalOf(10, 2), mustDecimal("3.50")}},
	{"@max", testVar{sqltype.Of(sqltype.Int), sqltype.IntOf(sqltype.Int, 2147483647)}},
}

func mustDecimal(s string) sqltype.Value {
	_, v, err := sqltype.DecimalLiteral(s)
	if err != nil {
		panic(err)
	}
	return v
}

func (testScope) Variable(name string) (int, sqltype.Type, bool) {
	for i, v := range testVars {
		if strings.EqualFold(v.name, name) {
			return i, v.t, true
		}
	}
	return 0, sqltype.Type{}, false
}

// Subquery answers (SELECT n FROM x) by the numbers in the table's name: t_1_2_null.
func (testScope) Subquery(q ast.QueryExpression, kind SubqueryKind) (*Subquery, error) {
	name := q.(*ast.QuerySpecification).FromClause.TableReferences[0].(*ast.NamedTableReference).SchemaObject.BaseIdentifier.Value
	var vals []sqltype.Value
	for _, p := range strings.Split(name, "_")[1:] {
		v := sqltype.NullOf(sqltype.Int)
		if p != "null" {
			var i int64
			fmt.Sscan(p, &i)
			v = sqltype.IntOf(sqltype.Int, i)
		}
		vals = append(vals, v)
	}
	return &Subquery{
		Type:   sqltype.Of(sqltype.Int),
		Scalar: func(*Env) (sqltype.Value, error) { return vals[0], nil },
		Exists: func(*Env) (bool, error) { return len(vals) > 0, nil },
		Each: func(_ *Env, f func(sqltype.Value) (bool, error)) error {
			for _, v := range vals {
				if more, err := f(v); err != nil || !more {
					return err
				}
			}
			return nil
		},
	}, nil
}

func testEnv() *Env {
	env := &Env{Session: &fakeSession{}, Stmt: &Stmt{}}
	for _, v := range testVars {
		env.Vars = append(env.Vars, v.v)
	}
	return env
}

func parseScalar(text string) (ast.ScalarExpression, error) {
	script, err := parser.Parse(context.Background(), strings.NewReader("SET @x = "+text))
	if err != nil {
		return nil, err
	}
	return script.Batches[0].Statements[0].(*ast.SetVariableStatement).Expression, nil
}

func parseCond(text string) (ast.BooleanExpression, error) {
	script, err := parser.Parse(context.Background(), strings.NewReader("IF "+text+" PRINT 'x'"))
	if err != nil {
		return nil, err
	}
	return script.Batches[0].Statements[0].(*ast.IfStatement).Predicate, nil
}

// show renders an expression's value, or its error as "error N: text".
func show(text string) string {
	n, err := parseScalar(text)
	if err != nil {
		return "parse: " + err.Error()
	}
	e, err := Compile(testScope{}, n)
	if err != nil {
		return showErr(err)
	}
	env := testEnv()
	v, err := e.Eval(env)
	if err != nil {
		return showErr(err)
	}
	if e.EvalInt != nil {
		if i, null, err := e.EvalInt(env); err != nil || null != v.Null || !null && i != v.I {
			return fmt.Sprintf("EvalInt %d %v %v differs from Eval %+v", i, null, err, v)
		}
	}
	if e.Type.Kind != sqltype.SQLVariant && v.Kind != e.Type.Kind {
		return fmt.Sprintf("value of kind %s in an expression of type %s", v.Kind, e.Type)
	}
	if v.Null {
		return "NULL"
	}
	if v.Kind.IsBinary() {
		return sqltype.Hex(v.S, true)
	}
	return sqltype.Format(e.Type, v)
}

func showErr(err error) string {
	var se *sqltype.Error
	if errors.As(err, &se) {
		return fmt.Sprintf("error %d: %s", se.Number, se.Text)
	}
	return "plain error: " + err.Error()
}

func typeOf(text string) string {
	n, err := parseScalar(text)
	if err != nil {
		return "parse: " + err.Error()
	}
	e, err := Compile(testScope{}, n)
	if err != nil {
		return showErr(err)
	}
	return e.Type.String()
}

func showCond(text string) string {
	n, err := parseCond(text)
	if err != nil {
		return "parse: " + err.Error()
	}
	c, err := CompileBool(testScope{}, n)
	if err != nil {
		return showErr(err)
	}
	t, err := c.Eval(testEnv())
	if err != nil {
		return showErr(err)
	}
	return [...]string{"false", "true", "unknown"}[t]
}

type pair struct{ in, want string }

func check(t *testing.T, f func(string) string, cases []pair) {
	t.Helper()
	for _, c := range cases {
		if got := f(c.in); got != c.want {
			t.Errorf("%s\n  got  %s\n  want %s", c.in, got, c.want)
		}
	}
}
