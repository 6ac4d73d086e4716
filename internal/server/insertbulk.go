package server

import (
	"fmt"
	"strings"
)

// bulkTarget is a parsed INSERT BULK: where the rows of the bulk load message
// that follows go.
type bulkTarget struct {
	table     string // as written
	columns   []string
	keepNulls bool // else NULL takes the column's default
	checked   bool // CHECK constraints are held against the rows
}

// isInsertBulk recognises the statement clients send before a bulk load.
func isInsertBulk(text string) bool {
	f := strings.Fields(text[:min(len(text), 200)])
	return len(f) > 2 && strings.EqualFold(f[0], "insert") && strings.EqualFold(f[1], "bulk")
}

// parseInsertBulk reads INSERT BULK table (column type, …) [WITH (hint, …)].
// The types are taken from the data itself; hints other than KEEP_NULLS and CHECK_CONSTRAINTS change
// speed, not what is stored (there are no triggers).
func parseInsertBulk(text string) (*bulkTarget, error) {
	s := strings.TrimSpace(text)
	s = strings.TrimSpace(s[len("insert"):])
	s = strings.TrimSpace(s[len("bulk"):])
	open := indexOutside(s, '(')
	if open < 0 {
		return nil, fmt.Errorf("INSERT BULK: no column list")
	}
	t := &bulkTarget{table: strings.TrimSpace(s[:open])}
	if t.table == "" {
		return nil, fmt.Errorf("INSERT BULK: no table")
	}
	body, rest, err := parenthesised(s[open:])
	if err != nil {
		return nil, fmt.Errorf("INSERT BULK: column list: %w", err)
	}
	for more := true; more; {
		item := body
		i := indexOutside(body, ',')
		if more = i >= 0; more {
			item, body = body[:i], body[i+1:]
		}
		name, err := leadingName(strings.TrimSpace(item))
		if err != nil {
			return nil, fmt.Errorf("INSERT BULK: column list: %w", err)
		}
		t.columns = append(t.columns, name)
	}
	rest = strings.TrimRight(strings.TrimSpace(rest), "; \t\r\n")
	if rest == "" {
		return t, nil
	}
	if len(rest) < 4 || !strings.EqualFold(rest[:4], "with") {
		return nil, fmt.Errorf("INSERT BULK: %q after the column list", rest)
	}
	rest = strings.TrimSpace(rest[4:])
	hints, tail, err := parenthesised(rest)
	if err != nil || strings.TrimSpace(tail) != "" {
		return nil, fmt.Errorf("INSERT BULK: hints %q", rest)
	}
	for _, h := range strings.Split(hints, ",") {
		switch strings.ToUpper(strings.TrimSpace(h)) {
		case "KEEP_NULLS":
			t.keepNulls = true
		case "CHECK_CONSTRAINTS":
			t.checked = true
		}
	}
	return t, nil
}

// indexOutside finds ch outside of brackets, double quotes and parentheses
// (a parenthesis itself is found at depth 0), or -1.
func indexOutside(s string, ch byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == ch && depth == 0:
			return i
		case s[i] == '[' || s[i] == '"':
			end := quotedEnd(s[i:])
			if end < 0 {
				return -1
			}
			i += end
		case s[i] == '(':
			depth++
		case s[i] == ')':
			depth--
		}
	}
	return -1
}

// quotedEnd is the index of the bracket or quote that closes the one s begins
// with; a doubled one stands for itself.
func quotedEnd(s string) int {
	end := s[0]
	if end == '[' {
		end = ']'
	}
	for i := 1; i < len(s); i++ {
		if s[i] != end {
			continue
		}
		if i+1 < len(s) && s[i+1] == end {
			i++
			continue
		}
		return i
	}
	return -1
}

// parenthesised splits "(body) rest".
func parenthesised(s string) (body, rest string, err error) {
	if s == "" || s[0] != '(' {
		return "", "", fmt.Errorf("no parenthesis at %q", s)
	}
	end := indexOutside(s[1:], ')')
	if end < 0 {
		return "", "", fmt.Errorf("parenthesis is not closed")
	}
	return s[1 : 1+end], s[2+end:], nil
}

// leadingName is the identifier a column definition begins with, unquoted.
func leadingName(s string) (string, error) {
	if s == "" {
		return "", fmt.Errorf("empty column definition")
	}
	if s[0] == '[' || s[0] == '"' {
		end := quotedEnd(s)
		if end < 0 {
			return "", fmt.Errorf("name %q is not closed", s)
		}
		q := s[end : end+1]
		return strings.ReplaceAll(s[1:end], q+q, q), nil
	}
	name, _, _ := strings.Cut(s, " ")
	return name, nil
}
