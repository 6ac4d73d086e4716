package syntax

import "strings"

// balanced refuses what the parser lets pass: parentheses that stay open at a semicolon or the batch's end, or that
// were not opened, and lists that end with a comma, as only a table's list of columns may.
func balanced(text string, toks []token) error {
	var open []bool // of each open parenthesis: it may be a table's list of columns
	table := false  // since TABLE there was a name at most
	last, comma := token{line: 1}, false
	for _, t := range toks {
		if t.kind == kSpace {
			continue
		}
		s := text[t.start:t.end]
		word := t.kind == kWord
		if comma && (s == ";" || s == ")" && !(len(open) > 0 && open[len(open)-1]) || word && strings.EqualFold(s, "AS")) {
			return near(t.line, s)
		}
		if t.kind == kPunct {
			switch s {
			case "(":
				open = append(open, table)
			case ")", ";":
				if (s == ")") == (len(open) == 0) {
					return near(t.line, s)
				}
				open = open[:max(0, len(open)-1)]
			}
		}
		table = word && strings.EqualFold(s, "TABLE") || table && (t.kind != kPunct || s == ".")
		last, comma = t, t.kind == kPunct && s == ","
	}
	if len(open) > 0 || comma {
		return near(last.line, text[last.start:last.end])
	}
	return nil
}
