package ddl

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
	"scanfrag/internal/tsql/system"
)

// setDefault keeps a default's text, in parentheses as sys.default_constraints shows it.
func (d *columnDef) setDefault(c *ast.DefaultConstraintDefinition, source func(any) string) error {
	text, err := defaultText(c.Expression, source)
	if err != nil {
		return err
	}
	d.col.Default, d.dflt, d.withValues = text, c.Expression, c.WithValues
	d.col.DefaultName = syntax.ConstraintName(c.ConstraintIdentifier)
	// A default must be an expression without names of columns (error 128).
	_, err = defaultValue(d.col.Type, c.Expression)
	return err
}

// checkDefault is error 1755 for a default of a rowversion column.
func checkDefault(table string, c *engine.Column) error {
	if c.Type.RowVersion {
		return sqltype.Errorf(1755, "Defaults cannot be created on columns with timestamp data type. Table '%s', column '%s'.", table, c.Name)
	}
	return nil
}

func defaultText(n ast.ScalarExpression, source func(any) string) (string, error) {
	text := written(n, source)
	if text == "" {
		return "", sqltype.Errorf(102, "Incorrect syntax near 'DEFAULT'.")
	}
	inner := bare(n)
	if number(inner) {
		return "((" + strings.TrimSpace(source(inner)) + "))", nil
	}
	// Said in full: an INSERT may stand in a module of another schema.
	if v, ok := inner.(*ast.NextValueForExpression); ok && v.OverClause == nil && len(query.Parts(v.SequenceName)) == 1 {
		return "(NEXT VALUE FOR " + expr.JoinName(system.DefaultSchema, v.SequenceName.BaseIdentifier.Value) + ")", nil
	}
	return enclosed(text), nil
}

// bare is an expression without parentheses around it.
func bare(n ast.ScalarExpression) ast.ScalarExpression {
	for {
		p, ok := n.(*ast.ParenthesisExpression)
		if !ok {
			return n
		}
		n = p.Expression
	}
}

// number reports a numeric literal, with or without a sign: sys.default_constraints shows such in two pairs
// of parentheses, however many the definition had (observed on SQL Server).
func number(n ast.ScalarExpression) bool {
	if u, ok := n.(*ast.UnaryExpression); ok {
		n = u.Expression
	}
	switch n.(type) {
	case *ast.IntegerLiteral, *ast.NumericLiteral, *ast.RealLiteral, *ast.MoneyLiteral:
		return true
	}
	return false
}

// wrapped reports whether the first parenthesis closes at the end.
func wrapped(s string) bool {
	depth, quote := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			quote = !quote
		case quote:
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 && i < len(s)-1 {
				return false
			}
		}
	}
	return true
}

// defaultValue compiles a default for a column of type t.
func defaultValue(t sqltype.Type, n ast.ScalarExpression) (*expr.Expr, error) {
	e, err := expr.Compile(defaultScope{}, n)
	if err != nil {
		return nil, err
	}
	return expr.StoreTo(e, t)
}

type defaultScope struct{ expr.NoScope }

// InDefault admits NEWSEQUENTIALID.
func (defaultScope) InDefault() bool { return true }

// Column reports error 128.
func (defaultScope) Column(parts []string, _ *ast.ColumnReferenceExpression) (*expr.Expr, error) {
	return nil, sqltype.Errorf(128, "The name \"%s\" is not permitted in this context. Valid expressions are constants, constant expressions, and (in some contexts) variables. Column names are not permitted.", strings.Join(parts, "."))
}

// Node admits NEXT VALUE FOR, whose sequence is looked for when a row is inserted; a sequence of any type fits a number.
func (defaultScope) Node(n ast.ScalarExpression) (*expr.Expr, bool, error) {
	if _, ok := n.(*ast.NextValueForExpression); !ok {
		return nil, false, nil
	}
	return expr.New(sqltype.Of(sqltype.BigInt), false, func(*expr.Env) (sqltype.Value, error) {
		return sqltype.Value{}, query.Unsupported("NEXT VALUE FOR as the default of a column that is added WITH VALUES")
	}, nil), true, nil
}

// evalNow evaluates a column's default once, for existing rows.
func evalNow(h Host, e *expr.Expr) (sqltype.Value, error) {
	return e.Eval(&expr.Env{Session: h, Stmt: &expr.Stmt{}})
}
