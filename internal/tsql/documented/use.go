package documented

import "strings"

// use is a name, in lower case, in its place; of kinds aText and aBatch it is a sentence.
type use struct {
	kind    kind
	name    string
	line    int
	dynamic bool
}

// shown is how a finding names what is no plain name.
var shown = map[kind]string{aStatement: "statement ", aFlag: "trace flag ", aHint: "hint "}

// judge holds a use against the lists; ok is false when there is nothing to say.
func (u use) judge(own map[string]bool) (f Finding, ok bool) {
	f = Finding{Line: u.line, Name: shown[u.kind] + u.name, Dynamic: u.dynamic}
	if u.kind == aCommand {
		f.Name = "DBCC " + strings.ToUpper(u.name)
	}
	l := theLists()
	key := u.name
	switch u.kind {
	case aStatement, aCommand, aFlag, aHint:
		key = string(u.kind) + ": " + u.name
	case aText, aBatch:
		f.Why = "its features cannot be read from the script"
		return f, true
	case aFunction, aTableFunction, aProcedure, aView:
		if own[u.name] {
			return f, false
		}
	}
	if v, known := l.undocumented[key]; known {
		f.Why, f.Reject = v.why, v.reject
		return f, !v.allow
	}
	if u.kind == aWord || l.documented[u.kind][u.name] {
		return f, false
	}
	f.Why = "not on the list of documented " + string(u.kind) + "s"
	if u.kind == aCommand {
		f.Why = "not on the list of documented commands"
	}
	return f, true
}
