package scan

import (
	"sort"

	"scanfrag/loaders"
	"scanfrag/physstats"
)

// Group is one ranking: results of one engine, drive, number of rows and MAXDOP,
// slowest first.
type Group struct {
	Engine string
	Drive  string
	Rows   int64
	Maxdop int
	Ranked []Result
}

// Rank sorts the results that have times and are not known to break a rule into
// their groups, in order of first appearance, and sets Rank, Tie, Slowdown,
// AsBaseline and Why of each. The order is by median, always; equal medians by name. results
// is not changed.
func Rank(results []Result) []Group {
	type key struct {
		engine, drive string
		rows          int64
		maxdop        int
	}
	var groups []Group
	index := map[key]int{}
	for _, r := range results {
		if r.Maxdop == nil || r.MedianSeconds == nil || r.Valid != nil && !*r.Valid {
			continue
		}
		k := key{r.Engine, r.Drive, r.Rows, *r.Maxdop}
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, Group{Engine: r.Engine, Drive: r.Drive, Rows: r.Rows, Maxdop: *r.Maxdop})
		}
		groups[i].Ranked = append(groups[i].Ranked, r)
	}
	for i := range groups {
		groups[i].rank()
	}
	return groups
}

func (g *Group) rank() {
	rs := g.Ranked
	sort.SliceStable(rs, func(i, j int) bool {
		if *rs[i].MedianSeconds != *rs[j].MedianSeconds {
			return *rs[i].MedianSeconds > *rs[j].MedianSeconds
		}
		return rs[i].Loader < rs[j].Loader
	})
	bases := map[string]*Result{}
	for i := range rs {
		if rs[i].Loader == loaders.Baseline {
			bases[rs[i].File] = &rs[i]
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
			if base != r {
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
	return physstats.Why(*r.Stats, r.reads(), bs, br)
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
