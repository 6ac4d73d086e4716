package script

import "strings"

// Token is one word, number, string or punctuation mark of a batch, for simple
// scans of a text. Quoted names come as words without their quotes, words in
// lower case; comments and blanks are left out.
type Token struct {
	Text   string
	Line   int // 1-based line within the scanned text
	Word   bool
	Quoted bool // a word that was in [] or "": never a keyword
	String bool
}

// Tokens scans a batch. An unclosed string or comment ends the scan; the
// server reports it better than a scan could.
func Tokens(text string) []Token {
	var out []Token
	line := 1
	for i := 0; i < len(text); {
		l := lex(text, i)
		t := text[l.start:l.end]
		switch l.kind {
		case kSpace, kNewline, kComment:
		case kWord:
			out = append(out, Token{Text: strings.ToLower(t), Line: line, Word: true})
		case kBracket, kQuoted:
			if !l.open {
				out = append(out, Token{Text: unquote(t), Line: line, Word: true, Quoted: true})
			}
		case kString:
			out = append(out, Token{Text: t, Line: line, String: true})
		default:
			out = append(out, Token{Text: t, Line: line})
		}
		line += strings.Count(t, "\n")
		i = l.end
	}
	return out
}

// unquote strips [] or "" and undoubles the closing delimiter, in lower case:
// names are compared without regard to case here.
func unquote(t string) string {
	closing := t[len(t)-1:]
	return strings.ToLower(strings.ReplaceAll(t[1:len(t)-1], closing+closing, closing))
}

// QuoteName is [name] with closing brackets doubled.
func QuoteName(name string) string { return "[" + strings.ReplaceAll(name, "]", "]]") + "]" }

// QuoteString is N'text' with quotes doubled.
func QuoteString(text string) string { return "N'" + strings.ReplaceAll(text, "'", "''") + "'" }
