package server

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"scanfrag/internal/tsql"
)

// bulkTarget is a parsed INSERT BULK: where the rows of the bulk load message
// that follows go.
type bulkTarget struct {
	text      string
	table     string // as written
	columns   []string
	keepNulls bool // else NULL takes the column's default
	checked   bool // CHECK constraints are held against the rows
	tabLock   bool
	order     []tsql.BulkOrder
}

// isInsertBulk recognises the statement clients send before a bulk load.
func isInsertBulk(text string) bool {
	f := strings.Fields(text[:min(len(text), 200)])
	return len(f) > 2 && strings.EqualFold(f[0], "insert") && strings.EqualFold(f[1], "bulk")
}

// parseInsertBulk reads INSERT BULK table (column type, …) [WITH (hint, …)]. The types are taken from the data itself.
func parseInsertBulk(text string) (*bulkTarget, error) {
	s := strings.TrimSpace(text)
	s = strings.TrimSpace(s[len("insert"):])
	s = strings.TrimSpace(s[len("bulk"):])
	open := indexOutside(s, '(')
	if open < 0 {
		return nil, fmt.Errorf("INSERT BULK: no column list")
	}
	t := &bulkTarget{text: text, table: strings.TrimSpace(s[:open])}
	if t.table == "" {
		return nil, fmt.Errorf("INSERT BULK: no table")
	}
	body, rest, err := parenthesised(s[open:])
	if err != nil {
		return nil, fmt.Errorf("INSERT BULK: column list: %w", err)
	}
	for item := range items(body) {
		name, _, err := leadingName(item)
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
	for h := range items(hints) {
		if err := t.hint(h); err != nil {
			return nil, fmt.Errorf("INSERT BULK: hint %q: %w", h, err)
		}
	}
	return t, nil
}

// hint takes one hint. There are no triggers, and the sizes of batches are for the optimizer alone (documented).
func (t *bulkTarget) hint(h string) error {
	word := strings.ToUpper(h)
	if i := strings.IndexAny(word, " =(\t\r\n"); i >= 0 {
		word = word[:i]
	}
	rest := strings.TrimSpace(h[len(word):])
	switch word {
	case "ORDER":
		body, tail, err := parenthesised(rest)
		if err != nil || strings.TrimSpace(tail) != "" {
			return fmt.Errorf("a list of columns in parentheses was expected")
		}
		for item := range items(body) {
			name, way, err := leadingName(item)
			way = strings.ToUpper(way)
			if err != nil || way != "" && way != "ASC" && way != "DESC" {
				return fmt.Errorf("%q is not a column, ASC or DESC", item)
			}
			t.order = append(t.order, tsql.BulkOrder{Column: name, Desc: way == "DESC"})
		}
		return nil
	case "ROWS_PER_BATCH", "KILOBYTES_PER_BATCH":
		n, ok := strings.CutPrefix(rest, "=")
		if _, err := strconv.ParseUint(strings.TrimSpace(n), 10, 63); !ok || err != nil {
			return fmt.Errorf("a number was expected")
		}
		return nil
	}
	if rest != "" {
		return fmt.Errorf("%q is not expected", rest)
	}
	switch word {
	case "KEEP_NULLS":
		t.keepNulls = true
	case "TABLOCK":
		t.tabLock = true
	case "CHECK_CONSTRAINTS":
		t.checked = true
	case "FIRE_TRIGGERS":
	default:
		return fmt.Errorf("it is not known")
	}
	return nil
}

// items are the parts of a list, at its commas.
func items(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			i := indexOutside(list, ',')
			if i < 0 {
				yield(strings.TrimSpace(list))
				return
			}
			if !yield(strings.TrimSpace(list[:i])) {
				return
			}
			list = list[i+1:]
		}
	}
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

// leadingName is the identifier a column begins with, unquoted, and what follows it.
func leadingName(s string) (name, rest string, err error) {
	if s == "" {
		return "", "", fmt.Errorf("empty column definition")
	}
	if s[0] == '[' || s[0] == '"' {
		end := quotedEnd(s)
		if end < 0 {
			return "", "", fmt.Errorf("name %q is not closed", s)
		}
		q := s[end : end+1]
		return strings.ReplaceAll(s[1:end], q+q, q), strings.TrimSpace(s[end+1:]), nil
	}
	name, rest, _ = strings.Cut(s, " ")
	return name, strings.TrimSpace(rest), nil
}
