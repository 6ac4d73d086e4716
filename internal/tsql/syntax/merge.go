package syntax

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// MergeOutput gives the OUTPUT clauses of a MERGE. The parser drops OUTPUT … INTO there, so that it is read again
// from the text, as a DELETE's. A MERGE without its semicolon is error 10713.
func (b *Batch) MergeOutput(n *ast.MergeStatement) (*ast.OutputClause, *ast.OutputIntoClause, error) {
	if !b.terminated(n) {
		return nil, nil, at(int(Line(n)), sqltype.Errorf(10713, "A MERGE statement must be terminated by a semi-colon (;)."))
	}
	s := n.MergeSpecification
	if s.OutputClause != nil {
		return s.OutputClause, nil, nil
	}
	text := b.Source(s)
	toks, lerr := lex(text)
	if lerr != nil {
		return nil, nil, nil // it was parsed before
	}
	depth, from := 0, -1
	for i, t := range toks {
		switch w := text[t.start:t.end]; {
		case w == "(":
			depth++
		case w == ")":
			depth--
		case t.kind == kWord && depth == 0 && strings.EqualFold(w, "OUTPUT") && adjacent(text, toks, i, -1) != "." && adjacent(text, toks, i, 1) != "=":
			from = i
		}
	}
	if from < 0 {
		return nil, nil, nil
	}
	lines := int(Line(n)) + toks[from].line - 2
	d, err := Parse(strings.Repeat("\n", max(lines, 0))+"DELETE t "+text[toks[from].start:], true)
	if err != nil {
		return nil, nil, err
	}
	if len(d.Statements) == 1 {
		if del, ok := d.Statements[0].(*ast.DeleteStatement); ok {
			return del.DeleteSpecification.OutputClause, del.DeleteSpecification.OutputIntoClause, nil
		}
	}
	return nil, nil, near(int(Line(n)), "OUTPUT")
}

// terminated reports a semicolon at the end of a statement or next after it.
func (b *Batch) terminated(n any) bool {
	f := Frag(n)
	if f == nil || !f.HasSpan() {
		return true
	}
	i := b.byteOffset(f.EndOffset())
	if strings.HasSuffix(strings.TrimRight(b.Text[:i], " \t\r\n"), ";") {
		return true
	}
	for i < len(b.Text) {
		j, k, err := next(b.Text, i, 1)
		if err != nil || k != kSpace {
			return b.Text[i] == ';'
		}
		i = j
	}
	return false
}
