package expr

import "strings"

// HelpParser inserts a unary plus where the parser would otherwise refuse, or
// misread, a valid expression; the sign has no effect at the start of one. Lines stay as they are.
//
//	WHERE (a + 1) * 2 > 3     WHERE +(a + 1) * 2 > 3     a parenthesis that opens a condition is
//	IF (SELECT 1) IN (1, 2)   IF +(SELECT 1) IN (1, 2)   read as one, and nothing but = < > may follow
//	SELECT a, @i % 2          SELECT a, +@i % 2          a variable that opens a select element
//	                                                      may not be followed by % & | ^
//
// It works on batch text, before parsing.
func HelpParser(text string) string {
	toks := helpLex(text)
	match := matchParens(toks)
	var at []int // byte offsets that get a plus
	for i, t := range toks {
		switch t.kind {
		case '(':
			if opensCondition(text, toks, i) && scalarParen(text, toks, i, match[i]) {
				at = append(at, t.start)
			}
		case 'v':
			if opensElement(text, toks, i, match) && arithmeticAt(text, toks, i+1) {
				at = append(at, t.start)
			}
		}
	}
	if len(at) == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + len(at))
	from := 0
	for _, p := range at {
		b.WriteString(text[from:p])
		b.WriteByte('+')
		from = p
	}
	b.WriteString(text[from:])
	return b.String()
}

// WithoutHelp takes HelpParser's signs before parentheses off an expression's text.
func WithoutHelp(text string) string {
	toks := helpLex(text)
	var b strings.Builder
	from := 0
	for i := 0; i+1 < len(toks); i++ {
		if t := toks[i]; t.kind == '+' && toks[i+1].kind == '(' && toks[i+1].start == t.end && (i == 0 || opensCondition(text, toks, i)) {
			b.WriteString(text[from:t.start])
			from = t.end
		}
	}
	return b.String() + text[from:]
}

// matchParens gives the index of each parenthesis' partner, -1 without one.
func matchParens(toks []helpTok) []int {
	match := make([]int, len(toks))
	var open []int
	for i, t := range toks {
		match[i] = -1
		switch t.kind {
		case '(':
			open = append(open, i)
		case ')':
			if n := len(open); n > 0 {
				match[i], match[open[n-1]] = open[n-1], i
				open = open[:n-1]
			}
		}
	}
	return match
}

// isWord reports whether token i is one of the words, which are separated by blanks.
func isWord(text string, toks []helpTok, i int, words string) bool {
	if i < 0 || i >= len(toks) || toks[i].kind != 'w' {
		return false
	}
	w := text[toks[i].start:toks[i].end]
	for _, x := range strings.Fields(words) {
		if strings.EqualFold(w, x) {
			return true
		}
	}
	return false
}

func opensCondition(text string, toks []helpTok, i int) bool {
	if i == 0 {
		return false
	}
	return toks[i-1].kind == '(' || isWord(text, toks, i-1, "WHERE AND OR NOT ON HAVING IF WHILE WHEN")
}

// scalarParen reports that what follows the closing parenthesis makes the
// content a scalar, in a way the parser does not see by itself.
func scalarParen(text string, toks []helpTok, open, closing int) bool {
	if closing < 0 {
		return false
	}
	if arithmeticAt(text, toks, closing+1) {
		return true
	}
	nested := toks[open+1].kind == '(' || isWord(text, toks, open+1, "SELECT")
	if !nested || closing+1 >= len(toks) {
		return false
	}
	switch toks[closing+1].kind {
	case '=', '<', '>', '!':
		return toks[open+1].kind == '('
	}
	return isWord(text, toks, closing+1, "IS IN LIKE BETWEEN NOT")
}

// arithmeticAt reports a binary operator at token i, compound assignment apart.
func arithmeticAt(text string, toks []helpTok, i int) bool {
	if i >= len(toks) || !strings.ContainsRune("+-*/%&|^", rune(toks[i].kind)) {
		return false
	}
	return i+1 >= len(toks) || toks[i+1].kind != '=' || toks[i+1].start != toks[i].end
}

// opensElement reports a variable that may begin a select element: after
// SELECT, its DISTINCT or TOP, or a comma.
func opensElement(text string, toks []helpTok, i int, match []int) bool {
	if i == 0 {
		return false
	}
	switch p := toks[i-1]; p.kind {
	case ',':
		return true
	case 'n':
		return isWord(text, toks, i-2, "TOP")
	case ')':
		return match[i-1] > 0 && isWord(text, toks, match[i-1]-1, "TOP")
	}
	return isWord(text, toks, i-1, "SELECT DISTINCT ALL PERCENT TIES")
}
