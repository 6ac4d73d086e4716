package expr

import "github.com/sqlc-dev/teesql/ast"

// ReassociateBool does for AND and OR what Reassociate does for operators: some
// of the parser's paths read a OR b AND c from left to right.
func ReassociateBool(n ast.BooleanExpression) ast.BooleanExpression {
	root, ok := n.(*ast.BooleanBinaryExpression)
	if !ok {
		return n
	}
	var ops []string
	var operands []ast.BooleanExpression
	flattenBool(root, &ops, &operands)
	ors := []ast.BooleanExpression{operands[0]}
	for i, op := range ops {
		if op == "And" {
			ors[len(ors)-1] = joinBool("And", ors[len(ors)-1], operands[i+1])
		} else {
			ors = append(ors, operands[i+1])
		}
	}
	out := ors[0]
	for _, o := range ors[1:] {
		out = joinBool("Or", out, o)
	}
	return out
}

func flattenBool(n ast.BooleanExpression, ops *[]string, operands *[]ast.BooleanExpression) {
	b, ok := n.(*ast.BooleanBinaryExpression)
	if !ok {
		*operands = append(*operands, n)
		return
	}
	flattenBool(b.FirstExpression, ops, operands)
	*ops = append(*ops, b.BinaryExpressionType)
	flattenBool(b.SecondExpression, ops, operands)
}

func joinBool(op string, l, r ast.BooleanExpression) ast.BooleanExpression {
	return &ast.BooleanBinaryExpression{BinaryExpressionType: op, FirstExpression: l, SecondExpression: r}
}
