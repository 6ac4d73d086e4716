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
)

// rewrite replaces what the parser refuses by something of the same number of lines:
//
//	/* a /* b */ c */   blanks
//	$5.5                CAST(5.5 AS money)
//	> ALL (SELECT …)    > (SELECT …), the place of ALL, ANY or SOME remembered
//	.5                  0.5
//	THROW END           THROW; END
//	"x"                 'x' when QUOTED_IDENTIFIER is off
//
// quantifiers holds byte offsets in out of the words blanked.
func rewrite(text string, toks []token, quotedIdentifier bool) (out string, quantifiers []quantifier, err error) {
	var b strings.Builder
	b.Grow(len(text) + 64)
	depth := 0
	for i, t := range toks {
		s := text[t.start:t.end]
		switch t.kind {
		case kSpace:
			if strings.HasPrefix(s, "/*") || strings.Contains(s, "\x00") {
				blank(&b, s)
				continue
			}
		case kNumber:
			if s[0] == '.' {
				b.WriteString("0" + s)
				continue
			}
			if s[0] == '$' {
				n := s[1:]
				if n == "." {
					n = "0"
				}
				b.WriteString("CAST(" + n + " AS money)")
				continue
			}
		case kQuoted:
			if s[0] == '"' && !quotedIdentifier {
				in := strings.ReplaceAll(s[1:len(s)-1], `""`, `"`)
				b.WriteString("'" + strings.ReplaceAll(in, "'", "''") + "'")
				continue
			}
		case kPunct:
			switch s {
			case "(":
				depth++
				if depth > MaxDepth {
					return "", nil, at(t.line, sqltype.Errorf(191, "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller queries."))
				}
			case ")":
				depth--
			}
		case kWord:
			if strings.EqualFold(s, "THROW") && !hasOperand(text, toks, i) {
				b.WriteString(s + ";")
				continue
			}
			if (strings.EqualFold(s, "ALL") || strings.EqualFold(s, "ANY") || strings.EqualFold(s, "SOME")) && afterComparison(text, toks, i) {
				quantifiers = append(quantifiers, quantifier{b.Len(), strings.EqualFold(s, "ALL")})
				blank(&b, s)
				continue
			}
		}
		b.WriteString(s)
	}
	return b.String(), quantifiers, nil
}

type quantifier struct {
	offset int
	all    bool
}

func blank(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' {
			b.WriteByte(s[i])
		} else {
			b.WriteByte(' ')
		}
	}
}

// afterComparison reports whether token i follows = < > or !.
func afterComparison(text string, toks []token, i int) bool {
	for i--; i >= 0 && toks[i].kind == kSpace; i-- {
	}
	return i >= 0 && toks[i].kind == kPunct && strings.Contains("=<>!", text[toks[i].start:toks[i].end])
}

// hasOperand reports whether THROW at token i is followed by its error number.
func hasOperand(text string, toks []token, i int) bool {
	for i++; i < len(toks); i++ {
		switch toks[i].kind {
		case kSpace:
			continue
		case kWord:
			return text[toks[i].start] == '@'
		case kNumber:
			return true
		case kPunct:
			// A stray operand is the parser's to refuse; a label or comma after THROW too.
			return text[toks[i].start] != ';'
		}
		return true
	}
	return false
}
