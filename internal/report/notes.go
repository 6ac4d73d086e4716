package report

import (
	"fmt"
	"slices"

	"scanfrag/loaders"
	"scanfrag/scan"
)

func by(r scan.Result) string {
	if r.Author == "" {
		return ""
	}
	return " (by " + r.Author + ")"
}

// about is what a load that is not built in says of itself, "" of others.
func about(r scan.Result) string {
	if r.About == "" || loaders.BuiltIn(r.Loader) {
		return ""
	}
	return "about: " + r.About
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

func notRanked(results []scan.Result) Table {
	t := Table{Title: "Not ranked", Columns: cols("drive", "loader", "why")}
	seen := map[string]bool{}
	for _, r := range results {
		var why []string
		switch {
		case r.Error != "":
			why = append([]string{r.Error}, brokenRules(r)...)
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

// areS is the ending and verb of n scans.
func areS(n int) string {
	if n == 1 {
		return " is"
	}
	return "s are"
}

// closingNotes say what cold means and what the figures cannot tell.
func closingNotes(d scan.Document, groups []scan.Group) []string {
	var notes []string
	fewest, tie, cold, other, notCold := 0, false, 0, 0, ""
	several := false // loads in one ranking
	small, foreign, buffered := false, false, false
	var pool int64 // of a table that fits in it
	for _, g := range groups {
		several = several || len(g.Ranked) > 1
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
					notCold = s.ColdReason
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
	const below = "Caches below this machine (disk, array, hypervisor) cannot be seen."
	switch {
	case other > 0:
		notes = append(notes, fmt.Sprintf("%d of %d scan%s proven cold; why not: %s. %s", cold, cold+other, areS(cold+other), notCold, below))
	case cold > 0:
		notes = append(notes, fmt.Sprintf("%d of %d scan%s proven cold: no page of the table in the buffer pool before, every leaf page read from the file. %s", cold, cold, areS(cold), below))
	}
	if several {
		notes = append(notes, "Scans of different loads are apart by the time a load takes to make: a drift of the machine meanwhile is in their difference. --twins shows how much: a good twin laid out as the baseline should take its time.")
	}
	if small {
		notes = append(notes, "A table here has fewer than 1000 pages: its fragmentation and times mean little.")
	}
	return append(notes, d.Environment.Notes...)
}
