package report

import (
	"fmt"
	"slices"
	"strings"

	"scanfrag/scan"
)

// EngineName is how every report names what was measured.
func EngineName(engine string) string {
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
		last.Foot = closingNotes(d, groups)
	}
	return out
}

func ranking(g scan.Group, env scan.Environment) Table {
	what := ""
	if g.Invalid {
		what = "loads that break a rule, "
	}
	t := Table{
		Title: fmt.Sprintf("Drive %s, %s rows, MAXDOP %s: %sslowest scan first (%s)", driveTitle(g.Drive, env), count(&g.Rows), maxdop(g), what, EngineName(g.Engine)),
		Columns: cols("#rank", "loader", "#median s", "#min-max s", "#x baseline", "#frag %", "#density %", "#forwarded records", "#extent switches",
			"#reads", "#avg read KiB", "#read-ahead pages"),
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
		slowdown := fixed(r.Slowdown, 2)
		if r.AsBaseline != nil && *r.AsBaseline {
			slowdown = "~" + slowdown
		}
		lo, hi := slices.Min(r.Times()), slices.Max(r.Times())
		median := seconds(r.MedianSeconds)
		if cached(r) {
			median = "!" + median
		}
		row := []string{rank, r.Loader, median, seconds(&lo) + "-" + seconds(&hi), slowdown}
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
		t.Notes = append(t.Notes, fmt.Sprintf("%-*s  %s", width, r.Loader, r.Why+by(r)))
		if a := about(r); a != "" {
			t.Notes = append(t.Notes, fmt.Sprintf("%-*s  %s", width, "", a))
		}
		if g.Invalid {
			for _, b := range brokenRules(r) {
				t.Notes = append(t.Notes, fmt.Sprintf("%-*s  %s", width, "", b))
			}
		}
	}
	t.Notes = append(t.Notes, unevenNotes(g)...)
	return t
}

func driveTitle(name string, env scan.Environment) string {
	for _, d := range env.Drives {
		if d.Name != name {
			continue
		}
		var parts []string
		for _, p := range []string{d.Dir, d.FileSystem, d.Device} {
			if p != "" && p != name && !slices.Contains(parts, p) {
				parts = append(parts, p)
			}
		}
		if len(parts) == 0 {
			return name
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
