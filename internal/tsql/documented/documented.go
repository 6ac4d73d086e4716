// Package documented finds the features of a T-SQL script that SQL Server's documentation does not describe. It reads
// the syntax tree: a name counts where it is used as a statement, procedure, function, view, DBCC command, trace flag or hint,
// in literal dynamic SQL too; the same word as a user's column or alias does not.
package documented

import (
	"cmp"
	"fmt"
	"slices"

	"scanfrag/internal/script"
)

// Finding is one use of a feature that the lists do not call documented.
type Finding struct {
	Line    int // of the script, 1-based
	Name    string
	Why     string
	Reject  bool // known to be undocumented; otherwise unknown here: for review by a person
	Dynamic bool // inside a string that the script executes; Line is that of the execution
}

func (f Finding) String() string {
	in := ""
	if f.Dynamic {
		in = ", in dynamic SQL"
	}
	return fmt.Sprintf("line %d: %s (%s%s)", f.Line, f.Name, f.Why, in)
}

// Statement is a statement of a script, by the name of its syntax node in lower case: "dropdatabase".
type Statement struct {
	Name    string
	Line    int // of the script, 1-based
	Dynamic bool
}

// Statements lists the statements of a script, those of literal dynamic SQL too, as far as it can be parsed.
func Statements(s script.Script) (out []Statement) {
	for _, u := range collect(s).uses {
		if u.kind == aStatement {
			out = append(out, Statement{u.name, u.line, u.dynamic})
		}
	}
	return out
}

func collect(s script.Script) collector {
	c := collector{own: map[string]bool{}}
	for _, b := range s.Batches {
		c.batch(b.Text, b.Line)
	}
	return c
}

// Review judges every batch of a script, once a line and name, in the order of lines. Procedures, functions, views and
// tables that the script itself creates are its own.
func Review(s script.Script) []Finding {
	c := collect(s)
	var out []Finding
	for _, u := range c.uses {
		if f, ok := u.judge(c.own); ok && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return cmp.Compare(a.Line, b.Line) })
	return out
}
