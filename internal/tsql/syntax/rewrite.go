package syntax

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"
)

// rewrite replaces what the parser refuses by something of the same number of lines:
//
//	/* a /* b */ c */   blanks
//	$5.5                CAST(5.5 AS money)
//	> ALL (SELECT …)    > (SELECT …), the place of ALL, ANY or SOME remembered
//	.5                  0.5
//	%%physloc%%         [%%physloc]
//	THROW END           THROW; END
//	FROM t MERGE …      FROM t ;MERGE …, which the parser takes for an alias
//	MERGE t WITH (…) AS a   MERGE t AS a WITH (…)
//	type                [type] where it is a name, see contextual
//	ADD PRIMARY KEY     ADD CONSTRAINT [%%unnamed] PRIMARY KEY, in ALTER TABLE
//	"x"                 'x' when QUOTED_IDENTIFIER is off
//
// quantifiers holds byte offsets in out of the words blanked.
func rewrite(text string, toks []token, quotedIdentifier bool) (out string, quantifiers []quantifier, err error) {
	toks = aliasFirst(text, toks)
	var b strings.Builder
	b.Grow(len(text) + 64)
	var depth nesting
	var parens []string // the word before each open parenthesis
	last, statement := "", ""
	outer, closed := "", "" // the statement outside parentheses, and the word before the parenthesis closed last
	for i, t := range toks {
		s := text[t.start:t.end]
		switch t.kind {
		case kSpace:
			if strings.HasPrefix(s, "/*") || strings.Contains(s, "\x00") {
				blank(&b, s)
				continue
			}
		case kNumber:
			if s[0] == '.' {
				b.WriteString("0" + s)
				continue
			}
			if s[0] == '$' {
				n := s[1:]
				if n == "." {
					n = "0"
				}
				b.WriteString("CAST(" + n + " AS money)")
				continue
			}
		case kQuoted:
			if s[0] == '%' {
				b.WriteString("[" + PhysLoc + "]")
				continue
			}
			if s[0] == '"' && !quotedIdentifier {
				in := strings.ReplaceAll(s[1:len(s)-1], `""`, `"`)
				b.WriteString("'" + strings.ReplaceAll(in, "'", "''") + "'")
				continue
			}
		case kPunct:
			switch {
			case s == "(":
				parens = append(parens, last)
			case s == ")" && len(parens) > 0:
				closed = parens[len(parens)-1]
				parens = parens[:len(parens)-1]
			}
			last = ""
			depth.punct(s)
			if depth.tooDeep() {
				return "", nil, at(t.line, errNested)
			}
		case kWord:
			depth.word(s, strings.HasPrefix(strings.ToUpper(nextWord(text, toks, i)), "TRAN"))
			if depth.tooDeep() {
				return "", nil, at(t.line, errNested)
			}
			last = strings.ToUpper(s)
			if last == "MERGE" && len(parens) == 0 && endsQuery(outer, adjacent(text, toks, i, -1), closed, adjacent(text, toks, i, 1)) {
				b.WriteByte(';')
			}
			if statementWords[last] {
				statement = last
				if len(parens) == 0 {
					outer = last
				}
			}
			paren := ""
			if n := len(parens); n > 0 {
				paren = parens[n-1]
			}
			if statement == "ALTER" && len(parens) == 0 && addsConstraint(last, adjacent(text, toks, i, -1)) {
				b.WriteString("CONSTRAINT [" + unnamed + "] ")
			}
			if isName(text, toks, i, paren, statement) {
				b.WriteString("[" + s + "]")
				continue
			}
			if s[0] == '@' && strings.HasSuffix(nextWord(text, toks, i), "PIVOT") {
				b.WriteString(s + " AS [" + s + "]")
				continue
			}
			if strings.EqualFold(s, "THROW") && !hasOperand(text, toks, i) {
				b.WriteString(s + ";")
				continue
			}
			if (strings.EqualFold(s, "ALL") || strings.EqualFold(s, "ANY") || strings.EqualFold(s, "SOME")) && afterComparison(text, toks, i) && beforeParen(text, toks, i) {
				quantifiers = append(quantifiers, quantifier{b.Len(), strings.EqualFold(s, "ALL")})
				blank(&b, s)
				continue
			}
		}
		b.WriteString(s)
	}
	return b.String(), quantifiers, nil
}

