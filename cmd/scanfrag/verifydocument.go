package main

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"scanfrag/internal/oracle"
	"scanfrag/internal/report"
	"scanfrag/scan"
)

// verifySchema is the version of verify's JSON.
const verifySchema = "scanfrag-verify/1"

// verifyDocument is verify's JSON.
type verifyDocument struct {
	Schema      string           `json:"schema"`
	Tool        scan.Tool        `json:"tool"`
	Environment scan.Environment `json:"environment"`
	Rows        []verifyRow      `json:"rows"`
	engine      string
}

type verifyRow struct {
	ID         string         `json:"id"`
	What       string         `json:"what"`
	Class      oracle.Class   `json:"class"`
	Full       bool           `json:"full"`
	Verdict    oracle.Verdict `json:"verdict"`
	Reason     string         `json:"reason,omitempty"`
	Figures    []verifyFigure `json:"figures"`
	Source     string         `json:"source"`
	SourceText string         `json:"source_text"`
	Note       string         `json:"note,omitempty"`
}

type verifyFigure struct {
	Stage     string    `json:"stage,omitempty"`
	Unit      string    `json:"unit"`
	Published string    `json:"published"`
	Low       []float64 `json:"low"`
	High      []float64 `json:"high"`
	Derived   bool      `json:"derived"`
	Ours      []float64 `json:"ours"` // null: not measured
	Match     *bool     `json:"match"`
}

func newVerifyDocument(e env, t *target) verifyDocument {
	d := newDocument(e, t)
	return verifyDocument{Schema: verifySchema, Tool: d.Tool, Environment: d.Environment, engine: t.engine}
}

// formats are the writers of the results.
func (d verifyDocument) formats(results []oracle.Result, published bool) formats {
	d.Rows = make([]verifyRow, len(results))
	for i, r := range results {
		d.Rows[i] = newVerifyRow(r)
	}
	return formats{
		json: func(w io.Writer) error {
			enc := json.NewEncoder(w)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			return enc.Encode(d)
		},
		csv: d.csv,
		markdown: func(w io.Writer) error {
			if published {
				return report.Markdown(w, publishedTable(results, false))
			}
			return report.Markdown(w, verifyTable(results, d.engine, false))
		},
	}
}

func newVerifyRow(r oracle.Result) verifyRow {
	out := verifyRow{ID: r.ID, What: r.What, Class: r.Class, Full: r.Full, Verdict: r.Verdict, Reason: r.Reason, Figures: []verifyFigure{},
		Source: r.Source, SourceText: oracle.Sources[r.Source].Where, Note: r.Note}
	for i, f := range r.Figures {
		v := verifyFigure{Stage: f.Stage, Unit: f.Unit, Published: f.Published, Low: []float64{}, High: []float64{}, Derived: f.Derived, Ours: r.Ours[i]}
		for _, w := range f.Want {
			v.Low, v.High = append(v.Low, w.Low), append(v.High, w.High)
		}
		if v.Ours != nil {
			m := f.Meets(v.Ours)
			v.Match = &m
		}
		out.Figures = append(out.Figures, v)
	}
	return out
}

// csv is a line per figure; several values of one are separated by spaces.
func (d verifyDocument) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := [][]string{{"id", "what", "class", "stage", "figure", "published", "low", "high", "ours", "match", "verdict", "reason", "source"}}
	for _, r := range d.Rows {
		for _, f := range r.Figures {
			match := ""
			if f.Match != nil {
				match = strconv.FormatBool(*f.Match)
			}
			lines = append(lines, []string{r.ID, r.What, string(r.Class), f.Stage, f.Unit, f.Published, plainList(f.Low), plainList(f.High), plainList(f.Ours),
				match, string(r.Verdict), r.Reason, r.Source})
		}
	}
	return out.WriteAll(lines)
}

func plainList(v []float64) string {
	parts := make([]string, len(v))
	for i, x := range v {
		parts[i] = strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strings.Join(parts, " ")
}

// verifyTable is what people read: in markdown a line per row, as a cell there wraps; in text a line per figure.
func verifyTable(results []oracle.Result, engine string, perFigure bool) report.Table {
	t := report.Table{Title: "Published physical figures of SQL Server, and ours (" + report.EngineName(engine) + ")",
		Columns: columns("id", "what", "published", "ours", "verdict", "source")}
	counts := map[oracle.Verdict]int{}
	for _, r := range results {
		counts[r.Verdict]++
		source := oracle.Sources[r.Source].Cite()
		ours := func(i int) string { return r.Figures[i].OursText(r.Ours[i]) }
		measured := slices.ContainsFunc(r.Ours, func(v []float64) bool { return v != nil })
		switch {
		case perFigure:
			for i, published := range figureCells(r) {
				verdict := r.Verdict
				if i > 0 && (measured && r.Figures[i].Meets(r.Ours[i]) || !measured) {
					verdict = ""
				}
				t.Add(first(i, r.ID), first(i, r.What), published, ours(i), string(verdict), first(i, source))
			}
		case measured:
			t.Add(r.ID, r.What, r.Join(publishedText(r)), r.Join(ours), string(r.Verdict), source)
		default:
			t.Add(r.ID, r.What, r.Join(publishedText(r)), "-", string(r.Verdict), source)
		}
		if r.Reason != "" && r.Reason != needsFull {
			t.Notes = append(t.Notes, r.ID+": "+r.Reason)
		}
		if r.Note != "" {
			t.Notes = append(t.Notes, r.ID+": "+r.Note)
		}
	}
	var sum []string
	for _, v := range []oracle.Verdict{oracle.Match, oracle.Miss, oracle.Defined, oracle.NotPossible, oracle.NotRun} {
		if counts[v] > 0 {
			sum = append(sum, strconv.Itoa(counts[v])+" "+string(v))
		}
	}
	t.Foot = []string{strings.Join(sum, ", ") + "; (!) marks a figure that is missed; --published tells the sources"}
	return t
}

// publishedTable is what was published and where.
func publishedTable(results []oracle.Result, perFigure bool) report.Table {
	t := report.Table{Title: "Published physical figures of SQL Server", Columns: columns("id", "what", "published", "class", "source")}
	var keys []string
	for _, r := range results {
		if perFigure {
			for i, published := range figureCells(r) {
				t.Add(first(i, r.ID), first(i, r.What), published, first(i, string(r.Class)), first(i, r.Source))
			}
		} else {
			t.Add(r.ID, r.What, r.Join(publishedText(r)), string(r.Class), r.Source)
		}
		if r.Note != "" {
			t.Notes = append(t.Notes, r.ID+": "+r.Note)
		}
		if !slices.Contains(keys, r.Source) {
			keys = append(keys, r.Source)
		}
	}
	for _, key := range keys {
		t.Notes = append(t.Notes, key+": "+oracle.Sources[key].Where)
	}
	return t
}

func publishedText(r oracle.Result) func(int) string {
	return func(i int) string { return r.Figures[i].PublishedText() }
}

// figureCells are the published values, each with the stage of the load where that is another than the figure's before.
func figureCells(r oracle.Result) []string {
	out := make([]string, len(r.Figures))
	for i, f := range r.Figures {
		out[i] = f.PublishedText()
		if f.Stage != "" && (i == 0 || f.Stage != r.Figures[i-1].Stage) {
			out[i] = f.Stage + ": " + out[i]
		}
	}
	return out
}

// first is s on a row's first line, blank below.
func first(i int, s string) string {
	if i > 0 {
		return ""
	}
	return s
}

func columns(names ...string) []report.Column {
	out := make([]report.Column, len(names))
	for i, n := range names {
		out[i].Name = n
	}
	return out
}
