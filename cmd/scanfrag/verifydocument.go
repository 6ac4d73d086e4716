package main

import (
	"encoding/csv"
	"encoding/json"
	"io"
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
