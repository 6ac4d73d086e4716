package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/syntax"
)

// compile compiles a computed column's text, of the column's type.
func (s *rowScope) compile(c *engine.Column) (*expr.Expr, error) {
	n, err := syntax.Expression(c.Computed.Text)
	if err != nil {
		return nil, err
	}
	e, err := expr.Compile(s, n)
	if err != nil {
		return nil, err
	}
	return expr.ConvertTo(e, c.Type)
}

// Computed compiles a deterministic computed column of a table with these columns to a function of complete records,
// for one goroutine. SET options of the session have no part in it.
func Computed(cols []engine.Column, c *engine.Column) (func(rec []byte) (sqltype.Value, error), error) {
	e, err := (&rowScope{cols: cols}).compile(c)
	if err != nil {
		return nil, err
	}
	env := &expr.Env{Rows: make([]expr.Row, 1), Session: settled{}, Stmt: &expr.Stmt{}}
	return func(rec []byte) (sqltype.Value, error) {
		env.Rows[0].Rec = rec
		return e.Eval(env)
	}, nil
}

// settled is a session with the SET options that an index on a computed column asks for; a deterministic expression
// asks for nothing else.
type settled struct{ expr.Session }

func (settled) Option(string) bool { return true }
func (settled) DateFirst() int     { return 7 }
func (settled) DateFormat() string { return "mdy" }

// virtualExpr reads a column that rows of the table have no place for: from the row of an index that has it, else it is
// computed of the table's row.
func (b *block) virtualExpr(src int, c *engine.Column) (*expr.Expr, error) {
	s := b.sources[src]
	scope := &rowScope{c: b.c, cols: s.table.Columns, read: func(o *engine.Column) *expr.Expr { return recordExpr(src, o, s.maybe) }}
	e, err := scope.compile(c)
	if err != nil {
		return nil, err
	}
	b.calls = b.calls || scope.calls
	wide, maybe := s.table.Widened(c), s.maybe
	if wide == nil && !maybe {
		return e, nil
	}
	stored, cols, null := e, s.table.Layout.Cols, sqltype.NullOf(c.Type.Kind)
	if wide != nil {
		stored = recordExpr(src, wide, maybe)
	}
	return expr.New(c.Type, c.Nullable || maybe, func(env *expr.Env) (sqltype.Value, error) {
		switch r := &env.Rows[src]; {
		case maybe && r.Null:
			return null, nil
		case page.Columns(r.Rec) > cols:
			return stored.Eval(env)
		}
		return e.Eval(env)
	}, nil), nil
}

// Definition is what is found out about a computed column when it is defined.
type Definition struct {
	Type                   sqltype.Type
	Nullable               bool
	Refs                   []int // places of the columns it reads
	Deterministic, Precise bool
}

// Define compiles the text of a computed column of a table with these columns: error 1759 when it reads a computed one.
func (c *Compiler) Define(text, table string, cols []engine.Column) (d Definition, err error) {
	n, err := syntax.Expression(text)
	if err != nil {
		return d, err
	}
	s := &rowScope{c: c, cols: cols, refuse: func(c *engine.Column) error {
		if c.Computed == nil {
			return nil
		}
		e := sqltype.Errorf(1759, "Computed column '%s' in table '%s' is not allowed to be used in another computed-column definition.", c.Name, table)
		e.State = 0
		return e
	}}
	e, err := expr.Compile(s, n)
	if err != nil {
		return d, err
	}
	d = Definition{Type: e.Type, Nullable: e.Nullable || !certain(n), Refs: s.refs}
	if d.Type.Kind == sqltype.KindNull {
		d.Type = sqltype.Of(sqltype.Int)
	}
	d.Deterministic, d.Precise = determinism(s, n)
	return d, nil
}

// certain reports an expression that is NULL only when one of what it is made of is: the result of most others is taken
// to be nullable, as an overflow may make it NULL (documented).
func certain(n ast.ScalarExpression) bool {
	switch n := unparen(n).(type) {
	case *ast.ColumnReferenceExpression, *ast.IntegerLiteral, *ast.NumericLiteral, *ast.RealLiteral, *ast.MoneyLiteral, *ast.StringLiteral, *ast.BinaryLiteral:
		return true
	case *ast.FunctionCall:
		return isFunction(n, "ISNULL")
	}
	return false
}
