package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"scanfrag/internal/report"
)

// mainTable is the table of the works.
func (b *bench) mainTable() report.Table {
	t := report.Table{
		Title: fmt.Sprintf("scanfrag against its peers: %s rows, %d pairs, %s of cache on either side", number(float64(b.opt.rows)), b.opt.pairs, report.Bytes(b.opt.memory)),
		Columns: []report.Column{{Name: "work"}, {Name: "unit"}, {Name: "ours", Number: true}, {Name: "peer", Number: true}, {Name: "against"},
			{Name: "ratio", Number: true}, {Name: "min", Number: true}, {Name: "max", Number: true}, {Name: "floor", Number: true}, {Name: "aim", Number: true}, {Name: "verdict"}},
	}
	for _, name := range b.order {
		o := b.outcomes[name]
		w := o.Work
		peer := w.Peer
		if peer == "" {
			peer = "-"
		}
		row := []string{w.Title, w.Unit, "-", "-", peer, "-", "-", "-", w.limit(w.Floor), w.limit(w.Aim), o.verdict(b.opt.rows)}
		if len(o.Pairs) > 0 {
			ours, theirs := medians(o.Pairs)
			row[2] = number(ours)
			f := summarize(o.figures())
			show := number
			if !w.Absolute {
				row[3], row[5] = number(theirs), ratioText(f.Median)
				show = ratioText
			}
			row[6], row[7] = show(f.Min), show(f.Max)
		}
		t.Add(row...)
	}
	t.Notes = b.notes()
	return t
}

func ratioText(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

// medians of each side.
func medians(pairs []Pair) (ours, peer float64) {
	var a, c []float64
	for _, p := range pairs {
		a, c = append(a, p.Ours), append(c, p.Peer)
	}
	return summarize(a).Median, summarize(c).Median
}

// notes are the lines under the table.
func (b *bench) notes() []string {
	out := []string{
		"ours and peer are medians; ratio is the median of the pairs' ratios, how many times as fast we are; min and max are its spread (of our figure where there is no ratio)",
		"a floor or aim with < is a limit not to be reached: there the ratio is our time over the peer's",
	}
	if b.opt.rows != publishedRows {
		out = append(out, fmt.Sprintf("floors and aims are set for %s rows: at %s they are a hint", number(publishedRows), number(float64(b.opt.rows))))
	}
	if b.opt.pairs < 5 {
		out = append(out, fmt.Sprintf("%d pairs are fewer than the five that the floors ask for", b.opt.pairs))
	}
	for _, name := range b.order {
		o := b.outcomes[name]
		for _, n := range o.Notes {
			out = append(out, name+": "+n)
		}
		switch {
		case o.Skipped != "":
			out = append(out, name+" skipped: "+o.Skipped)
		case o.Failed != "":
			out = append(out, name+" failed: "+o.Failed)
		case o.verdict(b.opt.rows) == missed:
			out = append(out, fmt.Sprintf("%s missed its floor: %s, wanted %s", name, number(summarize(o.figures()).Median), o.Work.limit(o.Work.Floor)))
		}
	}
	return out
}

// table is the growth as rows, with exponent and growth below each part.
func (g growthTable) table(memory int64) report.Table {
	t := report.Table{
		Title:   fmt.Sprintf("how time grows with the rows, memory fixed at %s", report.Bytes(memory)),
		Columns: []report.Column{{Name: "rows", Number: true}},
	}
	for _, p := range g.Parts {
		t.Columns = append(t.Columns, report.Column{Name: p.Name + " s", Number: true}, report.Column{Name: "us/row", Number: true})
	}
	t.Columns = append(t.Columns, report.Column{Name: "peak RSS MB", Number: true})
	for _, r := range g.Rows {
		cells := []string{number(float64(r.Rows))}
		for _, s := range r.Seconds {
			cells = append(cells, number(s), number(s/float64(r.Rows)*1e6))
		}
		peak := "-"
		if r.Peak > 0 {
			peak = number(float64(r.Peak) / 1e6)
		}
		t.Add(append(cells, peak)...)
	}
	if len(g.Rows) > 1 {
		exp, grown := []string{"exponent"}, []string{"growth"}
		for i := range g.Parts {
			rows, elapsed := g.column(i)
			exp = append(exp, ratioText(exponent(rows, elapsed)), "")
			grown = append(grown, "", ratioText(growth(rows, elapsed))+" x")
		}
		t.Add(append(exp, "")...)
		t.Add(append(grown, "")...)
	}
	t.Notes = []string{"exponent: time grows as rows to that power (least squares of the logarithms), 1 is linear; growth: the worst time per row over that of the fewest rows",
		"on the drive: the load and the CHECKPOINT after it; without it the sizes that fit in memory are compared with those that have to be written"}
	if g.Skipped != "" {
		t.Notes = append(t.Notes, "skipped: "+g.Skipped)
	}
	return t
}

// print writes the tables and the files asked for.
func (b *bench) print(ctx context.Context, started time.Time, stdout io.Writer) error {
	env := b.environment(started)
	tables := []report.Table{b.mainTable()}
	if b.grown != nil && len(b.grown.Rows) > 0 {
		tables = append(tables, b.grown.table(b.opt.memory))
	}
	tables[len(tables)-1].Notes = append(tables[len(tables)-1].Notes, env.lines()...)
	if ctx.Err() != nil {
		tables[0].Notes = append([]string{"INTERRUPTED: what follows is incomplete"}, tables[0].Notes...)
	}
	taken := false
	for _, f := range []struct {
		path  string
		write func(io.Writer) error
	}{
		{b.opt.json, func(w io.Writer) error { return b.writeJSON(w, env) }},
		{b.opt.markdown, func(w io.Writer) error { return report.Markdown(w, tables...) }},
	} {
		if f.path == "" {
			continue
		}
		if f.path == "-" {
			taken = true
			if err := f.write(stdout); err != nil {
				return fmt.Errorf("write standard output: %w", err)
			}
			continue
		}
		if err := writeFile(f.path, f.write); err != nil {
			return err
		}
	}
	if taken {
		stdout = b.stderr
	}
	if err := report.Text(stdout, tables...); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	return nil
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	werr := write(f)
	if cerr := f.Close(); werr == nil {
		werr = cerr
	}
	if werr != nil {
		return fmt.Errorf("write %s: %w", path, werr)
	}
	return nil
}
