package syntax

import (
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"
)

// viewWith parses CREATE or ALTER VIEW … AS WITH …, which the parser does not know: the head with another
// query, and the query alone at its own place in the text.
func viewWith(src string) (*ast.Script, bool) {
	toks, lerr := lex(src)
	if lerr != nil {
		return nil, false
	}
	at := asWith(src, toks)
	if at < 0 {
		return nil, false
	}
	head, err := parse(src[:at] + "SELECT 1")
	if err != nil || len(head.Batches) != 1 || len(head.Batches[0].Statements) != 1 {
		return nil, false
	}
	body, err := parse(spaces(src[:at]) + src[at:])
	if err != nil || len(body.Batches) != 1 || len(body.Batches[0].Statements) != 1 {
		return nil, false
	}
	q, ok := body.Batches[0].Statements[0].(*ast.SelectStatement)
	if !ok {
		return nil, false
	}
	switch v := head.Batches[0].Statements[0].(type) {
	case *ast.CreateViewStatement:
		v.SelectStatement = q
	case *ast.AlterViewStatement:
		v.SelectStatement = q
	case *ast.CreateOrAlterViewStatement:
		v.SelectStatement = q
	default:
		return nil, false
	}
	return head, true
}

// asWith finds the WITH after the AS of a view's head; -1 when the text is no such view.
func asWith(src string, toks []token) int {
	var words []string
	var as bool
	for _, t := range toks {
		if t.kind == kSpace {
			continue
		}
		w := strings.ToUpper(src[t.start:t.end])
		if len(words) < 4 {
			words = append(words, w)
			if head := strings.Join(words, " "); w == "VIEW" && head != "CREATE VIEW" && head != "ALTER VIEW" && head != "CREATE OR ALTER VIEW" || len(words) == 4 && !slices.Contains(words, "VIEW") {
				return -1
			}
		}
		switch {
		case as && w == "WITH":
			return t.start
		case as:
			return -1
		}
		as = w == "AS" && t.kind == kWord
	}
	return -1
}

// spaces keeps the lines and UTF-16 length of a text and nothing else.
func spaces(s string) string {
	var out strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r':
			out.WriteRune(r)
		case r > 0xFFFF:
			out.WriteString("  ")
		default:
			out.WriteByte(' ')
		}
	}
	return out.String()
}
