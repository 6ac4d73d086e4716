package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// directive handles a GO or colon line at pos, the start of a line. It reports
// whether it took the line; the line end after a colon command stays in the
// batch so that line numbers hold.
func (s *splitter) directive() (bool, error) {
	rest := s.text[s.pos:]
	end := strings.IndexByte(rest, '\n')
	line, next := rest, len(rest)
	if end >= 0 {
		line, next = rest[:end], end+1
	}
	trimmed := strings.TrimSpace(line)
	if count, ok, err := s.goLine(trimmed); err != nil {
		return false, &Error{s.line, err.Error()}
	} else if ok {
		s.end(count)
		s.pos += next
		s.line++
		s.begin(s.line)
		return true, nil
	}
	if len(trimmed) < 2 || trimmed[0] != ':' || !(trimmed[1]|0x20 >= 'a' && trimmed[1]|0x20 <= 'z') {
		return false, nil
	}
	if err := s.colon(trimmed); err != nil {
		return false, &Error{s.line, err.Error()}
	}
	if end < 0 {
		s.pos = len(s.text)
		return true, nil
	}
	s.batch.WriteByte('\n')
	s.pos += next
	s.line++
	return true, nil
}

// goLine recognises a whole trimmed line as "GO [count][;] [comment]"; the count may be a $(variable).
func (s *splitter) goLine(line string) (count int64, ok bool, err error) {
	if len(line) < 2 || !strings.EqualFold(line[:2], "go") {
		return 0, false, nil
	}
	rest := line[2:]
	if rest != "" && !strings.ContainsAny(rest[:1], " \t;-/") {
		return 0, false, nil // GO_x, GOTO, go.tbl
	}
	var words []string
	for i := 0; i < len(rest); {
		l := lex(rest, i)
		t := rest[l.start:l.end]
		i = l.end
		if name, n := variable(rest[l.start:]); n > 0 {
			if t, ok = s.vars[strings.ToLower(name)]; !ok {
				return 0, false, fmt.Errorf("$(%s) is not defined: set it with :setvar %s \"value\"", name, name)
			}
			s.out.Used[strings.ToLower(name)] = true
			i = l.start + n
		}
		switch {
		case l.kind == kSpace || t == ";":
		case l.kind == kComment && !l.open:
		case l.kind == kComment:
			return 0, false, fmt.Errorf("a comment that begins on a GO line must end on it")
		default:
			words = append(words, t)
		}
	}
	switch len(words) {
	case 0:
		return 1, true, nil
	case 1:
		n, perr := strconv.ParseInt(words[0], 10, 64)
		if perr == nil && n >= 1 {
			return n, true, nil
		}
	}
	return 0, false, fmt.Errorf("%q: GO takes one count of 1 or more", line)
}

func (s *splitter) colon(line string) error {
	word, rest, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	if strings.EqualFold(word, ":on") && strings.EqualFold(strings.Join(strings.Fields(rest), " "), "error exit") {
		return nil // what happens anyway
	}
	if !strings.EqualFold(word, ":setvar") {
		return fmt.Errorf("the sqlcmd command %s is not supported (GO, :setvar and $(name) are)", word)
	}
	name, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if _, n := variable("$(" + name + ")"); n == 0 {
		return fmt.Errorf(":setvar needs a name of letters, digits, - and _, not %q", name)
	}
	value = strings.TrimSpace(value)
	fixed := slices.Contains(s.fixed, strings.ToLower(name))
	switch {
	case value == "":
		if !fixed {
			delete(s.vars, strings.ToLower(name))
		}
		return nil
	case value[0] == '"':
		if len(value) < 2 || value[len(value)-1] != '"' {
			return fmt.Errorf(":setvar %s: the quoted value is never closed", name)
		}
		value = strings.ReplaceAll(value[1:len(value)-1], `""`, `"`)
	case strings.ContainsAny(value, " \""):
		return fmt.Errorf(":setvar %s: put a value with blanks or quotes in double quotes", name)
	}
	if !fixed {
		s.vars[strings.ToLower(name)] = value
	}
	return nil
}
