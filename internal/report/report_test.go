package report

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scanfrag/loaders"
	"scanfrag/physstats"
	"scanfrag/scan"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func p[T any](v T) *T { return &v }

// sample is the shape of the published experiment with made-up times.
func sample() scan.Document {
	cell := func(loader string, stats physstats.Stats, reads, bytes, ahead, fwd, waited int64, times ...float64) scan.Result {
		r := scan.Result{Drive: "default", PoolPages: p(int64(262_144)), TablePages: p(stats.PageCount), Loader: loader, Engine: scan.Embedded, Rows: 4_000_000, Maxdop: p(1), DOP: p(1), Valid: p(true), Stats: &stats,
			Rules: []loaders.Verdict{{Rule: 1, OK: p(true)}}, AvgReadBytes: p(float64(bytes) / float64(reads)), LoadSeconds: p(12.5), Notes: []string{}}
		for _, s := range times {
			r.Scans = append(r.Scans, scan.Scan{ElapsedSeconds: s, IOReads: &reads, IOBytes: &bytes, ReadAheadReads: &ahead, PhysicalReads: &waited, ForwardedFetches: &fwd, Cold: p(true)})
		}
		m, _ := scan.Median(times)
		r.MedianSeconds = &m
		return r
	}
	ci := "CLUSTERED INDEX"
	broken := scan.Result{Drive: "default", Loader: "mine", Engine: scan.Embedded, Rows: 4_000_000, Valid: p(false), Scans: []scan.Scan{},
		Rules: []loaders.Verdict{{Rule: 6, OK: p(false), Measured: "3,768,021 rows", Wanted: "4,000,000 rows"}, {Rule: 7, Note: "could not be measured: a|b"}}}
	return scan.Document{
		Environment: scan.Environment{Drives: []scan.Drive{{Name: "default", Dir: "/cache", FileSystem: "ext4"}}},
		Results: []scan.Result{
			cell("baseline", physstats.Stats{Mode: "DETAILED", IndexType: ci, PageCount: 571_429, RecordCount: p(int64(4_000_000)), AvgFragmentationPercent: p(0.01),
				AvgPageSpaceUsedPercent: p(87.9), ExtentSwitches: p(int64(71_430))}, 8_929, 4_681_146_368, 571_429, 0, 3, 4.5, 4.6, 4.4),
			cell("alternating", physstats.Stats{Mode: "DETAILED", IndexType: ci, PageCount: 933_333, RecordCount: p(int64(4_000_000)), AvgFragmentationPercent: p(85.8),
				AvgPageSpaceUsedPercent: p(53.6), ExtentSwitches: p(int64(600_260))}, 546_133, 7_645_863_936, 933_333, 0, 40, 19.5, 19.9, 20.0),
			cell("near", physstats.Stats{Mode: "DETAILED", IndexType: ci, PageCount: 571_429, AvgFragmentationPercent: p(1.0)}, 9_000, 4_681_146_368, 571_429, 0, 3, 4.5, 4.55, 4.6),
			cell("heap", physstats.Stats{Mode: "DETAILED", IndexType: "HEAP", PageCount: 961_500, ForwardedRecordCount: p(int64(3_916_663)),
				AvgPageSpaceUsedPercent: p(54.2)}, 560_000, 9_000_000_000, 30_000, 3_916_663, 530_000, 12.8, 21.0, 20.6),
			broken,
		},
	}
}

func TestRankingsGolden(t *testing.T) {
	tables := Rankings(sample())
	var b bytes.Buffer
	if err := Text(&b, tables...); err != nil {
		t.Fatal(err)
	}
	golden(t, "ranking.txt", b.Bytes())
	b.Reset()
	if err := Markdown(&b, tables...); err != nil {
		t.Fatal(err)
	}
	golden(t, "ranking.md", b.Bytes())
	b.Reset()
	if err := CSV(&b, sample().Results); err != nil {
		t.Fatal(err)
	}
	golden(t, "results.csv", b.Bytes())
}

// Scans that are not cold say why, a drive called by its directory has no second name, and a file system is told once.
func TestColdReasonAndDriveTitle(t *testing.T) {
	d := sample()
	for i := range d.Results {
		for j := range d.Results[i].Scans {
			s := &d.Results[i].Scans[j]
			s.Cold, s.ColdReason = p(false), "the file was cached"
		}
		d.Results[i].Drive = "/cache"
	}
	d.Environment.Drives = []scan.Drive{{Name: "/cache", Dir: "/cache", FileSystem: "tmpfs", Device: "tmpfs"}}
	var b bytes.Buffer
	if err := Text(&b, Rankings(d)...); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"0 of 12 scans are proven cold; why not: the file was cached. ", "Drive /cache (tmpfs), 4,000,000 rows"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}

func TestVerdictsGolden(t *testing.T) {
	var b bytes.Buffer
	d := sample()
	if err := Text(&b, append(Verdicts(d.Results[4:]), Stats("dbo.test", *d.Results[0].Stats, &physstats.Space{Rows: 4_000_000, DataKB: 8})...)...); err != nil {
		t.Fatal(err)
	}
	golden(t, "verdicts.txt", b.Bytes())
}

func TestCompareGolden(t *testing.T) {
	old, new := sample(), sample()
	new.Results[1].MedianSeconds = p(39.0)
	for i := range new.Results[1].Scans {
		new.Results[1].Scans[i].ElapsedSeconds *= 2
	}
	new.Results[3].Loader = "other"
	pairs, lone := Match(old, new)
	if len(pairs) != 3 || len(lone) != 2 || !pairs[1].Differs || pairs[0].Differs {
		t.Fatalf("%+v\n%v", pairs, lone)
	}
	var b bytes.Buffer
	if err := Text(&b, Comparison(pairs, lone)); err != nil {
		t.Fatal(err)
	}
	golden(t, "compare.txt", b.Bytes())
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteErrorsAreSeen(t *testing.T) {
	tables := Rankings(sample())
	for name, err := range map[string]error{"text": Text(broken{}, tables...), "markdown": Markdown(broken{}, tables...), "csv": CSV(broken{}, sample().Results)} {
		if err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHostileCells(t *testing.T) {
	tb := Table{Columns: cols("a|b", "#n"), Rows: [][]string{{"x|y\nz\x1b[31m", "1"}, {"  indented", "-12"}}}
	var b bytes.Buffer
	if err := Markdown(&b, tb); err != nil {
		t.Fatal(err)
	}
	if want := "| a\\|b | n |\n| --- | ---: |\n| x\\|y z\\[31m | 1 |\n|   indented | -12 |\n"; b.String() != want {
		t.Errorf("got\n%q\nwant\n%q", b.String(), want)
	}
	b.Reset()
	if err := Text(&b, tb); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(b.String(), "\n"); lines != 4 || strings.Contains(b.String(), "\x1b") {
		t.Errorf("%d lines:\n%s", lines, b.String())
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 12: "12", 999: "999", 1000: "1,000", 4000000: "4,000,000", -1234: "-1,234", -123: "-123", -12: "-12"} {
		if got := count(&n); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
}
