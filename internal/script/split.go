package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Batch is the text between two GO lines. Line is the 1-based line of the file
// on which Text begins, so that line k of the batch is line Line+k-1 of the
// file. Count is how often to run it ("GO n"); it is never expanded into copies.
type Batch struct {
	Text  string
	Line  int
	Count int64
}

// Script is a file split into its batches.
type Script struct {
	Batches []Batch
	// Used holds the variables, in lower case, that the text refers to.
	Used map[string]bool
}

// Error is a fault of the script text itself, found before anything is sent.
type Error struct {
	Line int
	Msg  string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// Split cuts text at its GO lines and replaces $(name), in code, strings and
// quoted names but not in comments. vars are the names known from outside, in
// any case; a :setvar line sets or, without a value, removes one, but not those of fixed (lower case):
// what the caller decides wins over the script's default. GO counts only
// on a line of its own outside comments, strings and quoted names; it may carry
// a count, a semicolon and a comment. Batches without a statement are dropped.
func Split(text string, vars map[string]string, fixed ...string) (Script, error) {
	s := &splitter{text: text, line: 1, vars: map[string]string{}, fixed: fixed}
	s.out.Used = map[string]bool{}
	for k, v := range vars {
		s.vars[strings.ToLower(k)] = v
	}
	s.begin(1)
	if err := s.run(); err != nil {
		return Script{}, err
	}
	return s.out, nil
}

type splitter struct {
	text  string
	pos   int
	line  int
	vars  map[string]string
	fixed []string
	batch strings.Builder
	start int  // line on which the batch begins
	any   bool // the batch holds something besides blanks and comments
	out   Script
}

func (s *splitter) begin(line int) {
	s.batch.Reset()
	s.start, s.any = line, false
}

func (s *splitter) end(count int64) {
	if s.any {
		s.out.Batches = append(s.out.Batches, Batch{Text: s.batch.String(), Line: s.start, Count: count})
	}
}

func (s *splitter) run() error {
	fresh := true // only blanks so far on this line
	for s.pos < len(s.text) {
		if fresh {
			took, err := s.directive()
			if err != nil {
				return err
			}
			if took {
				continue
			}
		}
		l := lex(s.text, s.pos)
		t := s.text[l.start:l.end]
		if l.open {
			return &Error{s.line, fmt.Sprintf("the %s that begins here is never closed", opened(l.kind))}
		}
		switch l.kind {
		case kNewline:
			fresh = true
		case kSpace:
		default:
			fresh = false
		}
		end, err := s.copy(l, t)
		if err != nil {
			return err
		}
		s.line += strings.Count(t, "\n")
		s.pos = end
	}
	s.end(1)
	return nil
}

func opened(k kind) string {
	switch k {
	case kString:
		return "string"
	case kComment:
		return "comment"
	}
	return "quoted name"
}

// copy appends one lexeme to the batch, variables replaced, and returns where
// the next one begins: past l.end when "$(name)" stands bare in the code.
func (s *splitter) copy(l lexeme, t string) (int, error) {
	switch l.kind {
	case kSpace, kNewline, kComment:
		s.batch.WriteString(t)
		return l.end, nil
	case kOther:
		if t == "$" {
			if _, n := variable(s.text[l.start:]); n > 0 {
				l.end = l.start + n
				t = s.text[l.start:l.end]
			}
		}
	}
	s.any = true
	line := s.line
	for {
		i := strings.Index(t, "$(")
		if i < 0 {
			s.batch.WriteString(t)
			return l.end, nil
		}
		line += strings.Count(t[:i], "\n")
		s.batch.WriteString(t[:i])
		name, n := variable(t[i:])
		if n == 0 {
			s.batch.WriteString("$(")
			t = t[i+2:]
			continue
		}
		v, err := s.value(name, line)
		if err != nil {
			return 0, err
		}
		s.batch.WriteString(v)
		t = t[i+n:]
	}
}

func (s *splitter) value(name string, line int) (string, error) {
	key := strings.ToLower(name)
	v, ok := s.vars[key]
	if !ok {
		return "", &Error{line, fmt.Sprintf("$(%s) is not defined: set it with :setvar %s \"value\"", name, name)}
	}
	s.out.Used[key] = true
	return v, nil
}

// variable matches "$(name)" at the start of t and returns its length, or 0.
func variable(t string) (string, int) {
	if !strings.HasPrefix(t, "$(") {
		return "", 0
	}
	j := 2
	for j < len(t) && (t[j] == '_' || t[j] == '-' || t[j] >= '0' && t[j] <= '9' || t[j]|0x20 >= 'a' && t[j]|0x20 <= 'z') {
		j++
	}
	if j == 2 || j >= len(t) || t[j] != ')' {
		return "", 0
	}
	return t[2:j], j + 1
}

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