// endsQuery reports that MERGE between prev and next begins a statement after one of the kind that can end with a
// table's alias. closed is the word before the parentheses that prev closes.
func endsQuery(statement, prev, closed, next string) bool {
	switch statement {
	case "SELECT", "INSERT", "UPDATE", "DELETE":
	default:
		return false
	}
	switch prev {
	case "", ";", ",", ".", "(", "BEGIN", "ELSE", "INNER", "LEFT", "RIGHT", "FULL", "OUTER":
		return false
	case ")":
		return closed != "AS"
	}
	return next != "JOIN"
}

// unnamed is the name of a constraint without one in ALTER TABLE … ADD, which the parser takes with a name only.
const unnamed = "%%unnamed"

// ConstraintName is the name given to a constraint, "" for none.
func ConstraintName(id *ast.Identifier) string {
	if id == nil || id.Value == unnamed {
		return ""
	}
	return id.Value
}

// addsConstraint reports whether word, after prev, begins a constraint without a name in ALTER TABLE … ADD.
func addsConstraint(word, prev string) bool {
	switch word {
	case "PRIMARY", "UNIQUE", "FOREIGN", "CHECK":
		return prev == "ADD" || prev == ","
	case "DEFAULT":
		return prev == "ADD"
	}
	return false
}

type quantifier struct {
	offset int
	all    bool
}

func blank(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' {
			b.WriteByte(s[i])
		} else {
			b.WriteByte(' ')
		}
	}
}

// afterComparison reports whether token i follows = < > or !.
func afterComparison(text string, toks []token, i int) bool {
	for i--; i >= 0 && toks[i].kind == kSpace; i-- {
	}
	return i >= 0 && toks[i].kind == kPunct && strings.Contains("=<>!", text[toks[i].start:toks[i].end])
}

// beforeParen reports whether token i is followed by an open parenthesis.
func beforeParen(text string, toks []token, i int) bool {
	for i++; i < len(toks) && toks[i].kind == kSpace; i++ {
	}
	return i < len(toks) && text[toks[i].start] == '('
}

// statementWords begin statements.
var statementWords = map[string]bool{"SELECT": true, "INSERT": true, "UPDATE": true, "DELETE": true, "SET": true, "DECLARE": true,
	"IF": true, "WHILE": true, "BEGIN": true, "END": true, "EXEC": true, "EXECUTE": true, "PRINT": true, "RAISERROR": true, "CREATE": true,
	"ALTER": true, "DROP": true, "TRUNCATE": true, "DBCC": true, "KILL": true, "BACKUP": true, "RESTORE": true, "USE": true, "COMMIT": true,
	"ROLLBACK": true, "SAVE": true, "RETURN": true, "WAITFOR": true, "MERGE": true, "GOTO": true, "CHECKPOINT": true, "RECONFIGURE": true}

// hasOperand reports whether THROW at token i is followed by its error number.
func hasOperand(text string, toks []token, i int) bool {
	for i++; i < len(toks); i++ {
		switch toks[i].kind {
		case kSpace:
			continue
		case kWord:
			return text[toks[i].start] == '@'
		case kNumber:
			return true
		case kPunct:
			// A stray operand is the parser's to refuse; a label or comma after THROW too.
			return text[toks[i].start] != ';'
		}
		return true
	}
	return false
}

func nextWord(text string, toks []token, i int) string {
	for i++; i < len(toks); i++ {
		if toks[i].kind == kWord {
			return text[toks[i].start:toks[i].end]
		}
		if toks[i].kind != kSpace {
			return ""
		}
	}
	return ""
}
