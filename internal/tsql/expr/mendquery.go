package expr

import "github.com/sqlc-dev/teesql/ast"

// MendQuery gives set operators their T-SQL precedence: INTERSECT binds tighter
// than UNION and EXCEPT, which associate to the left; parentheses are kept.
// 1 UNION 2 INTERSECT 3 is 1 ∪ (2 ∩ 3). Only the chain at the root is rebuilt;
// the queries in it, parenthesised ones included, are mended when they are compiled.
// ORDER BY stays with the whole.
func MendQuery(q ast.QueryExpression) ast.QueryExpression {
	root, ok := q.(*ast.BinaryQueryExpression)
	if !ok {
		return q
	}
	var ops []*ast.BinaryQueryExpression
	var operands []ast.QueryExpression
	flattenQuery(q, &ops, &operands)
	type part struct {
		op *ast.BinaryQueryExpression // that joins it to what is left of it
		q  ast.QueryExpression
	}
	parts := []part{{nil, operands[0]}}
	for i, op := range ops {
		next := operands[i+1]
		if op.BinaryQueryExpressionType == "Intersect" {
			last := &parts[len(parts)-1]
			last.q = joinQuery(op, last.q, next)
			continue
		}
		parts = append(parts, part{op, next})
	}
	out := parts[0].q
	for _, p := range parts[1:] {
		out = joinQuery(p.op, out, p.q)
	}
	out.(*ast.BinaryQueryExpression).OrderByClause = root.OrderByClause
	return out
}

func flattenQuery(q ast.QueryExpression, ops *[]*ast.BinaryQueryExpression, operands *[]ast.QueryExpression) {
	b, ok := q.(*ast.BinaryQueryExpression)
	if !ok {
		*operands = append(*operands, q)
		return
	}
	flattenQuery(b.FirstQueryExpression, ops, operands)
	*ops = append(*ops, b)
	flattenQuery(b.SecondQueryExpression, ops, operands)
}

func joinQuery(op *ast.BinaryQueryExpression, l, r ast.QueryExpression) ast.QueryExpression {
	return &ast.BinaryQueryExpression{Fragment: op.Fragment, BinaryQueryExpressionType: op.BinaryQueryExpressionType,
		All: op.All, FirstQueryExpression: l, SecondQueryExpression: r}
}
