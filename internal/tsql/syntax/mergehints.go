package syntax

import "slices"

// aliasFirst moves the hints of a MERGE's target behind its alias, where the parser wants them:
//
//	MERGE t WITH (HOLDLOCK) AS a USING …    MERGE t AS a WITH (HOLDLOCK) USING …
//
// The spaces go with what follows them, so that all keep their lines. toks is not changed.
func aliasFirst(text string, toks []token) []token {
	target := false // between MERGE and USING
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != kWord {
			continue
		}
		switch adjacent(text, toks, i-1, 1) {
		case "MERGE":
			target = adjacent(text, toks, i, 1) != "JOIN"
		case "USING":
			target = false
		case "WITH":
			if !target || toks[i-1].kind != kSpace || adjacent(text, toks, i, 1) != "(" {
				continue
			}
			end := i + 1
			for end < len(toks) && text[toks[end].start] != ')' {
				end++
			}
			alias := skipSpace(toks, end+1)
			if alias < len(toks) && adjacent(text, toks, alias-1, 1) == "AS" {
				alias = skipSpace(toks, alias+1)
			}
			if alias >= len(toks) || toks[alias].kind != kWord && toks[alias].kind != kQuoted || adjacent(text, toks, alias-1, 1) == "USING" {
				continue
			}
			hints := slices.Clone(toks[i-1 : end+1])
			toks = slices.Concat(toks[:i-1], toks[end+1:alias+1], hints, toks[alias+1:])
			i = alias
		}
	}
	return toks
}

// skipSpace is the first token from i on that is not space.
func skipSpace(toks []token, i int) int {
	for i < len(toks) && toks[i].kind == kSpace {
		i++
	}
	return i
}
