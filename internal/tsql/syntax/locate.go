package syntax

import (
	"sort"
	"strings"
)

// locate finds where the parser stopped. The parser gives a text without a place,
// but it reads its tokens once, left to right: the error appears unchanged as soon as the prefix holds the offending
// token, so a binary search over prefixes finds it in log n parses.
func locate(src string, perr error) error {
	toks, lerr := lex(src)
	if lerr != nil {
		return near(lerr.line, "")
	}
	var real []token
	for _, t := range toks {
		if t.kind != kSpace {
			real = append(real, t)
		}
	}
	if len(real) == 0 {
		return near(1, "")
	}
	want := perr.Error()
	if word, ok := got(want); ok && word == "" {
		t := real[len(real)-1]
		return near(t.line, unquote(src[t.start:t.end]))
	}
	n := sort.Search(len(real), func(i int) bool {
		_, err := parse(src[:real[i].end])
		return err != nil && err.Error() == want
	})
	if n == len(real) {
		n--
	}
	// The parser looks one token ahead, so the message may name the token before.
	t := real[n]
	if word, ok := got(want); ok && word != "" && src[t.start:t.end] != word {
		for back := 1; back <= 2 && n-back >= 0; back++ {
			if p := real[n-back]; src[p.start:p.end] == word {
				t = p
				break
			}
		}
	}
	return near(t.line, unquote(src[t.start:t.end]))
}

func got(msg string) (string, bool) {
	if i := strings.LastIndex(msg, "got "); i >= 0 {
		return msg[i+4:], true
	}
	if i := strings.LastIndex(msg, "unexpected token: "); i >= 0 {
		return msg[i+len("unexpected token: "):], true
	}
	return "", false
}

// unquote strips the quotes as SQL Server's message does.
func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '\'' || s[0] == '[' || s[0] == '"') {
		return s[1 : len(s)-1]
	}
	return s
}
