package report

import (
	"fmt"
	"strings"

	"scanfrag/scan"
)

// engineName is how every report names what was measured.
func engineName(engine string) string {
	if engine == scan.Embedded {
		return "embedded engine, not SQL Server"
	}
	return "SQL Server"
}

// Rankings are one table per drive and MAXDOP, slowest load first, each with a
// line of why per load; then what to keep in mind about the figures.
func Rankings(d scan.Document) []Table {
	groups := scan.Rank(d.Results)
	var out []Table
	if t := notRanked(d.Results); len(t.Rows) > 0 {
		out = append(out, t)
	}
	for _, g := range groups {
		out = append(out, ranking(g, d.Environment))
	}
	if len(out) > 0 {
		last := &out[len(out)-1]
		last.Notes = append(last.Notes, closingNotes(d, groups)...)
	}
	return out
}

func ranking(g scan.Group, env scan.Environment) Table {
	t := Table{
		Title: fmt.Sprintf("Drive %s, %s rows, MAXDOP %s: slowest scan first (%s)", driveTitle(g.Drive, env), count(&g.Rows), maxdop(g), engineName(g.Engine)),
		Columns: cols("#rank", "loader", "#median s", "#x baseline", "#frag %", "#density %", "#forwarded records", "#extent switches",
			"#reads", "#avg read KB", "#read-ahead pages"),
	}
	width := 0
	for _, r := range g.Ranked {
		width = max(width, len(r.Loader))
	}
	for _, r := range g.Ranked {
		rank := fmt.Sprint(*r.Rank)
		if *r.Tie {
			rank = "~" + rank
		}
		row := []string{rank, r.Loader, seconds(r.MedianSeconds), fixed(r.Slowdown, 2)}
		if s := r.Stats; s != nil {
			row = append(row, fixed(s.AvgFragmentationPercent, 1), fixed(s.AvgPageSpaceUsedPercent, 1), count(s.ForwardedRecordCount), count(s.ExtentSwitches))
		} else {
			row = append(row, unknown, unknown, unknown, unknown)
		}
		kb := r.AvgReadBytes
		if kb != nil {
			x := *kb / 1024
			kb = &x
		}
		t.Add(append(row, round(r.MeanIOReads()), fixed(kb, 1), round(r.MeanReadAhead()))...)
		t.Notes = append(t.Notes, fmt.Sprintf("%-*s  %s", width, r.Loader, r.Why))
	}
	return t
}

func driveTitle(name string, env scan.Environment) string {
	for _, d := range env.Drives {
		if d.Name != name {
			continue
		}
		var parts []string
		for _, p := range []string{d.Dir, d.FileSystem, d.Device} {
			if p != "" {
				parts = append(parts, p)
			}
		}
		return fmt.Sprintf("%s (%s)", name, strings.Join(parts, ", "))
	}
	return name
}

// maxdop names the degree asked for and, where the server tells, the ones used.
func maxdop(g scan.Group) string {
	s := fmt.Sprint(g.Maxdop)
	if g.Maxdop == 0 {
		s = "0 = all schedulers"
	}
	var used []string
	seen := map[int]bool{}
	for _, r := range g.Ranked {
		if r.DOP != nil && !seen[*r.DOP] {
			seen[*r.DOP] = true
			used = append(used, fmt.Sprint(*r.DOP))
		}
	}
	if len(used) > 0 {
		s += ", used " + strings.Join(used, " or ")
	}
	return s
}

func notRanked(results []scan.Result) Table {
	t := Table{Title: "Not ranked", Columns: cols("drive", "loader", "why")}
	seen := map[string]bool{}
	for _, r := range results {
		why := ""
		switch {
		case r.Error != "":
			why = r.Error
		case r.Valid != nil && !*r.Valid:
			why = "breaks " + brokenRules(r)
		case r.Valid == nil && len(r.Rules) > 0 && len(r.Scans) == 0:
			why = "a rule could not be judged"
		}
		if key := r.Drive + "\x00" + r.Loader; why != "" && !seen[key] {
			seen[key] = true
			t.Add(r.Drive, r.Loader, why)
		}
	}
	return t
}

func brokenRules(r scan.Result) string {
	var parts []string
	for _, v := range r.Rules {
		if v.OK != nil && !*v.OK {
			parts = append(parts, fmt.Sprintf("rule %d (%s; wanted %s)", v.Rule, v.Measured, v.Wanted))
		}
	}
	return strings.Join(parts, ", ")
}

// closingNotes say what cold means and what the figures cannot tell.
func closingNotes(d scan.Document, groups []scan.Group) []string {
	var notes []string
	fewest, tie, cold, other := 0, false, 0, 0
	small := false
	for _, g := range groups {
		for _, r := range g.Ranked {
			if n := len(r.Scans); fewest == 0 || n < fewest {
				fewest = n
			}
			tie = tie || *r.Tie
			small = small || r.Stats != nil && r.Stats.PageCount < 1000
			for _, s := range r.Scans {
				if s.Cold != nil && *s.Cold {
					cold++
				} else {
					other++
				}
			}
		}
	}
	if tie {
		notes = append(notes, "~ no difference shown from the row above: by the rank test with 4 scans or more, by overlapping ranges below that.")
	}
	if fewest > 0 && fewest < scan.SignificantRuns {
		plural := "s"
		if fewest == 1 {
			plural = ""
		}
		notes = append(notes, fmt.Sprintf("%d scan%s each: the order is by median; %d are needed before a difference is significant (--runs %d).", fewest, plural, scan.SignificantRuns, scan.SignificantRuns))
	}
	if cold+other > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d scans are proven cold: no page of the table in the buffer pool before, every leaf page read from the file. Caches below this machine (disk, array, hypervisor) cannot be seen.", cold, cold+other))
	}
	if small {
		notes = append(notes, "A table here has fewer than 1000 pages: its fragmentation and times mean little.")
	}
	return append(notes, d.Environment.Notes...)
}
