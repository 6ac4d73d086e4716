package expr

import "strings"

// helpTok is a significant token of batch text for HelpParser: comments and
// white space are skipped.
type helpTok struct {
	start, end int
	kind       byte // 'w' word, 'v' @variable, 'n' number, 'q' quoted or string, else the character
}

func helpLex(s string) []helpTok {
	toks := make([]helpTok, 0, len(s)/4+8)
	for i := 0; i < len(s); {
		j, kind := helpNext(s, i)
		if kind != 0 {
			toks = append(toks, helpTok{i, j, kind})
		}
		i = j
	}
	return toks
}

// helpNext finds the end of the token at i; kind 0 is nothing significant.
// Unclosed quotes and comments run to the end: the parser reports them.
func helpNext(s string, i int) (end int, kind byte) {
	c := s[i]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		return i + 1, 0
	case strings.HasPrefix(s[i:], "--"):
		if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
			return i + n + 1, 0
		}
		return len(s), 0
	case strings.HasPrefix(s[i:], "/*"):
		return skipComment(s, i), 0
	case c == '\'' || c == '"':
		return skipQuoted(s, i, c), 'q'
	case c == '[':
		return skipQuoted(s, i, ']'), 'q'
	case c >= '0' && c <= '9':
		j := i + 1
		for j < len(s) && (wordByte(s[j]) || s[j] == '.') {
			j++
		}
		return j, 'n'
	case wordByte(c):
		j := i + 1
		for j < len(s) && wordByte(s[j]) {
			j++
		}
		if c == '@' {
			return j, 'v'
		}
		return j, 'w'
	}
	return i + 1, c
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '@' || c == '#' || c == '$' || c >= 0x80
}

func skipComment(s string, i int) int {
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
				return i
			}
		default:
			i++
		}
	}
	return len(s)
}

func skipQuoted(s string, i int, end byte) int {
	for i++; i < len(s); i++ {
		if s[i] != end {
			continue
		}
		if i+1 < len(s) && s[i+1] == end {
			i++
			continue
		}
		return i + 1
	}
	return len(s)
}
