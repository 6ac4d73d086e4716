package syntax

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// helper rewrites statements that the parser takes for others, or not at all, at their own place in the text:
//
//	a = 'x' COLLATE c       a = 'x'                 c is the engine's own collation, any other one is refused
//	WHERE CURRENT OF c      WHERE [%%current of]='c'
//	RETURN label:           RETURN ;label:          which the parser takes for the value
//	EXEC @proc 1            EXEC [@proc] 1
//	dbo.proc 1              EXEC dbo.proc 1         as a batch's first statement
type helper struct {
	text       string
	toks       []token // without space
	b          strings.Builder
	done       int // bytes of text in b
	positioned bool
}

// help returns the text rewritten and whether it has a WHERE CURRENT OF.
func help(text string, toks []token) (out string, positioned bool, err error) {
	h := &helper{text: text}
	for _, t := range toks {
		if t.kind != kSpace {
			h.toks = append(h.toks, t)
		}
	}
	if w := h.word(0); (w == "RETURN" || w == "BREAK" || w == "CONTINUE") && (len(h.toks) == 1 || h.word(1) == ";") {
		h.replace(h.toks[0].start, h.toks[0].start, ";") // the parser takes the word alone for a procedure
	}
	if h.callsProcedure() {
		h.replace(h.toks[0].start, h.toks[0].start, "EXEC ")
	}
	for i, t := range h.toks {
		switch {
		case t.kind == kPunct:
			if text[t.start] == ':' {
				h.label(i)
			}
		case t.kind != kWord:
		case text[t.start] == 'c' || text[t.start] == 'C':
			if err := h.clause(i); err != nil {
				return "", false, err
			}
		case text[t.start] == '@' && h.startsArgument(i+1) && (h.isExec(i-1) || h.word(i-1) == "=" && h.isExec(i-3)):
			h.replace(t.start, t.end, "["+text[t.start:t.end]+"]")
		}
	}
	if h.done == 0 {
		return text, false, nil
	}
	h.b.WriteString(text[h.done:])
	return h.b.String(), h.positioned, nil
}

// word is token i in upper case, "" outside the text.
func (h *helper) word(i int) string {
	if i < 0 || i >= len(h.toks) {
		return ""
	}
	return strings.ToUpper(h.text[h.toks[i].start:h.toks[i].end])
}

// replace puts with in the place of a part of the text; lines of it stay.
func (h *helper) replace(from, to int, with string) {
	h.b.WriteString(h.text[h.done:from])
	h.b.WriteString(with)
	h.b.WriteString(strings.Repeat("\n", strings.Count(h.text[from:to], "\n")))
	h.done = to
}

// clause looks for COLLATE name and CURRENT OF [GLOBAL] cursor.
func (h *helper) clause(i int) error {
	switch h.word(i) {
	case "COLLATE":
		if i+1 == len(h.toks) || h.toks[i+1].kind != kWord && h.toks[i+1].kind != kQuoted {
			return nil
		}
		name := h.toks[i+1]
		if err := expr.CheckCollation(&ast.Identifier{Value: bareName(h.text[name.start:name.end])}); err != nil {
			return at(h.toks[i].line, sqltype.Errorf(40000, "%s", err))
		}
		h.replace(h.toks[i].start, name.end, "")
	case "CURRENT":
		if h.word(i+1) != "OF" || h.word(i-1) != "WHERE" {
			return nil
		}
		n, mark := i+2, currentOf
		if h.word(n) == "GLOBAL" && n+1 < len(h.toks) && (h.toks[n+1].kind == kWord || h.toks[n+1].kind == kQuoted) && !statementWords[h.word(n+1)] {
			n, mark = n+1, currentOfGlobal
		}
		if n >= len(h.toks) || h.toks[n].kind != kWord && h.toks[n].kind != kQuoted {
			return nil
		}
		name := bareName(h.text[h.toks[n].start:h.toks[n].end])
		h.replace(h.toks[i].start, h.toks[n].end, "["+mark+"]=N'"+strings.ReplaceAll(name, "'", "''")+"'")
		h.positioned = true
	}
	return nil
}

// label ends the statement before a label, at token i its colon, that could be taken for a part of it.
func (h *helper) label(i int) {
	if i < 2 || h.toks[i-1].kind != kWord || h.toks[i-1].end != h.toks[i].start || strings.HasPrefix(h.text[h.toks[i].start:], "::") {
		return
	}
	switch h.word(i - 2) {
	case "RETURN", "TRAN", "TRANSACTION", "COMMIT", "ROLLBACK":
		at := h.toks[i-1].start
		h.replace(at, at, ";")
	}
}

// callsProcedure reports that a batch begins with dbo.proc, which the parser wants EXEC before.
func (h *helper) callsProcedure() bool {
	name := func(i int) bool {
		return i < len(h.toks) && (h.toks[i].kind == kQuoted || h.toks[i].kind == kWord && !statementWords[h.word(i)] && h.text[h.toks[i].start] != '@')
	}
	return name(0) && h.word(1) == "." && (name(2) || h.word(2) == ".")
}

func (h *helper) isExec(i int) bool { return h.word(i) == "EXEC" || h.word(i) == "EXECUTE" }

// startsArgument reports that token i begins the arguments of a procedure.
func (h *helper) startsArgument(i int) bool {
	if i >= len(h.toks) {
		return false
	}
	switch t := h.toks[i]; t.kind {
	case kString, kNumber:
		return true
	case kPunct:
		return h.text[t.start] == '-'
	case kWord:
		return h.text[t.start] == '@' || h.word(i) == "NULL" || h.word(i) == "DEFAULT"
	}
	return false
}

// The names of columns that stand for CURRENT OF.
const (
	currentOf       = "%%current of"
	currentOfGlobal = "%%current of global"
)

// nameCursors makes WHERE clauses of what CURRENT OF was rewritten to.
func nameCursors(b *Batch) {
	for _, s := range b.Statements {
		Walk(s, func(n any) bool {
			w, ok := n.(*ast.WhereClause)
			if !ok {
				return true
			}
			c, ok := w.SearchCondition.(*ast.BooleanComparisonExpression)
			if !ok {
				return true
			}
			ref, ok := c.FirstExpression.(*ast.ColumnReferenceExpression)
			if !ok || ref.MultiPartIdentifier == nil {
				return true
			}
			mark := ref.MultiPartIdentifier.Identifiers[0].Value
			name, ok := c.SecondExpression.(*ast.StringLiteral)
			if ok && (mark == currentOf || mark == currentOfGlobal) {
				id := &ast.Identifier{Value: name.Value}
				w.SearchCondition = nil
				w.Cursor = &ast.CursorId{Fragment: c.Fragment, IsGlobal: mark == currentOfGlobal,
					Name: &ast.IdentifierOrValueExpression{Value: name.Value, Identifier: id}}
			}
			return true
		})
	}
}

// bareName is a name without its brackets or quotes.
func bareName(s string) string {
	switch s[0] {
	case '[':
		return strings.ReplaceAll(s[1:len(s)-1], "]]", "]")
	case '"':
		return strings.ReplaceAll(s[1:len(s)-1], `""`, `"`)
	}
	return s
}
