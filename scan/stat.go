package scan

import (
	"fmt"
	"slices"

	"golang.org/x/perf/benchmath"
)

// SignificantRuns is the least number of scans for which the interval of the
// median exists at 95 % and a rank test can be trusted.
const SignificantRuns = 6

// RankTestRuns is the least number per side at which the rank test is asked at
// all; below it ranges are compared.
const RankTestRuns = 4

// Median of the times; ok is false for none.
func Median(times []float64) (median float64, ok bool) {
	if len(times) == 0 {
		return 0, false
	}
	s := benchmath.NewSample(slices.Clone(times), &benchmath.DefaultThresholds)
	return benchmath.AssumeNothing.Summary(s, 0.95).Center, true
}

// Differ says whether two sets of times are shown to differ: by the
// Mann-Whitney test when each has at least four, else by ranges that do not
// overlap. how names the evidence. Four against four is the least for which the
// test can reach p < 0.05; six are needed before a difference is to be trusted.
func Differ(a, b []float64) (differ bool, how string) {
	if len(a) == 0 || len(b) == 0 {
		return false, "no times"
	}
	if len(a) < RankTestRuns || len(b) < RankTestRuns {
		if slices.Max(a) < slices.Min(b) || slices.Max(b) < slices.Min(a) {
			return true, "the ranges of the times do not overlap"
		}
		return false, "the ranges of the times overlap"
	}
	c := benchmath.AssumeNothing.Compare(
		benchmath.NewSample(slices.Clone(a), &benchmath.DefaultThresholds),
		benchmath.NewSample(slices.Clone(b), &benchmath.DefaultThresholds))
	return c.P <= c.Alpha, fmt.Sprintf("rank test of %d and %d scans: p = %.3f", c.N1, c.N2, c.P)
}
