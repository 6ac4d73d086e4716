package syntax

import (
	"strings"

	"scanfrag/internal/sqltype"
)

// Limits on a batch. SQL Server's own is 65,536 network packets; nesting is what
// makes the parser slow.
const (
	MaxText  = 8 << 20 // bytes
	MaxDepth = 1000    // parentheses and blocks
	MaxWords = 300_000 // tokens that are not space: some 700 bytes each at the peak, syntax tree and garbage of parsing together
)

// maxChain bounds a chain of operators without comma, semicolon or statement in it: the tree of such a
// chain is as deep as it is long. maxElse bounds ELSEs, each of which may nest.
const (
	maxChain = 10000
	maxElse  = 5000
)

// nesting watches what makes the parser, or the compiled program, recurse.
type nesting struct{ parens, blocks, chain, ifs, elses int }

var errNested = sqltype.Errorf(191, "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller queries.")

func (n *nesting) punct(s string) {
	switch s {
	case "(":
		n.parens++
	case ")":
		n.parens--
	case ",", ";":
		n.chain = 0
	case "+", "-", "*", "/", "%", "&", "|", "^", "~", "=", "<", ">":
		n.chain++
	}
}

func (n *nesting) word(s string, beginsTran bool) {
	switch strings.ToUpper(s) {
	case "AND", "OR", "NOT", "UNION", "EXCEPT", "INTERSECT", "COLLATE", "WHEN":
		n.chain++
	case "IF", "WHILE":
		n.ifs++
		n.chain = 0
	case "ELSE":
		n.elses++
	case "BEGIN":
		if !beginsTran {
			n.blocks++
		}
		n.chain = 0
	case "CASE":
		n.blocks++
	case "END":
		n.blocks = max(n.blocks-1, 0)
	case "SELECT", "INSERT", "UPDATE", "DELETE", "SET", "DECLARE", "EXEC", "EXECUTE", "PRINT", "CREATE", "DROP", "ALTER",
		"RAISERROR", "COMMIT", "ROLLBACK", "RETURN", "BREAK", "CONTINUE", "TRUNCATE", "WAITFOR", "GOTO":
		n.chain, n.ifs = 0, 0
	}
}

func (n *nesting) tooDeep() bool {
	return n.parens > MaxDepth || n.blocks > MaxDepth || n.ifs > MaxDepth || n.chain > maxChain || n.elses > maxElse
}
