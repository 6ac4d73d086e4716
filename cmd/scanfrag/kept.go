package main

import (
	"strings"
	"unicode"
)

// sayKept prints a command to look at each database kept on a drive.
func (r *running) sayKept(p place) {
	for _, name := range r.kept[p.drive.Name] {
		r.e.say("kept: scanfrag stats --dir %s --database %s", shellWord(p.scratch.Dir), name)
	}
	r.e.say("kept runs are removed by: scanfrag cleanup --drive %s=%s --kept", p.drive.Name, shellWord(p.drive.Dir))
}

// shellWord quotes what a shell would take apart.
func shellWord(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool {
		return !(r == '/' || r == '.' || r == '_' || r == '-' || r == ':' || r == '\\' || unicode.IsLetter(r) || unicode.IsDigit(r))
	}) {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}
