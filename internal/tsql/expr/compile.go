package expr

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// Compile compiles a scalar expression. The tree is mended first (see
// Reassociate), so callers pass what the parser gave. Errors are
// *sqltype.Error; the caller adds the line.
func Compile(s Scope, n ast.ScalarExpression) (*Expr, error) {
	return nil, sqltype.Errorf(40000, "expression %T is not supported", n)
}

// CompileBool compiles a search condition.
func CompileBool(s Scope, n ast.BooleanExpression) (*Cond, error) {
	return nil, sqltype.Errorf(40000, "condition %T is not supported", n)
}

// CompileAs compiles n and converts its result implicitly to t, as an
// assignment or an INSERT does: SET @v = …, errors 206, 257, 245, 8115, 8152.
func CompileAs(s Scope, n ast.ScalarExpression, t sqltype.Type) (*Expr, error) {
	e, err := Compile(s, n)
	if err != nil {
		return nil, err
	}
	return ConvertTo(e, t)
}

// ConvertTo wraps e in an implicit conversion to t; e itself when it already has that type.
func ConvertTo(e *Expr, t sqltype.Type) (*Expr, error) {
	if e.Type == t {
		return e, nil
	}
	return nil, sqltype.Errorf(40000, "conversion is not supported")
}

// DataType resolves a type reference of the syntax tree. Errors: 243 (not a
// defined system type), 2715 (cannot find data type), 1001, 2716, 2717 (bad length or
// precision).
func DataType(n ast.DataTypeReference) (sqltype.Type, error) {
	return sqltype.Type{}, sqltype.Errorf(40000, "type is not supported")
}

// MendQuery gives set operators their T-SQL precedence: INTERSECT binds tighter
// than UNION and EXCEPT, which are left-associative; parentheses are kept.
func MendQuery(q ast.QueryExpression) ast.QueryExpression { return q }
