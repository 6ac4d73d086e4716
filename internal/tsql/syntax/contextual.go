package syntax

import "strings"

// The parser's lexer makes keywords of words that T-SQL does not reserve, and then refuses them as names of columns,
// tables and aliases: SELECT type FROM sys.objects. Such a word is put in brackets wherever it is not
// the keyword it could be.

// contextual maps those words to the words after which they are keywords.
var contextual = func() map[string]map[string]bool {
	m := map[string]map[string]bool{}
	add := func(words, after string) {
		for _, w := range strings.Fields(words) {
			if m[w] == nil {
				m[w] = map[string]bool{}
			}
			for _, a := range strings.Fields(after) {
				m[w][a] = true
			}
		}
	}
	add("TRY CATCH CONVERSATION", "BEGIN END")
	add("DIALOG", "BEGIN")
	add("WORK", "COMMIT ROLLBACK")
	add("TIES NOWAIT OVERRIDE ENCRYPTION STATUSONLY FAST NORESET NOREVERT COOKIE PASSWORD", "WITH")
	add("CUBE ROLLUP", "BY WITH")
	add("DELAY", "WAITFOR")
	add("SCOPED", "DATABASE")
	add("LANGUAGE MAXDOP", "SET")
	add("CALLER", "AS")
	add("ASYMMETRIC SYMMETRIC CERTIFICATE CREDENTIAL LOGIN MASTER MESSAGE TYPE QUERY NOTIFICATION", "CREATE ALTER DROP OPEN CLOSE BACKUP RESTORE")
	add("CREDENTIAL", "SCOPED")
	add("TYPE", "TRANSFER")
	add("JOB STATS QUERY", "KILL STATS")
	add("NOTIFICATION", "QUERY EVENT")
	add("SUBSCRIPTION", "NOTIFICATION")
	add("RETURNS", ")")
	add("DECRYPTION FILESTREAM GET MOVE RECEIVE SEND", "")
	return m
}()

// isName decides whether word token i of text, one of the contextual words, is a name. paren is
// the word before the innermost open parenthesis, statement the word the statement began with.
func isName(text string, toks []token, i int, paren, statement string) bool {
	word := strings.ToUpper(text[toks[i].start:toks[i].end])
	if word == "TIME" {
		// Bare in a list of names; anywhere else it is the type or WAITFOR TIME, or parses.
		p, n := adjacent(text, toks, i, -1), adjacent(text, toks, i, 1)
		return (p == "(" || p == ",") && (n == "," || n == ")")
	}
	after, ok := contextual[word]
	if !ok {
		return false
	}
	prev, next := adjacent(text, toks, i, -1), adjacent(text, toks, i, 1)
	if prev == "." || next == "." {
		return true
	}
	switch {
	case next == ":": // TYPE::name
		return false
	case word == "TYPE" && prev == "," && forXML(text, toks, i):
		return false
	case paren == "WITH" || paren == "OPTION":
		return false
	case statement == "DBCC" || statement == "RAISERROR" || statement == "KILL" || statement == "BACKUP" || statement == "RESTORE":
		return false
	case (word == "CUBE" || word == "ROLLUP") && next == "(":
		return false
	case word == "LANGUAGE" && next == "=":
		return true
	case word == "MAXDOP":
		return !(prev == "SET" && before(text, toks, i, 2) == "CONFIGURATION")
	}
	return !after[prev]
}

// forXML reports that token i is an option of FOR XML: after a comma, another option or its parentheses, and FOR XML.
func forXML(text string, toks []token, i int) bool {
	for n := 2; n < 12; n++ {
		switch before(text, toks, i, n) {
		case "XML":
			return before(text, toks, i, n+1) == "FOR"
		case "", "SELECT", "FROM", "WHERE":
			return false
		}
	}
	return false
}

// adjacent is the upper-case text of the neighbouring token, white space apart.
func adjacent(text string, toks []token, i, step int) string {
	for i += step; i >= 0 && i < len(toks); i += step {
		if toks[i].kind != kSpace {
			return strings.ToUpper(text[toks[i].start:toks[i].end])
		}
	}
	return ""
}

// before is the n-th token before token i.
func before(text string, toks []token, i, n int) string {
	for i--; i >= 0; i-- {
		if toks[i].kind == kSpace {
			continue
		}
		if n--; n == 0 {
			return strings.ToUpper(text[toks[i].start:toks[i].end])
		}
	}
	return ""
}
