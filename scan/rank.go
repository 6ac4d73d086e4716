package scan

import (
	"sort"

	"scanfrag/loaders"
	"scanfrag/physstats"
)

// Group is one ranking: results of one engine, drive, number of rows and MAXDOP,
// slowest first. Loads that break a rule are ranked apart.
type Group struct {
	Engine  string
	Drive   string
	Rows    int64
	Maxdop  int
	Invalid bool // all of them break a rule
	Ranked  []Result
}

// Rank sorts the results that have times into their groups, in order of first appearance but
// those that break a rule last, and sets Rank, Tie, Slowdown,
// AsBaseline and Why of each. The order is by median, always; equal medians by name. results
// is not changed.
func Rank(results []Result) []Group {
	type key struct {
		engine, drive string
		rows          int64
		maxdop        int
		invalid       bool
	}
	var groups []Group
	index := map[key]int{}
	for _, r := range results {
		if r.Maxdop == nil || r.MedianSeconds == nil {
			continue
		}
		k := key{r.Engine, r.Drive, r.Rows, *r.Maxdop, r.BreaksRule()}
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, Group{Engine: r.Engine, Drive: r.Drive, Rows: r.Rows, Maxdop: *r.Maxdop, Invalid: k.invalid})
		}
		groups[i].Ranked = append(groups[i].Ranked, r)
	}
	sort.SliceStable(groups, func(i, j int) bool { return !groups[i].Invalid && groups[j].Invalid })
	for i := range groups {
		groups[i].rank(results)
	}
	return groups
}

// BreaksRule tells that a rule was judged and found broken.
func (r Result) BreaksRule() bool { return r.Valid != nil && !*r.Valid }

// rank orders the group; all are the results that a baseline is looked for in.
func (g *Group) rank(all []Result) {
	rs := g.Ranked
	sort.SliceStable(rs, func(i, j int) bool {
		if *rs[i].MedianSeconds != *rs[j].MedianSeconds {
			return *rs[i].MedianSeconds > *rs[j].MedianSeconds
		}
		return rs[i].Loader < rs[j].Loader
	})
	bases := map[string]*Result{}
	for i := range all {
		b := &all[i]
		if b.Loader == loaders.Baseline && b.Engine == g.Engine && b.Drive == g.Drive && b.Rows == g.Rows && b.Maxdop != nil && *b.Maxdop == g.Maxdop && b.MedianSeconds != nil && !b.BreaksRule() {
			bases[b.File] = b
		}
	}
	for i := range rs {
		r := &rs[i]
		base := bases[r.File]
		n, tie := i+1, false
		if i > 0 {
			differ, _ := Differ(rs[i-1].Times(), r.Times())
			tie = !differ
		}
		r.Rank, r.Tie, r.Slowdown, r.AsBaseline = &n, &tie, nil, nil
		if base != nil && *base.MedianSeconds > 0 {
			x := *r.MedianSeconds / *base.MedianSeconds
			r.Slowdown = &x
			if base.Loader != r.Loader {
				differ, _ := Differ(base.Times(), r.Times())
				same := !differ
				r.AsBaseline = &same
			}
		}
		r.Why = why(*r, base)
	}
}

func why(r Result, base *Result) string {
	if r.Stats == nil {
		return ""
	}
	var bs *physstats.Stats
	var br *physstats.Reads
	if base != nil && base.Loader != r.Loader {
		bs = base.Stats
		b := base.reads()
		br = &b
	}
	reads := r.reads()
	if r.AsBaseline != nil && !*r.AsBaseline {
		reads.Slowdown = r.Slowdown
	}
	return physstats.Why(*r.Stats, reads, bs, br)
}

// reads averages the scans.
func (r Result) reads() physstats.Reads {
	return physstats.Reads{
		AvgReadBytes:     r.AvgReadBytes,
		IOReads:          mean(r.Scans, func(s Scan) *int64 { return s.IOReads }),
		IOBytes:          mean(r.Scans, func(s Scan) *int64 { return s.IOBytes }),
		PhysicalReads:    mean(r.Scans, func(s Scan) *int64 { return s.PhysicalReads }),
		ForwardedFetches: mean(r.Scans, func(s Scan) *int64 { return s.ForwardedFetches }),
	}
}

// mean of one counter over the scans; nil when any scan lacks it.
func mean(scans []Scan, get func(Scan) *int64) *float64 {
	if len(scans) == 0 {
		return nil
	}
	var sum float64
	for _, s := range scans {
		v := get(s)
		if v == nil {
			return nil
		}
		sum += float64(*v)
	}
	sum /= float64(len(scans))
	return &sum
}

// MeanReadAhead is the number of pages read ahead per scan; nil is unknown.
func (r Result) MeanReadAhead() *float64 {
	return mean(r.Scans, func(s Scan) *int64 { return s.ReadAheadReads })
}

// MeanIOReads is the number of reads of the data file per scan.
func (r Result) MeanIOReads() *float64 {
	return mean(r.Scans, func(s Scan) *int64 { return s.IOReads })
}

// Apply copies rank, tie, slowdown, likeness to the baseline and why from the groups back into results.
func Apply(results []Result, groups []Group) {
	for _, g := range groups {
		for _, r := range g.Ranked {
			for i := range results {
				x := &results[i]
				if x.Engine == r.Engine && x.Drive == r.Drive && x.Rows == r.Rows && x.Loader == r.Loader && x.Maxdop != nil && *x.Maxdop == g.Maxdop {
					x.Rank, x.Tie, x.Slowdown, x.AsBaseline, x.Why = r.Rank, r.Tie, r.Slowdown, r.AsBaseline, r.Why
				}
			}
		}
	}
}
