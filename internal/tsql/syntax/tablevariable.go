package syntax

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"
)

// beforeTable are words that a table's name may follow.
var beforeTable = map[string]bool{"FROM": true, "JOIN": true, "APPLY": true, "INTO": true, "INSERT": true, "UPDATE": true, "DELETE": true, "MERGE": true, "USING": true}

// mayNameTable reports whether a text may name a table variable: it declares one, or has a variable where a table is named.
func mayNameTable(text string, toks []token) bool {
	last := ""
	for _, t := range toks {
		if t.kind == kSpace {
			continue
		}
		w := strings.ToUpper(text[t.start:t.end])
		if t.kind == kWord && (w == "TABLE" || w[0] == '@' && beforeTable[last]) {
			return true
		}
		last = w
	}
	return false
}

// nameTableVariables makes references to table variables what those to tables are, with the @ in their name.
func nameTableVariables(b *Batch) {
	for i := range b.Statements {
		Mutate(&b.Statements[i], func(n any) any {
			v, ok := n.(*ast.VariableTableReference)
			if !ok {
				return nil
			}
			id := &ast.Identifier{Fragment: v.Variable.Fragment, Value: v.Variable.Name}
			return &ast.NamedTableReference{Fragment: v.Fragment, Alias: v.Alias, ForPath: v.ForPath,
				SchemaObject: &ast.SchemaObjectName{Fragment: v.Variable.Fragment, BaseIdentifier: id, Identifiers: []*ast.Identifier{id}, Count: 1}}
		})
	}
}
