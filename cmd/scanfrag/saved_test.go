package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"scanfrag/scan"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func saved(t *testing.T, drive string, times map[string][]float64) string {
	t.Helper()
	d := scan.Document{Schema: scan.Schema}
	one := 1
	for _, name := range slices.Sorted(maps.Keys(times)) {
		r := scan.Result{Drive: drive, Loader: name, Engine: scan.Embedded, Rows: 10, Maxdop: &one, Scans: []scan.Scan{}}
		for _, s := range times[name] {
			r.Scans = append(r.Scans, scan.Scan{ElapsedSeconds: s})
		}
		m, _ := scan.Median(times[name])
		r.MedianSeconds = &m
		d.Results = append(d.Results, r)
	}
	var b bytes.Buffer
	if err := d.Write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), drive+".json")
	write(t, path, b.String())
	return path
}

func TestRankSaved(t *testing.T) {
	a := saved(t, "a", map[string][]float64{"baseline": {1, 1, 1}, "heap": {5, 5, 5}})
	b := saved(t, "b", map[string][]float64{"baseline": {2, 2, 2}, "heap": {1, 1, 1}})
	got := cli(t, "", "rank", a, b)
	if got.code != 0 || !strings.Contains(got.stdout, "Drive a, 10 rows, MAXDOP 1") || !strings.Contains(got.stdout, "Drive b, 10 rows, MAXDOP 1") {
		t.Fatalf("%+v", got)
	}
	if i, j := strings.Index(got.stdout, "1 | heap"), strings.Index(got.stdout, "1 | baseline"); i < 0 || j < i {
		t.Errorf("the order per drive is wrong:\n%s", got.stdout)
	}
	got = cli(t, "", "rank", a, "--json", "-")
	if d, err := scan.Read(strings.NewReader(got.stdout)); err != nil || len(d.Results) != 2 || *d.Results[1].Rank != 1 || *d.Results[1].Slowdown != 5 {
		t.Errorf("%v\n%s", err, got.stdout)
	}
	bad := filepath.Join(t.TempDir(), "bad.json")
	write(t, bad, "drive,loader\n")
	if got := cli(t, "", "rank", bad); got.code != 1 || !strings.Contains(got.stderr, bad+": not a JSON document of schema") {
		t.Errorf("%+v", got)
	}
}

func TestCompareSaved(t *testing.T) {
	old := saved(t, "a", map[string][]float64{"baseline": {1, 1, 1}, "heap": {5, 5, 5}})
	new := saved(t, "a", map[string][]float64{"baseline": {1, 1, 1}, "heap": {6, 6, 6}})
	for _, tt := range []struct {
		args []string
		code int
	}{
		{[]string{"compare", old, new}, 0},
		{[]string{"compare", old, new, "--threshold", "10"}, 5},
		{[]string{"compare", old, new, "--threshold", "25"}, 0},
		{[]string{"compare", new, old, "--threshold", "10"}, 0},
		{[]string{"compare", old, saved(t, "z", map[string][]float64{"baseline": {1}, "heap": {1}})}, 1},
	} {
		if got := cli(t, "", tt.args...); got.code != tt.code {
			t.Errorf("%q: %+v, want exit %d", tt.args[3:], got, tt.code)
		}
	}
}

// A load of another file is ranked with the rest of its drive, but only its own
// file's baseline is its measure.
func TestRankBaselineOfTheSameFile(t *testing.T) {
	a := saved(t, "a", map[string][]float64{"baseline": {1, 1, 1}, "heap": {5, 5, 5}})
	b := saved(t, "a", map[string][]float64{"lowfill": {3, 3, 3}})
	got := cli(t, "", "rank", a, b, "--json", "-")
	d, err := scan.Read(strings.NewReader(got.stdout))
	if err != nil || len(d.Results) != 3 {
		t.Fatalf("%v %+v", err, got)
	}
	for _, r := range d.Results {
		want := map[string]struct {
			rank int
			file string
			slow bool
		}{"heap": {1, a, true}, "lowfill": {2, b, false}, "baseline": {3, a, true}}[r.Loader]
		if *r.Rank != want.rank || r.File != want.file || (r.Slowdown != nil) != want.slow {
			t.Errorf("%s: rank %d, file %s, slowdown %v", r.Loader, *r.Rank, r.File, r.Slowdown)
		}
	}
	if !strings.Contains(got.stderr, "the load's own file has no baseline") {
		t.Errorf("no note:\n%s", got.stderr)
	}
}
