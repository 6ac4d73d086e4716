package query

import (
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// rowScope is the scope of an expression about one row of a table, a CHECK constraint's or a computed column's. It
// reads the record in Rows[0] unless read says otherwise.
type rowScope struct {
	expr.NoScope
	c    *Compiler // for users' functions; nil: there are none
	cols []engine.Column
	read func(c *engine.Column) *expr.Expr
	// refuse says what is wrong with a reference to a column, if it is not nil.
	refuse func(c *engine.Column) error
	refs   []int // places in cols of the columns referred to
	calls  bool  // a function is called
}

// Column reports error 207.
func (s *rowScope) Column(parts []string, _ *ast.ColumnReferenceExpression) (*expr.Expr, error) {
	if len(parts) > 1 {
		return nil, unbound(parts)
	}
	i := slices.IndexFunc(s.cols, func(c engine.Column) bool { return strings.EqualFold(c.Name, parts[0]) })
	if i < 0 {
		return nil, sqltype.Errorf(207, "Invalid column name '%s'.", parts[0])
	}
	if s.refuse != nil {
		if err := s.refuse(&s.cols[i]); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(s.refs, i) {
		s.refs = append(s.refs, i)
	}
	if s.read != nil {
		return s.read(&s.cols[i]), nil
	}
	return recordExpr(0, &s.cols[i], false), nil
}

// Function refuses aggregates: error 175.
func (s *rowScope) Function(f *ast.FunctionCall) (*expr.Expr, bool, error) {
	if isAggregate(f) || f.OverClause != nil {
		return nil, true, sqltype.Errorf(175, "An aggregate may not appear in a computed column expression or check constraint.")
	}
	s.calls = true
	if s.c == nil {
		return nil, false, nil
	}
	return s.c.scalarFunction(s, f)
}

// Node refuses sequences.
func (s *rowScope) Node(n ast.ScalarExpression) (*expr.Expr, bool, error) {
	if _, ok := n.(*ast.NextValueForExpression); ok {
		return nil, true, noNextValue()
	}
	return nil, false, nil
}
