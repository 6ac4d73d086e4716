package main

import (
	"slices"
	"strconv"
	"strings"

	"scanfrag/internal/oracle"
	"scanfrag/internal/report"
)

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
			text := strconv.Itoa(counts[v]) + " " + string(v)
			if v == oracle.NotRun && slices.ContainsFunc(results, func(r oracle.Result) bool { return r.Reason == needsFull }) {
				text += " (--full runs the big ones)"
			}
			sum = append(sum, text)
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
