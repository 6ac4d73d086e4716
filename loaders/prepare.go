package loaders

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"scanfrag/internal/script"
	"scanfrag/internal/tsql/documented"
)

// Plan is a load made ready: its batches parsed, nothing sent yet.
type Plan struct {
	Loader Loader
	Script script.Script
	// Rows is the row count the rules hold the load to: the wanted one, but
	// PublishedRows for a file that does not use $(rows).
	Rows  int64
	Notes []string
}

// Prepare reads the loader's script for rows rows and refuses what a load may
// not do. Errors name the line of the script.
func Prepare(l Loader, rows int64) (Plan, error) {
	if rows < 1 {
		return Plan{}, fmt.Errorf("prepare loader %s: %d rows: at least 1 is needed", l.Name(), rows)
	}
	p := Plan{Loader: l, Rows: rows}
	text, err := l.TSQL(rows)
	if err != nil {
		return Plan{}, fmt.Errorf("prepare loader %s: %w", l.Name(), err)
	}
	if p.Script, err = script.Split(text, map[string]string{"rows": strconv.FormatInt(rows, 10)}, "rows"); err != nil {
		return Plan{}, fmt.Errorf("prepare loader %s: %w", l.Name(), err)
	}
	if err := guard(p.Script); err != nil {
		return Plan{}, fmt.Errorf("prepare loader %s: %w", l.Name(), err)
	}
	if f, file := l.(sqlFile); file {
		if f.about == AboutPlaceholder {
			p.Notes = append(p.Notes, "the header still has the placeholder: let its line \"-- about:\" say what layout the script makes")
		}
		if len(p.Script.Batches) == 0 {
			return Plan{}, fmt.Errorf("prepare loader %s: the file holds no statement", l.Name())
		}
		if !p.Script.Used["rows"] && rows != PublishedRows {
			p.Rows = PublishedRows
			p.Notes = append(p.Notes, fmt.Sprintf("the file does not use $(rows): judged at %s rows, not %s", humanize.Comma(PublishedRows), humanize.Comma(rows)))
		}
	}
	return p, nil
}

// guard refuses statements that would leave the load's own database: by words, so that a script the parser does
// not know is held to it too, and by the syntax tree in dynamic SQL. A computed text can still do it: a script is trusted like any other that the login runs.
func guard(s script.Script) error {
	for _, b := range s.Batches {
		toks := script.Tokens(b.Text)
		for i, t := range toks {
			if !t.Word || t.Quoted {
				continue
			}
			line := b.Line + t.Line - 1
			switch t.Text {
			case "create", "alter", "drop":
				if word(toks, i+1) != "database" {
					continue
				}
				if what := word(toks, i+2); t.Text == "alter" && what == "scoped" ||
					what == "encryption" || what == "audit" { // other statements that begin alike
					continue
				}
				return &script.Error{Line: line, Msg: strings.ToUpper(t.Text) + " DATABASE is not allowed in a load: it runs in a database of its own"}
			case "use":
				// USE is a keyword only at the start of a statement; as a query
				// hint it follows a parenthesis or a comma and takes HINT or PLAN.
				if next := word(toks, i+1); next == "hint" || next == "plan" || next == "" {
					continue
				}
				return &script.Error{Line: line, Msg: "USE is not allowed in a load: it runs in a database of its own"}
			}
		}
	}
	for _, st := range documented.Statements(s) {
		if st.Dynamic && (st.Name == "use" || st.Name == "createdatabase" || st.Name == "dropdatabase" || strings.HasPrefix(st.Name, "alterdatabase") && !strings.HasPrefix(st.Name, "alterdatabasescoped")) {
			return &script.Error{Line: st.Line, Msg: "USE and CREATE, ALTER and DROP DATABASE are not allowed in a load, in dynamic SQL either: it runs in a database of its own"}
		}
	}
	return nil
}

// word is the unquoted or quoted word at i, or "".
func word(toks []script.Token, i int) string {
	if i >= len(toks) || !toks[i].Word {
		return ""
	}
	return toks[i].Text
}
