package report

import (
	"fmt"

	"scanfrag/scan"
)

// Compared is one cell that both documents hold.
type Compared struct {
	Old, New scan.Result
	Change   float64 // (new - old) / old of the medians
	Differs  bool    // the times are shown to differ
	How      string
}

// Match pairs the cells of two documents by engine, drive, load, rows and
// MAXDOP; lone lists the cells that only one of them has.
func Match(old, new scan.Document) (pairs []Compared, lone []string) {
	key := func(r scan.Result) string {
		return fmt.Sprintf("%s, drive %s, MAXDOP %s, %s, %s rows", r.Engine, r.Drive, dash(plain(r.Maxdop)), r.Loader, count(&r.Rows))
	}
	byKey := map[string]scan.Result{}
	for _, r := range old.Results {
		if r.MedianSeconds != nil {
			byKey[key(r)] = r
		}
	}
	for _, r := range new.Results {
		if r.MedianSeconds == nil {
			continue
		}
		o, ok := byKey[key(r)]
		if !ok {
			lone = append(lone, "only in the new: "+key(r))
			continue
		}
		delete(byKey, key(r))
		differs, how := scan.Differ(o.Times(), r.Times())
		pairs = append(pairs, Compared{o, r, *r.MedianSeconds / *o.MedianSeconds - 1, differs, how})
	}
	for _, r := range old.Results {
		if _, left := byKey[key(r)]; left && r.MedianSeconds != nil {
			lone = append(lone, "only in the old: "+key(r))
		}
	}
	return pairs, lone
}

// Comparison is the table of the pairs.
func Comparison(pairs []Compared, lone []string) Table {
	t := Table{Columns: cols("engine", "drive", "#maxdop", "loader", "#old s", "#new s", "#change %", "verdict", "because", "#old pages", "#new pages"), Notes: lone}
	for _, p := range pairs {
		verdict := "no difference shown"
		switch {
		case p.Differs && p.Change > 0:
			verdict = "slower"
		case p.Differs && p.Change < 0:
			verdict = "faster"
		}
		pages := func(r scan.Result) string {
			if r.Stats == nil {
				return unknown
			}
			return count(&r.Stats.PageCount)
		}
		t.Add(p.New.Engine, p.New.Drive, dash(plain(p.New.Maxdop)), p.New.Loader, seconds(p.Old.MedianSeconds), seconds(p.New.MedianSeconds), fmt.Sprintf("%+.1f", 100*p.Change), verdict, p.How, pages(p.Old), pages(p.New))
	}
	return t
}
