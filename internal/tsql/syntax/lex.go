// Package syntax turns batch text into statements: it rewrites what the parser
// cannot take, parses, refuses what the parser is too lenient about, and finds the line of an error.
package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	kSpace  kind = iota // white space and comments
	kWord               // identifier, keyword, @variable, #temp
	kQuoted             // [x] or "x"
	kString             // 'x', N'x'
	kNumber             // 1, 1.5, 1e3, 0xFF, $1.5
	kPunct
)

type token struct {
	kind       kind
	start, end int // byte offsets
	line       int // of start, from 1
}

// lexError is a lexical error: unclosed quote or comment.
type lexError struct {
	number int32
	line   int
	text   string
}

// lex splits text into tokens that cover it without gaps. Nested comments count as T-SQL nests them.
func lex(text string) ([]token, *lexError) {
	toks := make([]token, 0, len(text)/4+8)
	line := 1
	for i := 0; i < len(text); {
		j, k, err := next(text, i, line)
		if err != nil {
			return toks, err
		}
		toks = append(toks, token{kind: k, start: i, end: j, line: line})
		line += strings.Count(text[i:j], "\n")
		i = j
	}
	return toks, nil
}

func next(s string, i, line int) (int, kind, *lexError) {
	c := s[i]
	switch {
	case c == '-' && strings.HasPrefix(s[i:], "--"):
		if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
			return i + n + 1, kSpace, nil
		}
		return len(s), kSpace, nil
	case c == '/' && strings.HasPrefix(s[i:], "/*"):
		j, ok := comment(s, i)
		if !ok {
			return 0, 0, &lexError{113, line, "Missing end comment mark '*/'."}
		}
		return j, kSpace, nil
	case c == '\'':
		return quoted(s, i, '\'', kString, line)
	case (c == 'N' || c == 'n') && i+1 < len(s) && s[i+1] == '\'':
		return quoted(s, i+1, '\'', kString, line)
	case c == '"':
		return quoted(s, i, '"', kQuoted, line)
	case c == '[':
		return quoted(s, i, ']', kQuoted, line)
	case c == '%' && i+len(physLoc) <= len(s) && strings.EqualFold(s[i:i+len(physLoc)], physLoc):
		return i + len(physLoc), kQuoted, nil
	case c >= '0' && c <= '9', c == '.' && i+1 < len(s) && digit(s[i+1]),
		c == '$' && i+1 < len(s) && (digit(s[i+1]) || s[i+1] == '.'):
		return number(s, i), kNumber, nil
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if unicode.IsSpace(r) || r == '\ufeff' || r == 0 {
		return i + n, kSpace, nil
	}
	if wordStart(r) {
		j := i + n
		for j < len(s) {
			r, n := utf8.DecodeRuneInString(s[j:])
			if !wordStart(r) && r != '$' && !unicode.IsDigit(r) {
				break
			}
			j += n
		}
		return j, kWord, nil
	}
	return i + n, kPunct, nil
}

// physLoc is the pseudo-column that the parser does not know; it becomes the name PhysLoc, which is as long.
const physLoc = "%%physloc%%"

// PhysLoc is the pseudo-column %%physloc%% in the syntax tree: the place of a row's record.
const PhysLoc = "%%physloc"

func digit(c byte) bool { return c >= '0' && c <= '9' }

func wordStart(r rune) bool {
	return r == '_' || r == '@' || r == '#' || unicode.IsLetter(r)
}

func comment(s string, i int) (int, bool) {
	depth := 0
	for i < len(s) {
		switch {
		case strings.HasPrefix(s[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(s[i:], "*/"):
			depth--
			i += 2
			if depth == 0 {
				return i, true
			}
		default:
			i++
		}
	}
	return i, false
}

// quoted scans from the opening quote at i to the closing one; doubled closers are escapes.
func quoted(s string, i int, closer byte, k kind, line int) (int, kind, *lexError) {
	for j := i + 1; j < len(s); j++ {
		if s[j] != closer {
			continue
		}
		if j+1 < len(s) && s[j+1] == closer {
			j++
			continue
		}
		return j + 1, k, nil
	}
	rest := s[i+1:]
	if len(rest) > 80 {
		rest = rest[:80]
	}
	return 0, 0, &lexError{105, line, "Unclosed quotation mark after the character string '" + strings.ToValidUTF8(rest, "?") + "'."}
}

func number(s string, i int) int {
	if s[i] == '$' {
		i++
	}
	if s[i] == '0' && i+1 < len(s) && (s[i+1] == 'x' || s[i+1] == 'X') {
		for i += 2; i < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[i]) >= 0; i++ {
		}
		return i
	}
	for i < len(s) && (digit(s[i]) || s[i] == '.') {
		i++
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		for j < len(s) && digit(s[j]) {
			j++
		}
		return j
	}
	return i
}
