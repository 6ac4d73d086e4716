package loaders

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"scanfrag/internal/script"
)

//go:embed undocumented.txt
var undocumentedText string

// finding is one use of a name from the list.
type finding struct {
	line   int
	name   string
	why    string
	reject bool
}

func (f finding) String() string { return fmt.Sprintf("line %d: %s (%s)", f.line, f.name, f.why) }

type listed struct {
	reject bool
	why    string
}

// undocumented maps kind + " " + name to its verdict. The list is part of the
// binary, so a malformed line is our own broken invariant.
var undocumented = sync.OnceValue(func() map[string]listed {
	m := map[string]listed{}
	for line := range strings.Lines(undocumentedText) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		if len(f) < 4 || f[0] != "reject" && f[0] != "review" {
			panic("loaders: undocumented.txt: malformed line: " + line)
		}
		m[f[1]+" "+f[2]] = listed{f[0] == "reject", strings.Join(f[3:], " ")}
	}
	return m
})

// findUndocumented scans the words of a script against the list. It sees no
// further than words: a name inside a string (dynamic SQL) is not found.
func findUndocumented(s script.Script) []finding {
	list := undocumented()
	var out []finding
	for _, b := range s.Batches {
		toks := script.Tokens(b.Text)
		add := func(i int, key, name string) {
			l, ok := list[key]
			f := finding{b.Line + toks[i].Line - 1, name, l.why, l.reject}
			if ok && !slices.Contains(out, f) { // once a line is enough
				out = append(out, f)
			}
		}
		for i, t := range toks {
			switch {
			case t.Text == "%" && i+4 < len(toks) && toks[i+1].Text == "%" && toks[i+3].Text == "%" && toks[i+4].Text == "%":
				name := "%%" + toks[i+2].Text + "%%"
				add(i, "word "+name, name)
			case !t.Word:
			case t.Text == "dbcc" && !t.Quoted:
				next := word(toks, i+1)
				add(i, "dbcc "+next, "DBCC "+strings.ToUpper(next))
				if next == "traceon" {
					for j := i + 2; j < len(toks) && toks[j].Text != ")"; j++ {
						add(j, "traceflag "+toks[j].Text, "trace flag "+toks[j].Text)
					}
				}
			default:
				add(i, "word "+t.Text, t.Text)
			}
		}
	}
	return out
}
