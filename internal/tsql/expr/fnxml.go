package expr

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// XMLText is the option of FOR XML that stands for TYPE followed by .value(): the text without entities.
const XMLText = "TextOfType"

// textPaths are the XQuery paths that lead to the whole text of an xml value that has no elements.
var textPaths = []string{".", "(.)[1]", ".[1]", "text()[1]", "(text())[1]", "./text()[1]", "(./text())[1]", "string(.)"}

var sqlTypeText = regexp.MustCompile(`(?i)^\s*([a-z]+)\s*(?:\(\s*(max|[0-9]+)\s*\))?\s*$`)

// xmlValue compiles (SELECT … FOR XML PATH(”), TYPE).value('.', 'nvarchar(max)'). No other method of a value exists here.
func (c *compiler) xmlValue(t *ast.ExpressionCallTarget, n *ast.FunctionCall) (*Expr, error) {
	other := unsupported("method call %s()", n.FunctionName.Value)
	sub, ok := t.Expression.(*ast.ScalarSubquery)
	if p, paren := t.Expression.(*ast.ParenthesisExpression); paren && !ok {
		sub, ok = p.Expression.(*ast.ScalarSubquery)
	}
	if !ok || n.FunctionName.Value != "value" || len(n.Parameters) != 2 {
		return nil, other
	}
	q, ok := sub.QueryExpression.(*ast.QuerySpecification)
	if !ok {
		return nil, other
	}
	f, ok := q.ForClause.(*ast.XmlForClause)
	path, isPath := n.Parameters[0].(*ast.StringLiteral)
	typ, isType := n.Parameters[1].(*ast.StringLiteral)
	if !ok || !isPath || !isType || !slices.Contains(textPaths, strings.ReplaceAll(path.Value, " ", "")) {
		return nil, other
	}
	m := sqlTypeText.FindStringSubmatch(typ.Value)
	if m == nil {
		return nil, other
	}
	var args []int
	if m[2] != "" {
		size, err := strconv.Atoi(m[2])
		if err != nil {
			size = sqltype.MaxArg
		}
		args = append(args, size)
	}
	to, err := sqltype.FromNameCast(strings.ToLower(m[1]), args...)
	if err != nil {
		return nil, err
	}
	plain, text, with := *q, *sub, *f
	with.Options = nil
	typed := false
	for _, o := range f.Options {
		if o.OptionKind == "Type" {
			typed = true
			o = &ast.XmlForClauseOption{OptionKind: XMLText}
		}
		with.Options = append(with.Options, o)
	}
	if !typed {
		return nil, sqltype.Errorf(258, "Cannot call methods on nvarchar(max).")
	}
	plain.ForClause, text.QueryExpression = &with, &plain
	e, err := c.expr(&text)
	if err != nil {
		return nil, err
	}
	return ConvertTo(e, to)
}
