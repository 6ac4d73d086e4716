package script

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	kSpace   kind = iota // blanks, never a line end
	kNewline             // one \n
	kComment             // -- to before the line end, or /* */ nested
	kString              // '...' or N'...' without the N
	kQuoted              // "..."
	kBracket             // [...]
	kWord                // identifier, keyword, @variable, #table
	kNumber
	kOther // one rune
)

// lexeme is text[start:end]. open is set when the text ended before the
// closing delimiter.
type lexeme struct {
	kind       kind
	start, end int
	open       bool
}

// lex returns the lexeme that starts at i; i < len(s).
func lex(s string, i int) lexeme {
	switch c := s[i]; {
	case c == '\n':
		return lexeme{kNewline, i, i + 1, false}
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		j := i + 1
		for j < len(s) && strings.IndexByte(" \t\r\f\v", s[j]) >= 0 {
			j++
		}
		return lexeme{kSpace, i, j, false}
	case strings.HasPrefix(s[i:], "--"):
		if j := strings.IndexByte(s[i:], '\n'); j >= 0 {
			return lexeme{kComment, i, i + j, false}
		}
		return lexeme{kComment, i, len(s), false}
	case strings.HasPrefix(s[i:], "/*"):
		return lexBlock(s, i)
	case c == '\'':
		return lexDelimited(s, i, kString, '\'')
	case c == '"':
		return lexDelimited(s, i, kQuoted, '"')
	case c == '[':
		return lexDelimited(s, i, kBracket, ']')
	case c >= '0' && c <= '9':
		j := i + 1
		for j < len(s) && (s[j] == '.' || isWord(rune(s[j]))) && !strings.HasPrefix(s[j:], "$(") {
			j++
		}
		return lexeme{kNumber, i, j, false}
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if !isWord(r) || r == '$' {
		return lexeme{kOther, i, i + n, false}
	}
	j := i + n
	for j < len(s) {
		r, n := utf8.DecodeRuneInString(s[j:])
		if !isWord(r) || strings.HasPrefix(s[j:], "$(") {
			break // tbl_$(n) is a word and a variable
		}
		j += n
	}
	return lexeme{kWord, i, j, false}
}

func isWord(r rune) bool {
	return r == '_' || r == '@' || r == '#' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// lexDelimited ends at a closing delimiter that is not doubled.
func lexDelimited(s string, i int, k kind, closing byte) lexeme {
	for j := i + 1; j < len(s); j++ {
		if s[j] != closing {
			continue
		}
		if j+1 < len(s) && s[j+1] == closing {
			j++
			continue
		}
		return lexeme{k, i, j + 1, false}
	}
	return lexeme{k, i, len(s), true}
}

// lexBlock follows nested comments, as SQL Server does.
func lexBlock(s string, i int) lexeme {
	depth := 0
	for j := i; j < len(s); j++ {
		switch {
		case strings.HasPrefix(s[j:], "/*"):
			depth++
			j++
		case strings.HasPrefix(s[j:], "*/"):
			depth--
			j++
			if depth == 0 {
				return lexeme{kComment, i, j + 1, false}
			}
		}
	}
	return lexeme{kComment, i, len(s), true}
}
