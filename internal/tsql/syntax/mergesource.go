package syntax

import "strings"

// mergeSource puts what the parser does not take after USING in a query: (VALUES …) AS s (c) becomes
// (SELECT * FROM (VALUES …) AS s (c)) AS s.
func mergeSource(text string, toks []token) string {
	var b strings.Builder
	done := 0
	for i, t := range toks {
		if t.kind != kWord || !strings.EqualFold(text[t.start:t.end], "USING") {
			continue
		}
		open := following(toks, i)
		if open < 0 || text[toks[open].start] != '(' {
			continue
		}
		if v := following(toks, open); v < 0 || !strings.EqualFold(text[toks[v].start:toks[v].end], "VALUES") {
			continue
		}
		end := closing(text, toks, open)
		name := following(toks, end)
		if name >= 0 && strings.EqualFold(text[toks[name].start:toks[name].end], "AS") {
			name = following(toks, name)
		}
		if end < 0 || name < 0 {
			continue
		}
		last := name
		if p := following(toks, name); p >= 0 && text[toks[p].start] == '(' {
			if last = closing(text, toks, p); last < 0 {
				continue
			}
		}
		b.WriteString(text[done:toks[open].start])
		b.WriteString("(SELECT * FROM " + text[toks[open].start:toks[last].end] + ") AS " + text[toks[name].start:toks[name].end])
		done = toks[last].end
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// following is the next token after token i that is not space, -1 at the end.
func following(toks []token, i int) int {
	if i < 0 {
		return -1
	}
	for i++; i < len(toks); i++ {
		if toks[i].kind != kSpace {
			return i
		}
	}
	return -1
}

// closing is the parenthesis that closes the one at token i, -1 for none.
func closing(text string, toks []token, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		if toks[i].kind != kPunct {
			continue
		}
		switch text[toks[i].start] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
