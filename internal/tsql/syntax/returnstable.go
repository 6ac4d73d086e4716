package syntax

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"
)

// returnsTable parses a function with RETURNS @t TABLE (…), of which the parser does not take every definition: not one with IDENTITY. The
// definition is parsed as that of DECLARE, at its own place in the text, and another one takes its place in the function.
func returnsTable(src string) (*ast.Script, bool) {
	from, open, end := returnedTable(src)
	if end < 0 {
		return nil, false
	}
	const other = "x int"
	blanks := spaces(src[open+1 : end])
	at := strings.Index(blanks, strings.Repeat(" ", len(other)))
	if at < 0 {
		return nil, false
	}
	head, err := parse(src[:open+1] + blanks[:at] + other + blanks[at+len(other):] + src[end:])
	if err != nil || len(head.Batches) != 1 || len(head.Batches[0].Statements) != 1 {
		return nil, false
	}
	declared, err := parse(spaces(src[:from]) + "DECLARE" + src[from+len("RETURNS"):end+1])
	if err != nil || len(declared.Batches) != 1 || len(declared.Batches[0].Statements) != 1 {
		return nil, false
	}
	d, ok := declared.Batches[0].Statements[0].(*ast.DeclareTableVariableStatement)
	if !ok {
		return nil, false
	}
	var returns ast.FunctionReturnType
	switch f := head.Batches[0].Statements[0].(type) {
	case *ast.CreateFunctionStatement:
		returns = f.ReturnType
	case *ast.AlterFunctionStatement:
		returns = f.ReturnType
	case *ast.CreateOrAlterFunctionStatement:
		returns = f.ReturnType
	}
	r, ok := returns.(*ast.TableValuedFunctionReturnType)
	if ok {
		r.DeclareTableVariableBody = d.Body
	}
	return head, ok
}

// returnedTable finds RETURNS @t TABLE ( … ): where RETURNS begins and the parentheses are; end is -1 when there is none.
func returnedTable(src string) (from, open, end int) {
	toks, lerr := lex(src)
	if lerr != nil {
		return 0, 0, -1
	}
	depth := 0
	from, open = -1, -1
	for i, t := range toks {
		w := src[t.start:t.end]
		switch {
		case from < 0:
			if t.kind == kWord && strings.EqualFold(w, "RETURNS") && strings.HasPrefix(adjacent(src, toks, i, 1), "@") {
				from = t.start
			}
		case t.kind == kPunct && w == "(":
			if depth++; open < 0 {
				open = t.start
			}
		case t.kind == kPunct && w == ")":
			if depth--; depth == 0 {
				return from, open, t.start
			}
		}
	}
	return 0, 0, -1
}

// definesFunction reports that a text begins with CREATE [OR ALTER] or ALTER FUNCTION.
func definesFunction(src string, toks []token) bool {
	words := 0
	for _, t := range toks {
		if t.kind == kSpace {
			continue
		}
		switch words++; strings.ToUpper(src[t.start:t.end]) {
		case "CREATE", "OR", "ALTER":
		case "FUNCTION":
			return words > 1
		default:
			return false
		}
	}
	return false
}
