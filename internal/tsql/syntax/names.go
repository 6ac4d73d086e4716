package syntax

import (
	"strings"
	"unicode/utf16"

	"scanfrag/internal/sqltype"
)

// maxName is the most UTF-16 units of a name, its delimiters apart.
const maxName = 128

// checkNames refuses names that are too long or empty, wherever they are: a name is cut nowhere.
func checkNames(text string, toks []token, quotedIdentifier bool) error {
	for _, t := range toks {
		s := text[t.start:t.end]
		switch {
		case t.kind == kQuoted && len(s) == 2 && (s[0] == '[' || quotedIdentifier):
			return at(t.line, coded(1038, 4, "An object or column name is missing or empty. For SELECT INTO statements, verify each column has a name. For other statements, look for empty alias names. Aliases defined as \"\" or [] are not allowed. Change the alias to a valid name."))
		case len(s) <= maxName:
			continue
		case t.kind == kQuoted && (s[0] == '[' || s[0] == '"' && quotedIdentifier):
			s = Name(s)
		case t.kind != kWord:
			continue
		}
		if u := utf16.Encode([]rune(s)); len(u) > maxName {
			return at(t.line, coded(103, 4, "The identifier that starts with '%s' is too long. Maximum length is %d.", string(utf16.Decode(u[:maxName])), maxName))
		}
	}
	return nil
}

// coded is an error of level 15.
func coded(number int32, state uint8, format string, args ...any) *sqltype.Error {
	e := sqltype.Errorf(number, format, args...)
	e.Class, e.State = 15, state
	return e
}

// Name is the name that [name] or "name" delimits, or name itself.
func Name(s string) string {
	if s == "" || s[0] != '[' && s[0] != '"' {
		return s
	}
	end := s[len(s)-1:]
	return strings.ReplaceAll(s[1:len(s)-1], end+end, end)
}
