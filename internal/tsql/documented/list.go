package documented

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed documented.txt
var documentedText string

//go:embed undocumented.txt
var undocumentedText string

// kind is what a name is used as; the text is the section of documented.txt.
type kind string

const (
	aStatement     kind = "statement"
	aFunction      kind = "function"
	aTableFunction kind = "table function"
	aVariable      kind = "variable"
	aProcedure     kind = "procedure"
	aView          kind = "view"
	aCommand       kind = "dbcc"
	aFlag          kind = "trace flag"
	aHint          kind = "hint"
	aColumn        kind = "column" // %%name%%; none is documented
	aText          kind = "text"   // of dynamic SQL that is not in the script
	aBatch         kind = "batch"  // that could not be parsed
	aWord          kind = "word"   // of such a batch
)

type verdict struct {
	reject, allow bool
	why           string
}

type lists struct {
	documented   map[kind]map[string]bool
	undocumented map[string]verdict
}

// theLists are parsed from the embedded files; a malformed line there is our own broken invariant.
var theLists = sync.OnceValue(func() lists {
	l := lists{map[kind]map[string]bool{}, map[string]verdict{}}
	var section map[string]bool
	for line := range content(documentedText) {
		if name, ok := strings.CutPrefix(line, "["); ok {
			section = map[string]bool{}
			l.documented[kind(strings.TrimSuffix(name, "]"))] = section
			continue
		}
		for _, n := range strings.Fields(line) {
			section[n] = true
		}
	}
	for line := range content(undocumentedText) {
		word, rest, _ := strings.Cut(line, "  ")
		name, why, ok := strings.Cut(strings.TrimSpace(rest), "  ")
		if !ok { // a name that reaches the column of reasons
			name, why, ok = strings.Cut(strings.TrimSpace(rest), " undocumented ")
			why = "undocumented " + why
		}
		if !ok || word != "reject" && word != "review" && word != "allow" {
			panic("documented: undocumented.txt: malformed line: " + line)
		}
		l.undocumented[name] = verdict{word == "reject", word == "allow", strings.TrimSpace(why)}
	}
	return l
})

// content yields the lines that are neither blank nor comments.
func content(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}
