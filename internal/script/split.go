package script

import (
	"fmt"
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
