package report

import (
	"fmt"

	"scanfrag/loaders"
	"scanfrag/scan"
)

// Verdicts is one table of the nine rules per result.
func Verdicts(results []scan.Result) []Table {
	var out []Table
	for _, r := range results {
		verdict := "could not be judged in full"
		if r.Valid != nil && *r.Valid {
			verdict = "valid"
		} else if r.Valid != nil {
			verdict = "breaks a rule"
		}
		if len(r.Rules) == 0 { // the error is all there is
			out = append(out, Table{Title: fmt.Sprintf("%s on drive %s: not judged", r.Loader, r.Drive), Notes: []string{r.Error}})
			continue
		}
		notes := r.Notes
		if r.Error != "" {
			verdict = "the load failed"
			if r.BreaksRule() {
				verdict += ", and its text breaks a rule"
			}
			notes = append([]string{r.Error}, notes...)
		}
		if about := about(r); about != "" {
			notes = append([]string{about}, notes...)
		}
		t := Table{
			Title:   fmt.Sprintf("%s%s on drive %s, %s rows: %s (%s)", r.Loader, by(r), r.Drive, count(&r.Rows), verdict, EngineName(r.Engine)),
			Columns: cols("#rule", "verdict", "what", "measured", "wanted", "note"),
			Notes:   notes,
		}
		titles := map[int]string{}
		for _, rule := range loaders.Rules() {
			titles[rule.Number] = rule.Title
		}
		for _, v := range r.Rules {
			word := "unknown"
			if r.Error != "" {
				word = "not judged"
			}
			if v.OK != nil && *v.OK {
				word = "ok"
			} else if v.OK != nil {
				word = "BROKEN"
			}
			t.Add(fmt.Sprint(v.Rule), word, titles[v.Rule], v.Measured, v.Wanted, v.Note)
		}
		out = append(out, t)
	}
	return out
}
