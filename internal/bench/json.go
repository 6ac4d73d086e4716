package main

import (
	"encoding/json"
	"io"
)

// workRecord is a work in the JSON. Figures are in its unit.
type workRecord struct {
	Name          string   `json:"name"`
	Title         string   `json:"title"`
	Unit          string   `json:"unit"`
	Peer          *string  `json:"peer"`
	Pairs         []Pair   `json:"pairs"`
	Ours          *float64 `json:"ours_median"`
	Theirs        *float64 `json:"peer_median"`
	Ratio         *summary `json:"ratio"`
	Floor         float64  `json:"floor"`
	Aim           float64  `json:"aim"`
	LowerIsBetter bool     `json:"lower_is_better"`
	LimitsOf      string   `json:"limits_of"` // "ratio" or "ours"
	Verdict       string   `json:"verdict"`
	Skipped       string   `json:"skipped,omitempty"`
	Failed        string   `json:"failed,omitempty"`
	Notes         []string `json:"notes"`
}

func (o Outcome) record(rows int64) workRecord {
	w := o.Work
	r := workRecord{Name: w.Name, Title: w.Title, Unit: w.Unit, Pairs: append([]Pair{}, o.Pairs...), Floor: w.Floor, Aim: w.Aim, LowerIsBetter: w.Lower, LimitsOf: "ratio",
		Verdict: o.verdict(rows), Skipped: o.Skipped, Failed: o.Failed, Notes: append([]string{}, o.Notes...)}
	if w.Peer != "" {
		r.Peer = &w.Peer
	}
	if w.Absolute {
		r.LimitsOf = "ours"
	}
	if len(o.Pairs) > 0 {
		ours, theirs := medians(o.Pairs)
		r.Ours = &ours
		if w.Peer != "" {
			f := summarize(o.figures())
			r.Theirs, r.Ratio = &theirs, &f
		}
	}
	return r
}

// schema names the layout of the JSON.
const schema = "scanfrag-bench/1"

func (b *bench) writeJSON(w io.Writer, env environment) error {
	doc := struct {
		Schema      string       `json:"schema"`
		Environment environment  `json:"environment"`
		Rows        int64        `json:"rows"`
		Pairs       int          `json:"pairs"`
		MemoryBytes int64        `json:"memory_bytes"`
		Works       []workRecord `json:"works"`
		Growth      *growthTable `json:"growth"`
	}{schema, env, b.opt.rows, b.opt.pairs, b.opt.memory, []workRecord{}, b.grown}
	for _, name := range b.order {
		doc.Works = append(doc.Works, b.outcomes[name].record(b.opt.rows))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}
