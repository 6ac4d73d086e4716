package syntax

import (
	"fmt"

	"github.com/sqlc-dev/teesql/ast"
)

// Expression parses the text of one expression, as the catalog keeps that of a default or a computed column.
func Expression(text string) (ast.ScalarExpression, error) {
	q, err := fragment(text, "SELECT "+text)
	if err == nil && len(q.SelectElements) == 1 && q.WhereClause == nil {
		if e, ok := q.SelectElements[0].(*ast.SelectScalarExpression); ok {
			return e.Expression, nil
		}
	}
	return nil, notOne(text, "an expression", err)
}

// Condition parses the text of one search condition, as the catalog keeps that of a CHECK constraint.
func Condition(text string) (ast.BooleanExpression, error) {
	q, err := fragment(text, "SELECT 1 WHERE "+text)
	if err == nil && q.WhereClause != nil && q.WhereClause.SearchCondition != nil {
		return q.WhereClause.SearchCondition, nil
	}
	return nil, notOne(text, "a search condition", err)
}

func notOne(text, what string, err error) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("%s is not %s", text, what)
}

func fragment(text, statement string) (*ast.QuerySpecification, error) {
	b, err := Parse(statement, true)
	if err != nil {
		return nil, err
	}
	if len(b.Statements) == 1 {
		if s, ok := b.Statements[0].(*ast.SelectStatement); ok {
			if q, ok := s.QueryExpression.(*ast.QuerySpecification); ok {
				return q, nil
			}
		}
	}
	return nil, notOne(text, "what it should be", nil)
}
