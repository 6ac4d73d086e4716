package syntax

import (
	"context"
	"fmt"
	"strings"

	"github.com/sqlc-dev/teesql/ast"
	"github.com/sqlc-dev/teesql/parser"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// Batch is a parsed batch.
type Batch struct {
	Text       string // as parsed: same lines as the original, see rewrite
	Statements []ast.Statement
	offsets    []int // UTF-16 offset -> byte offset, nil for ASCII text
}

// Parse parses one batch. The error is *Error: 102 and 156 with the line, 105 and
// 113 for unclosed quotes and comments, 103 and 1038 for names too long and empty, 701 for more than MaxWords words, 191 for nesting, 40000-class for text beyond MaxText.
func Parse(text string, quotedIdentifier bool) (*Batch, error) {
	if len(text) > MaxText {
		return nil, at(1, sqltype.Errorf(50000, "a batch of %d bytes is not supported by the embedded engine; the limit is %d", len(text), MaxText))
	}
	toks, lerr := lex(text)
	if lerr != nil {
		e := sqltype.Errorf(lerr.number, "%s", lerr.text)
		e.Class = 15
		return nil, at(lerr.line, e)
	}
	if n := words(toks); n > MaxWords {
		e := sqltype.Errorf(701, "A batch of %d words is too long for the memory of the embedded engine; the limit is %d. Divide it with GO.", n, MaxWords)
		e.Class = 17
		return nil, at(1, e)
	}
	if err := checkNames(text, toks, quotedIdentifier); err != nil {
		return nil, err
	}
	if err := checkWords(text, toks); err != nil {
		return nil, err
	}
	helped, positioned, err := help(text, toks)
	if err != nil {
		return nil, err
	}
	if helped != text {
		if toks, lerr = lex(helped); lerr != nil {
			return nil, at(lerr.line, sqltype.Errorf(lerr.number, "%s", lerr.text))
		}
	}
	if helped = expr.HelpParser(mergeSource(helped, toks)); helped != text {
		text = helped
		if toks, lerr = lex(text); lerr != nil {
			return nil, at(lerr.line, sqltype.Errorf(lerr.number, "%s", lerr.text))
		}
	}
	src, quantifiers, err := rewrite(text, toks, quotedIdentifier)
	if err != nil {
		return nil, err
	}
	if err := balanced(text, toks); err != nil {
		return nil, err
	}
	var script *ast.Script
	ok := false
	if definesFunction(text, toks) {
		script, ok = returnsTable(src)
	}
	if !ok {
		var perr error
		if script, perr = parse(src); perr != nil {
			if script, ok = viewWith(src); !ok {
				return nil, locate(src, perr)
			}
		}
	}
	b := &Batch{Text: src, offsets: utf16Offsets(src)}
	switch len(script.Batches) {
	case 0:
		return b, nil
	case 1:
	default:
		return nil, near(1, "GO")
	}
	b.Statements = script.Batches[0].Statements
	quantify(b, quantifiers)
	if positioned {
		nameCursors(b)
	}
	if mayNameTable(text, toks) {
		nameTableVariables(b)
	}
	return b, b.check()
}

func words(toks []token) (n int) {
	for i := range toks {
		if toks[i].kind != kSpace {
			n++
		}
	}
	return n
}

// parse calls the parser; a panic of the parser is an error of the text.
func parse(src string) (s *ast.Script, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("unexpected token: %v", r)
		}
	}()
	return parser.Parse(context.Background(), strings.NewReader(src))
}

// checkWords refuses GO at the start of a line (the client's batch separator never
// reaches a server) and pseudo-columns that have no meaning here.
func checkWords(text string, toks []token) error {
	lineStart := true
	for i, t := range toks {
		s := text[t.start:t.end]
		switch t.kind {
		case kSpace:
			if strings.ContainsAny(s, "\n") {
				lineStart = true
			}
			continue
		case kWord:
			if lineStart && strings.EqualFold(s, "GO") && !dotted(text, toks, i) {
				return near(t.line, s)
			}
		case kPunct:
			if s == "%" && i+2 < len(toks) && toks[i+1].start == t.end && text[toks[i+1].start] == '%' && toks[i+2].kind == kWord {
				return at(t.line, sqltype.Errorf(40000, "the pseudo-column %%%%%s%%%% is not supported by the embedded engine", text[toks[i+2].start:toks[i+2].end]))
			}
		}
		lineStart = false
	}
	return nil
}

// dotted reports whether the word is part of a name or aliased: go.x, AS go would not start a line.
func dotted(text string, toks []token, i int) bool {
	for j := i + 1; j < len(toks); j++ {
		if toks[j].kind == kSpace {
			continue
		}
		return toks[j].kind == kPunct && strings.Contains(".,=)", text[toks[j].start:toks[j].end])
	}
	return false
}

// quantify makes comparisons with a subquery whose quantifier rewrite blanked into what they were.
func quantify(b *Batch, qs []quantifier) {
	if len(qs) == 0 {
		return
	}
	for i := range b.Statements {
		Mutate(&b.Statements[i], func(n any) any {
			c, ok := n.(*ast.BooleanComparisonExpression)
			if !ok {
				return nil
			}
			sub, ok := c.SecondExpression.(*ast.ScalarSubquery)
			if !ok {
				return nil
			}
			lo, hi := b.byteOffset(Frag(c.FirstExpression).EndOffset()), b.byteOffset(sub.StartOffset)
			for _, q := range qs {
				if q.offset < lo || q.offset >= hi {
					continue
				}
				p := &ast.SubqueryComparisonPredicate{Fragment: c.Fragment, Expression: c.FirstExpression,
					ComparisonType: c.ComparisonType, Subquery: sub, SubqueryComparisonPredicateType: "Any"}
				if q.all {
					p.SubqueryComparisonPredicateType = "All"
				}
				return p
			}
			return nil
		})
	}
}

func utf16Offsets(s string) []int {
	ascii := true
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return nil
	}
	offs := make([]int, 0, len(s)+1)
	for i, r := range s {
		offs = append(offs, i)
		if r > 0xFFFF {
			offs = append(offs, i)
		}
	}
	return append(offs, len(s))
}

func (b *Batch) byteOffset(u int) int {
	if b.offsets == nil {
		return min(u, len(b.Text))
	}
	if u >= len(b.offsets) {
		return len(b.Text)
	}
	return b.offsets[u]
}

// Source is a node's text, "" when its place is unknown.
func (b *Batch) Source(n any) string {
	f := Frag(n)
	if f == nil || !f.HasSpan() {
		return ""
	}
	lo, hi := b.byteOffset(f.StartOffset), b.byteOffset(f.EndOffset())
	if lo > hi {
		return ""
	}
	return strings.TrimRight(b.Text[lo:hi], "; \t\r\n")
}
