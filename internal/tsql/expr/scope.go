package expr

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// Scope resolves what an expression's names mean, at compile time.
type Scope interface {
	// Column resolves a one- to four-part column name (last part is the column).
	// Errors: 207 invalid column name, 209 ambiguous, 4104 could not be bound.
	Column(parts []string, ref *ast.ColumnReferenceExpression) (*Expr, error)
	// Variable finds a variable by name with its @, any case.
	Variable(name string) (slot int, t sqltype.Type, ok bool)
	// Subquery compiles a query used inside an expression.
	Subquery(q ast.QueryExpression, kind SubqueryKind) (*Subquery, error)
	// Function is asked first about each function call: aggregates and window
	// functions (OVER), user functions, sequences. handled is false for what it
	// leaves to the built-in table.
	Function(c *ast.FunctionCall) (e *Expr, handled bool, err error)
	// Node is asked about expression nodes this package does not know, such as
	// NEXT VALUE FOR or IDENTITY(). handled false makes the compiler refuse it.
	Node(n ast.ScalarExpression) (e *Expr, handled bool, err error)
}

// DefaultScope is an optional ability of a Scope: the expression is a column's
// DEFAULT, the only place for NEWSEQUENTIALID().
type DefaultScope interface{ InDefault() bool }

// SubqueryKind says how a subquery's result is used.
type SubqueryKind uint8

// The uses of a subquery in an expression.
const (
	SubqueryScalar SubqueryKind = iota // one value; no row is NULL, two rows are error 512
	SubqueryExists
	SubqueryIn  // also = ANY
	SubqueryAny // and SOME
	SubqueryAll
)

// Subquery is a compiled subquery. Which functions must be set follows from the
// kind asked for: Scalar; Exists; Each (In, Any, All).
type Subquery struct {
	Type   sqltype.Type // of the single column
	Scalar func(*Env) (sqltype.Value, error)
	Exists func(*Env) (bool, error)
	// Each calls f with each row's value until f says stop.
	Each func(env *Env, f func(v sqltype.Value) (more bool, err error)) error
	// Contains, optional, answers IN at once (a hash of an uncorrelated
	// subquery); v is of type Type.
	Contains func(env *Env, v sqltype.Value) (Tri, error)
}

// NoScope resolves nothing: constants and built-in functions only. Embed it to
// write a partial Scope.
type NoScope struct{}

// Column reports error 207.
func (NoScope) Column(parts []string, _ *ast.ColumnReferenceExpression) (*Expr, error) {
	return nil, sqltype.Errorf(207, "Invalid column name '%s'.", parts[len(parts)-1])
}

// Variable finds nothing.
func (NoScope) Variable(string) (int, sqltype.Type, bool) { return 0, sqltype.Type{}, false }

// Subquery reports error 1046.
func (NoScope) Subquery(ast.QueryExpression, SubqueryKind) (*Subquery, error) {
	return nil, sqltype.Errorf(1046, "Subqueries are not allowed in this context. Only scalar expressions are allowed.")
}

// Function handles nothing.
func (NoScope) Function(*ast.FunctionCall) (*Expr, bool, error) { return nil, false, nil }

// Node handles nothing.
func (NoScope) Node(ast.ScalarExpression) (*Expr, bool, error) { return nil, false, nil }
