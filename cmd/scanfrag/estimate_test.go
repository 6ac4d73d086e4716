package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scanfrag/loaders"
	"scanfrag/scan"
)

func estimates(t *testing.T, rows int64) []estimate {
	t.Helper()
	var out []estimate
	for _, n := range loaders.Default() {
		l, _ := loaders.Lookup(n)
		p, err := loaders.Prepare(l, rows)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, estimateLoad(p))
	}
	return out
}

func TestNeededSpace(t *testing.T) {
	es := estimates(t, loaders.PublishedRows)
	one, by := needed(es, false)
	// lowfill: two heaps' worth (heap, sort runs) beside the index, 8 KB pages.
	if want := int64(2*571_429+800_000*8/7)*8192 + spare; one != want || by != "lowfill" {
		t.Errorf("%d for %s, want %d", one, by, want)
	}
	var finals int64
	for _, e := range es {
		finals += e.size.FinalBytes
	}
	all, _ := needed(es, true)
	if all < finals || all > finals+one {
		t.Errorf("kept: %d; the tables alone are %d", all, finals)
	}
}

func TestEstimateText(t *testing.T) {
	spec := scan.Spec{Runs: 3, Maxdop: []int{1, 0}, Drives: make([]scan.Drive, 1)}
	got := strings.Join(estimateText(estimates(t, 200_000), spec), "\n")
	if !strings.HasPrefix(got, "estimate: about ") || !strings.Contains(got, "lowfill, sort runs and undo included") {
		t.Error(got)
	}
	for d, want := range map[time.Duration]string{0: "1 s", 80 * time.Second: "81 s", 20 * time.Minute: "20 min", 3 * time.Hour: "3.0 h"} {
		if got := roughly(d); got != want {
			t.Errorf("roughly(%v) = %s, want %s", d, got, want)
		}
	}
}

func TestProgressPlainLines(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(env{stderr: &b}, estimates(t, 10_000), scan.Spec{Runs: 1, Maxdop: []int{1}, Drives: make([]scan.Drive, 1)}, false)
	p.clock = func() time.Time { return time.Date(2026, 1, 1, 12, 3, 4, 0, time.UTC) }
	p.start(scan.Started{Drive: "d", Loader: "heap", Phase: scan.PhaseCreate})
	p.start(scan.Started{Drive: "d", Loader: "heap", Phase: scan.PhaseLoad})
	p.start(scan.Started{Drive: "d", Loader: "heap", Phase: scan.PhaseScan, Maxdop: 1, Run: 2})
	p.line("x %d", 1)
	p.stop()
	if want := "12:03:04  d heap: load\n12:03:04  d heap: scan 2, MAXDOP 1\nx 1\n"; b.String() != want {
		t.Errorf("%q", b.String())
	}
}

func TestCgroupLimit(t *testing.T) {
	root := t.TempDir()
	write(t, root+"/self", "0::/a/b\n")
	write(t, root+"/cg/a/b/memory.max", "max\n")
	write(t, root+"/cg/a/memory.max", "1073741824\n")
	if got := cgroupLimit(root+"/self", root+"/cg"); got != 1<<30 {
		t.Errorf("limit %d", got)
	}
	if got := cgroupLimit(root+"/none", root+"/cg"); got != 0 {
		t.Errorf("no cgroup: %d", got)
	}
}

// The estimate of the default job is what an idle machine needs for it, and no
// load's is far off the time it was measured at.
func TestEstimateOfTheDefaultJob(t *testing.T) {
	want := map[string][3]float64{ // seconds: load, rules and statistics, one scan (mean of the degrees)
		"baseline": {9, 4, 3}, "alternating": {13, 6, 8.5}, "heap": {29, 7, 35}, "lowfill": {9, 6, 6}, "reverse": {4, 4, 3.2}}
	var total time.Duration
	for _, e := range estimates(t, loaders.PublishedRows) {
		w, ok := want[e.loader]
		if !ok {
			continue
		}
		total += e.total(6)
		for i, got := range []time.Duration{e.load, e.check, e.one} {
			if x := got.Seconds() / w[i]; x < 0.75 || x > 1.33 {
				t.Errorf("%s: phase %d is estimated at %.1f s, measured %.1f s", e.loader, i, got.Seconds(), w[i])
			}
		}
	}
	if total < 7*time.Minute || total > 9*time.Minute {
		t.Errorf("the default job is estimated at %v", total)
	}
}

// The largest --rows does not overflow the estimate of a script that tells no size.
func TestEstimateOfTheMostRows(t *testing.T) {
	const most = 1<<31 - 1
	path := filepath.Join(t.TempDir(), "mine.sql")
	write(t, path, "SELECT $(rows);")
	found, err := loaders.Find(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := loaders.Prepare(found[0], most)
	if err != nil {
		t.Fatal(err)
	}
	e := estimateLoad(p)
	bytes, _ := needed([]estimate{e}, false)
	if least := int64(most) * 2000; bytes < least || e.load <= 0 || e.one <= 0 {
		t.Errorf("%d bytes, load %v, scan %v", bytes, e.load, e.one)
	}
}
