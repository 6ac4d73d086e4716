package expr

import "github.com/sqlc-dev/teesql/ast"

// The parser gives & ^ | levels of their own, reads SELECT @a + b * c as
// (@a + b) * c and lets a unary minus bind to the next operand only. In T-SQL
// * / % bind tightest, then + - & ^ | and the unary signs on one level, left to
// right: 1|2+4&4 is ((1|2)+4)&4, and -100/-100*10 is -(100/-(100*10)).
//
// Parentheses are nodes of the tree, so the leaves of a chain of binary and
// unary nodes, read in order, are the text; the chain is rebuilt from that.

// Reassociate rebuilds the chain of operators at the root of n. Operands
// (parentheses, calls, literals) are left as they are: Compile mends them as it
// descends. n itself is not changed.
func Reassociate(n ast.ScalarExpression) ast.ScalarExpression {
	if !isChain(n) {
		return n
	}
	var m mender
	m.flatten(n)
	return m.additive()
}

func isChain(n ast.ScalarExpression) bool {
	switch n := n.(type) {
	case *ast.BinaryExpression:
		return true
	case *ast.UnaryExpression:
		return n.UnaryExpressionType != "BitwiseNot"
	}
	return false
}

// chainItem is an operand, or an operator (node nil).
type chainItem struct {
	node   ast.ScalarExpression
	op     string // binary operator
	prefix string // "Negative" or "Positive"
	frag   ast.Fragment
}

type mender struct {
	items []chainItem
	pos   int
}

func (m *mender) flatten(n ast.ScalarExpression) {
	switch x := n.(type) {
	case *ast.BinaryExpression:
		m.flatten(x.FirstExpression)
		m.items = append(m.items, chainItem{op: x.BinaryExpressionType, frag: x.Fragment})
		m.flatten(x.SecondExpression)
		return
	case *ast.UnaryExpression:
		if isChain(n) {
			m.items = append(m.items, chainItem{prefix: x.UnaryExpressionType, frag: x.Fragment})
			m.flatten(x.Expression)
			return
		}
	}
	m.items = append(m.items, chainItem{node: n})
}

func multiplicative(op string) bool { return op == "Multiply" || op == "Divide" || op == "Modulo" }

func (m *mender) operator() (chainItem, bool) {
	if m.pos < len(m.items) && m.items[m.pos].op != "" {
		return m.items[m.pos], true
	}
	return chainItem{}, false
}

func (m *mender) additive() ast.ScalarExpression {
	left := m.term()
	for {
		it, ok := m.operator()
		if !ok {
			return left
		}
		m.pos++
		left = &ast.BinaryExpression{Fragment: it.frag, BinaryExpressionType: it.op, FirstExpression: left, SecondExpression: m.term()}
	}
}

func (m *mender) term() ast.ScalarExpression {
	left := m.factor()
	for {
		it, ok := m.operator()
		if !ok || !multiplicative(it.op) {
			return left
		}
		m.pos++
		left = &ast.BinaryExpression{Fragment: it.frag, BinaryExpressionType: it.op, FirstExpression: left, SecondExpression: m.factor()}
	}
}

// factor gives a sign the whole product that follows it.
func (m *mender) factor() ast.ScalarExpression {
	it := m.items[m.pos]
	m.pos++
	if it.prefix != "" {
		return &ast.UnaryExpression{Fragment: it.frag, UnaryExpressionType: it.prefix, Expression: m.term()}
	}
	return it.node
}
