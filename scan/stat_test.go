package scan

import (
	"reflect"
	"testing"
)

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		times []float64
		want  float64
	}{
		{[]float64{3, 1, 2}, 2},
		{[]float64{408, 354, 358}, 358},
		{[]float64{1, 2, 3, 10}, 2.5},
		{[]float64{7}, 7},
	} {
		got, ok := Median(tt.times)
		if !ok || got != tt.want {
			t.Errorf("Median(%v) = %v, %v; want %v", tt.times, got, ok, tt.want)
		}
	}
	if _, ok := Median(nil); ok {
		t.Error("no times have no median")
	}
	in := []float64{3, 1, 2}
	Median(in)
	if !reflect.DeepEqual(in, []float64{3, 1, 2}) {
		t.Errorf("Median reordered its argument: %v", in)
	}
}

func TestDiffer(t *testing.T) {
	for _, tt := range []struct {
		a, b []float64
		want bool
		how  string
	}{
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, true, "the ranges of the times do not overlap"},
		{[]float64{4, 5, 6}, []float64{1, 2, 3}, true, "the ranges of the times do not overlap"},
		{[]float64{1, 2, 4}, []float64{3, 5, 6}, false, "the ranges of the times overlap"},
		{[]float64{1, 1, 1}, []float64{1, 1, 1}, false, "the ranges of the times overlap"},
		// Mann-Whitney with U = 0, n = 4+4: p = 2/70.
		{[]float64{1, 2, 3, 4}, []float64{5, 6, 7, 8}, true, "rank test of 4 and 4 scans: p = 0.029"},
		// U = 1: p = 4/70.
		{[]float64{1, 2, 3, 5}, []float64{4, 6, 7, 8}, false, "rank test of 4 and 4 scans: p = 0.057"},
		{nil, []float64{1}, false, "no times"},
	} {
		got, how := Differ(tt.a, tt.b)
		if got != tt.want || how != tt.how {
			t.Errorf("Differ(%v, %v) = %v, %q; want %v, %q", tt.a, tt.b, got, how, tt.want, tt.how)
		}
	}
}

func result(drive, loader string, maxdop int, times ...float64) Result {
	r := Result{Drive: drive, Loader: loader, Engine: Embedded, Maxdop: &maxdop}
	for _, s := range times {
		r.Scans = append(r.Scans, Scan{ElapsedSeconds: s})
	}
	m, _ := Median(times)
	r.MedianSeconds = &m
	return r
}

// The published table, parallelism off: the worst load differs by drive.
func TestRankPublished(t *testing.T) {
	groups := Rank([]Result{
		result("C", "lowfill", 1, 123, 121, 120),
		result("C", "heap", 1, 205, 207, 177),
		result("C", "alternating", 1, 408, 354, 358),
		result("E", "lowfill", 1, 74, 82, 81),
		result("E", "heap", 1, 248, 235, 239),
		result("E", "alternating", 1, 155, 146, 148),
	})
	if len(groups) != 2 {
		t.Fatalf("%d groups", len(groups))
	}
	for i, want := range [][]string{{"alternating", "heap", "lowfill"}, {"heap", "alternating", "lowfill"}} {
		for j, r := range groups[i].Ranked {
			if r.Loader != want[j] || *r.Rank != j+1 || *r.Tie || r.Slowdown != nil {
				t.Errorf("group %s place %d: %s rank %d tie %v slowdown %v", groups[i].Drive, j+1, r.Loader, *r.Rank, *r.Tie, r.Slowdown)
			}
		}
	}
}

func TestRank(t *testing.T) {
	broken := result("d", "heap", 1, 9, 9, 9)
	no := false
	broken.Valid = &no
	other := result("d", "reverse", 1, 100, 100, 100)
	other.Engine = SQLServer
	in := []Result{
		result("d", "baseline", 1, 2, 2.1, 2.2),
		result("d", "lowfill", 1, 3, 3, 3.2),
		result("d", "alternating", 1, 3.1, 3.3, 4),
		result("d", "alternating", 0, 1, 1, 1),
		broken, other, {Drive: "d", Loader: "unscanned"},
	}
	groups := Rank(in)
	if len(groups) != 4 {
		t.Fatalf("%d groups: engines and degrees must not mix, nor what obeys the rules and what breaks them", len(groups))
	}
	if a := groups[3]; !a.Invalid || len(a.Ranked) != 1 || a.Ranked[0].Loader != "heap" || *a.Ranked[0].Slowdown != 9/2.1 {
		t.Errorf("ranked apart: %+v", a)
	}
	g := groups[0].Ranked
	if len(g) != 3 || g[0].Loader != "alternating" || g[1].Loader != "lowfill" || g[2].Loader != "baseline" {
		t.Fatalf("order: %+v", g)
	}
	if *g[0].Tie || !*g[1].Tie || *g[2].Tie {
		t.Errorf("ties %v %v %v: alternating and lowfill overlap, baseline does not", *g[0].Tie, *g[1].Tie, *g[2].Tie)
	}
	if g[2].AsBaseline != nil || *g[1].AsBaseline || *g[0].AsBaseline {
		t.Errorf("%v %v %v: the baseline is not like itself, the others are apart from it", g[0].AsBaseline, g[1].AsBaseline, g[2].AsBaseline)
	}
	if *g[2].Slowdown != 1 || *g[1].Slowdown != 3/2.1 {
		t.Errorf("slowdowns %v %v", *g[2].Slowdown, *g[1].Slowdown)
	}
	Apply(in, groups)
	if in[2].Rank == nil || *in[2].Rank != 1 || *in[4].Rank != 1 || in[3].Rank == nil {
		t.Error("Apply put ranks at the wrong results")
	}
}

func TestOrderInterleaves(t *testing.T) {
	got := Spec{Runs: 2, Maxdop: []int{1, 0}}.Order()
	want := []Step{{1, 1}, {0, 1}, {1, 2}, {0, 2}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}
