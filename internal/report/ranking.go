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
		if g.Invalid {
			for _, b := range brokenRules(r) {
				t.Notes = append(t.Notes, fmt.Sprintf("%-*s  %s", width, "", b))
			}
		}
	}
	t.Notes = append(t.Notes, unevenNotes(g)...)
	return t
}

func by(r scan.Result) string {
	if r.Author == "" {
		return ""
	}
	return " (by " + r.Author + ")"
}

// cached tells that direct I/O was refused, so that the kernel's page cache may have answered.
func cached(r scan.Result) bool { return r.DirectIO != nil && !*r.DirectIO }

// uneven is the slowest scan over the fastest beyond which the median of a few
// is not to be trusted.
const uneven = 1.5

// unevenNotes name the loads whose scans of the same table differ much.
func unevenNotes(g scan.Group) []string {
	var out []string
	for _, r := range g.Ranked {
		if lo, hi := slices.Min(r.Times()), slices.Max(r.Times()); lo > 0 && hi/lo > uneven {
			out = append(out, fmt.Sprintf("%s: the slowest scan took %.1f times the fastest: something else may have used the drive; repeat it with more scans (--runs).", r.Loader, hi/lo))
		}
	}
	return out
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
		var why []string
		switch {
		case r.Error != "":
			why = []string{r.Error}
		case r.BreaksRule() && len(r.Scans) == 0:
			why = brokenRules(r)
		case r.Valid == nil && len(r.Rules) > 0 && len(r.Scans) == 0:
			why = []string{"a rule could not be judged"}
		}
		if key := r.Drive + "\x00" + r.Loader; len(why) > 0 && !seen[key] {
			seen[key] = true
			for _, w := range why {
				t.Add(r.Drive, r.Loader, w)
			}
		}
	}
	return t
}

func brokenRules(r scan.Result) []string {
	var parts []string
	for _, v := range r.Rules {
		if v.OK != nil && !*v.OK {
			parts = append(parts, fmt.Sprintf("breaks rule %d: %s; wanted %s", v.Rule, v.Measured, v.Wanted))
		}
	}
	return parts
}

// closingNotes say what cold means and what the figures cannot tell.
func closingNotes(d scan.Document, groups []scan.Group) []string {
	var notes []string
	fewest, tie, cold, other := 0, false, 0, 0
	small, foreign, buffered := false, false, false
	var pool int64 // of a table that fits in it
	for _, g := range groups {
		for _, r := range g.Ranked {
			if n := len(r.Scans); fewest == 0 || n < fewest {
				fewest = n
			}
			tie = tie || *r.Tie || r.AsBaseline != nil && *r.AsBaseline
			foreign = foreign || r.Slowdown == nil && r.File != ""
			if r.PoolPages != nil && r.TablePages != nil && *r.TablePages < *r.PoolPages {
				pool = max(pool, *r.PoolPages*8192)
			}
			buffered = buffered || cached(r)
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
	if buffered {
		notes = append(notes, "! direct I/O is refused on this drive (tmpfs and some overlays do): reads go through the kernel's page cache, so no scan is proven cold and the times say little of the drive.")
	}
	if tie {
		notes = append(notes, "~ no difference shown: before the rank from the row above, before x baseline from the baseline.")
	}
	if fewest > 0 && fewest < scan.SignificantRuns {
		plural := "s"
		if fewest == 1 {
			plural = ""
		}
		notes = append(notes, fmt.Sprintf("%d scan%s each: the order is by median; below %d scans only ranges are compared, below %d differences are weak (--runs %d).",
			fewest, plural, scan.RankTestRuns, scan.SignificantRuns, scan.SignificantRuns))
	}
	if foreign {
		notes = append(notes, "x baseline is - where the load's own file has no baseline: figures of two runs are not divided by each other.")
	}
	if pool > 0 {
		notes = append(notes, fmt.Sprintf("Tables here fit in the buffer pool (%s): a page chased twice is read once, so forwarding costs less than on a table larger than the pool.", Bytes(pool)))
	}
	if cold+other > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d scans are proven cold: no page of the table in the buffer pool before, every leaf page read from the file. Caches below this machine (disk, array, hypervisor) cannot be seen.", cold, cold+other))
	}
	if small {
		notes = append(notes, "A table here has fewer than 1000 pages: its fragmentation and times mean little.")
	}
	return append(notes, d.Environment.Notes...)
}
