package sqltype

import "strings"

// dateTok is a number, a word or a sign of a date in text.
type dateTok struct {
	kind byte // 'n' number, 'a' word, or the separator itself; 0 ends
	text string
	gap  bool // white space before
}

func dateTokens(s string) []dateTok {
	var toks []dateTok
	gap := false
	for i := 0; i < len(s); {
		c := s[i]
		j := i + 1
		kind := c
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			gap = true
			i++
			continue
		case c >= '0' && c <= '9':
			kind = 'n'
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			kind = 'a'
			for j < len(s) && s[j]|0x20 >= 'a' && s[j]|0x20 <= 'z' {
				j++
			}
		}
		toks = append(toks, dateTok{kind: kind, text: s[i:j], gap: gap})
		gap = false
		i = j
	}
	return toks
}

func isMeridiem(t dateTok) bool {
	return t.kind == 'a' && (strings.EqualFold(t.text, "AM") || strings.EqualFold(t.text, "PM"))
}

func monthNumber(s string) int {
	for i, n := range monthNames {
		if strings.EqualFold(s, n) || strings.EqualFold(s, n[:3]) || i == 8 && strings.EqualFold(s, "sept") {
			return i + 1
		}
	}
	return 0
}
