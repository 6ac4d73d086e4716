package expr

import (
	"fmt"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// Compile compiles a scalar expression. The tree is mended first (see
// Reassociate), so callers pass what the parser gave. Errors are
// *sqltype.Error; the caller adds the line.
func Compile(s Scope, n ast.ScalarExpression) (*Expr, error) {
	return (&compiler{s}).expr(n)
}

// CompileBool compiles a search condition.
func CompileBool(s Scope, n ast.BooleanExpression) (*Cond, error) {
	return (&compiler{s}).cond(n)
}

// CompileAs compiles n and converts its result implicitly to t, as an
// assignment does: errors 206, 257, 245, 8115 … Text too long for t is cut.
func CompileAs(s Scope, n ast.ScalarExpression, t sqltype.Type) (*Expr, error) {
	e, err := Compile(s, n)
	if err != nil {
		return nil, err
	}
	return ConvertTo(e, t)
}

type compiler struct{ s Scope }

func unsupported(format string, args ...any) error {
	return sqltype.Errorf(40000, "%s is not supported by the embedded engine", fmt.Sprintf(format, args...))
}

// nodeName is a syntax node's name without its package, for refusals.
func nodeName(n any) string {
	switch n.(type) {
	case *ast.AtTimeZoneCall:
		return "AT TIME ZONE"
	case *ast.OdbcFunctionCall:
		return "{fn …}"
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.")
}

func (c *compiler) expr(n ast.ScalarExpression) (*Expr, error) {
	switch n := n.(type) {
	case *ast.IntegerLiteral:
		return literal(sqltype.IntLiteral(n.Value))
	case *ast.NumericLiteral:
		if strings.Contains(n.Value, ".") {
			return literal(sqltype.DecimalLiteral(n.Value))
		}
		return literal(sqltype.IntLiteral(n.Value))
	case *ast.RealLiteral:
		return literal(sqltype.FloatLiteral(n.Value))
	case *ast.MoneyLiteral:
		return literal(sqltype.MoneyLiteral(n.Value))
	case *ast.BinaryLiteral:
		return literal(sqltype.BinaryLiteral(n.Value))
	case *ast.StringLiteral:
		t, v := sqltype.StringLiteral(n.Value, n.IsNational)
		return Constant(t, v), nil
	case *ast.OdbcLiteral:
		return c.odbcLiteral(n)
	case *ast.NullLiteral:
		return null(), nil
	case *ast.ParenthesisExpression:
		return c.expr(n.Expression)
	case *ast.BinaryExpression, *ast.UnaryExpression:
		return c.chain(Reassociate(n))
	case *ast.VariableReference:
		return c.variable(n.Name)
	case *ast.GlobalVariableExpression:
		return c.global(n.Name)
	case *ast.ColumnReferenceExpression:
		return c.column(n)
	case *ast.SearchedCaseExpression:
		return c.searchedCase(n)
	case *ast.SimpleCaseExpression:
		return c.simpleCase(n)
	case *ast.IIfCall:
		return c.iif(n)
	case *ast.NullIfExpression:
		return c.nullIf(n)
	case *ast.CoalesceExpression:
		return c.coalesce(n)
	case *ast.CastCall:
		return c.cast(n.Parameter, n.DataType, nil, n.Collation, false)
	case *ast.TryCastCall:
		return c.cast(n.Parameter, n.DataType, nil, n.Collation, true)
	case *ast.ConvertCall:
		return c.cast(n.Parameter, n.DataType, n.Style, n.Collation, false)
	case *ast.TryConvertCall:
		return c.cast(n.Parameter, n.DataType, n.Style, n.Collation, true)
	case *ast.ParseCall:
		return c.parse(n.StringValue, n.DataType, n.Culture, false)
	case *ast.TryParseCall:
		return c.parse(n.StringValue, n.DataType, n.Culture, true)
	case *ast.LeftFunctionCall:
		return c.call("LEFT", n.Parameters)
	case *ast.RightFunctionCall:
		return c.call("RIGHT", n.Parameters)
	case *ast.ParameterlessCall:
		return c.parameterless(n)
	case *ast.FunctionCall:
		return c.function(n)
	case *ast.ScalarSubquery:
		return c.scalarSubquery(n)
	case *ast.IdentityFunctionCall:
		e := sqltype.Errorf(177, "The IDENTITY function can only be used when the SELECT statement has an INTO clause.")
		e.Class = 15
		return nil, e
	}
	if e, handled, err := c.s.Node(n); handled || err != nil {
		return e, err
	}
	return nil, unsupported("expression %s", nodeName(n))
}

func literal(t sqltype.Type, v sqltype.Value, err error) (*Expr, error) {
	if err != nil {
		return nil, err
	}
	e := Constant(t, v)
	e.literal = true
	return e, nil
}

// null is the untyped NULL.
func null() *Expr {
	return Constant(sqltype.Type{}, sqltype.NullOf(sqltype.KindNull))
}

func (c *compiler) odbcLiteral(n *ast.OdbcLiteral) (*Expr, error) {
	t := sqltype.Of(sqltype.DateTime)
	if n.OdbcLiteralType == "Guid" {
		t = sqltype.Of(sqltype.UniqueIdentifier)
	}
	v, err := sqltype.Convert(sqltype.StringOf(sqltype.VarChar, n.Value), t, 0, true)
	if err != nil {
		return nil, err
	}
	return Constant(t, v), nil
}

func (c *compiler) variable(name string) (*Expr, error) {
	slot, t, ok := c.s.Variable(name)
	if !ok {
		e := sqltype.Errorf(137, "Must declare the scalar variable \"%s\".", name)
		e.State, e.Class = 2, 15
		return nil, e
	}
	return Variable(t, slot), nil
}

func (c *compiler) column(n *ast.ColumnReferenceExpression) (*Expr, error) {
	if err := CheckCollation(n.Collation); err != nil {
		return nil, err
	}
	if n.ColumnType == "Wildcard" { // only COUNT(*) and CHECKSUM(*) have it
		e := sqltype.Errorf(102, "Incorrect syntax near '*'.")
		e.Class = 15
		return nil, e
	}
	var parts []string
	if n.MultiPartIdentifier != nil {
		for _, id := range n.MultiPartIdentifier.Identifiers {
			parts = append(parts, id.Value)
		}
	}
	if n.ColumnType != "Regular" && n.ColumnType != "" {
		parts = append(parts, PseudoColumn(n))
	}
	if len(parts) == 0 {
		return nil, unsupported("column reference %s", n.ColumnType)
	}
	return c.s.Column(parts, n)
}

// PseudoColumn is the name of a pseudo-column: $action, $identity, $node_id, ….
func PseudoColumn(n *ast.ColumnReferenceExpression) string {
	name := strings.ToLower(strings.TrimPrefix(n.ColumnType, "PseudoColumn"))
	if end, ok := strings.CutPrefix(name, "graph"); ok {
		name = strings.TrimSuffix(end, "id") + "_id"
	}
	return "$" + name
}

// CheckCollation accepts the collations whose comparisons are the engine's own, and none.
func CheckCollation(id *ast.Identifier) error {
	if id == nil {
		return nil
	}
	switch strings.ToLower(id.Value) {
	case "sql_latin1_general_cp1_ci_as", "database_default", "catalog_default":
		return nil
	}
	return unsupported("collation %s", id.Value)
}

func (c *compiler) scalarSubquery(n *ast.ScalarSubquery) (*Expr, error) {
	if err := CheckCollation(n.Collation); err != nil {
		return nil, err
	}
	q, err := c.s.Subquery(n.QueryExpression, SubqueryScalar)
	if err != nil {
		return nil, err
	}
	return New(q.Type, true, q.Scalar, nil), nil
}
