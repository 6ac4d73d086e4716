package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scanfrag/internal/drive"
	"scanfrag/loaders"
	"scanfrag/scan"
)

// emptyDir fails the test when a run left something on its drive.
func emptyDir(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 0 {
		t.Errorf("left on the drive: %v, %v", entries, err)
	}
}

func readResults(t *testing.T, path string) scan.Document {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := scan.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The main job, small: five loads, two degrees, every figure there, all valid,
// all cold, nothing left behind.
func TestRunEndToEnd(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	js, cs, md := filepath.Join(out, "r.json"), filepath.Join(out, "r.csv"), filepath.Join(out, "r.md")
	got := cli(t, "", "run", "--rows", "10000", "--runs", "2", "--drive", "d="+dir, "--memory", "32MiB", "--json", js, "--csv", cs, "--markdown", md)
	if got.code != 0 {
		t.Fatalf("exit %d\n%s\n%s", got.code, got.stderr, got.stdout)
	}
	emptyDir(t, dir)
	d := readResults(t, js)
	if len(d.Results) != 2*len(loaders.Default()) {
		t.Fatalf("%d results", len(d.Results))
	}
	for _, r := range d.Results {
		checkResult(t, r)
	}
	if !strings.Contains(got.stdout, "embedded engine, not SQL Server") || !strings.Contains(got.stdout, "MAXDOP 1") {
		t.Errorf("ranking:\n%s", got.stdout)
	}
	raw, err := os.ReadFile(cs)
	if err != nil {
		t.Fatal(err)
	}
	if lines, err := csv.NewReader(bytes.NewReader(raw)).ReadAll(); err != nil || len(lines) != 1+4*len(loaders.Default()) {
		t.Errorf("%d lines of CSV, %v", len(lines), err)
	}
	if raw, err := os.ReadFile(md); err != nil || !strings.Contains(string(raw), "| rank | loader |") {
		t.Errorf("markdown: %v\n%s", err, raw)
	}
}

// checkResult holds one cell to what its load must look like at 10,000 rows.
func checkResult(t *testing.T, r scan.Result) {
	t.Helper()
	if r.Valid == nil || !*r.Valid {
		t.Errorf("%s is not valid: %+v", r.Loader, r.Rules)
	}
	if len(r.Scans) != 2 || r.MedianSeconds == nil || r.Rank == nil || r.Slowdown == nil || r.DOP == nil || r.AvgReadBytes == nil || r.ReadSizes == nil ||
		r.LoadSeconds == nil || r.ReservedKB == nil || r.PoolPages == nil || r.TablePages == nil || r.Stats == nil {
		t.Errorf("%s: a figure is missing: %+v", r.Loader, r)
		return
	}
	if len(r.Notes) > 0 {
		t.Errorf("%s: notes %q", r.Loader, r.Notes)
	}
	for _, s := range r.Scans {
		if s.Cold == nil || !*s.Cold {
			t.Errorf("%s: not cold: %s", r.Loader, s.ColdReason)
		}
		if s.IOReads == nil || s.IOBytes == nil || s.LogicalReads == nil || s.PhysicalReads == nil || s.ReadAheadReads == nil || s.ForwardedFetches == nil || s.CPUSeconds == nil {
			t.Errorf("%s: a counter is missing: %+v", r.Loader, s)
			continue
		}
		var reads, bytes int64
		for _, h := range r.ReadSizes {
			reads += h.Count
			bytes += h.Count * h.Bytes
		}
		if reads != *r.Scans[0].IOReads+*r.Scans[1].IOReads || bytes != *r.Scans[0].IOBytes+*r.Scans[1].IOBytes {
			t.Errorf("%s: the read sizes add up to %d reads, %d bytes; the file saw %+v", r.Loader, reads, bytes, r.Scans)
		}
	}
	s := r.Stats
	between := func(what string, v *float64, lo, hi float64) {
		t.Helper()
		if v == nil || *v < lo || *v > hi {
			t.Errorf("%s: %s %v, want %v to %v", r.Loader, what, v, lo, hi)
		}
	}
	switch r.Loader {
	case "baseline":
		if s.PageCount != 1429 {
			t.Errorf("baseline: %d pages, want 1429", s.PageCount)
		}
		between("fragmentation", s.AvgFragmentationPercent, 0, 2)
	case "reverse":
		between("fragmentation", s.AvgFragmentationPercent, 98, 100)
		between("density", s.AvgPageSpaceUsedPercent, 85, 90)
	case "alternating":
		between("fragmentation", s.AvgFragmentationPercent, 80, 90)
		between("density", s.AvgPageSpaceUsedPercent, 51, 57)
	case "lowfill":
		if s.PageCount != 2000 {
			t.Errorf("lowfill: %d pages, want 2000", s.PageCount)
		}
		between("fragmentation", s.AvgFragmentationPercent, 0, 2)
		between("density", s.AvgPageSpaceUsedPercent, 62, 65)
	case "heap":
		if s.ForwardedRecordCount == nil || *s.ForwardedRecordCount < 9000 || *r.Scans[0].ForwardedFetches != *s.ForwardedRecordCount {
			t.Errorf("heap: forwarded records %v, fetches %d", s.ForwardedRecordCount, *r.Scans[0].ForwardedFetches)
		}
	}
}

func TestValidateVerdict(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(t.TempDir(), "bad.sql")
	write(t, bad, "CREATE TABLE dbo.test (c1 int NOT NULL, c2 char(900) NOT NULL DEFAULT '');\nGO\nSET NOCOUNT ON;\nDECLARE @i int = 1;\nWHILE @i <= $(rows)\nBEGIN\n  INSERT dbo.test (c1) VALUES (@i);\n  SET @i += 1;\nEND;\nPRINT 'done';\n")
	got := cli(t, "", "validate", "--rows", "500", "--drive", "d="+dir, "--memory", "32MiB", "--loader", bad, "--json", "-")
	if got.code != exitBrokenRule {
		t.Fatalf("exit %d\n%s", got.code, got.stderr)
	}
	emptyDir(t, dir)
	d, err := scan.Read(strings.NewReader(got.stdout))
	if err != nil || len(d.Results) != 1 {
		t.Fatalf("%v\n%s", err, got.stdout)
	}
	r := d.Results[0]
	if r.Maxdop != nil || len(r.Scans) != 0 || len(r.Rules) != 9 {
		t.Errorf("%+v", r)
	}
	for _, v := range r.Rules {
		if v.OK == nil || *v.OK == (v.Rule == 3) {
			t.Errorf("only rule 3 is broken: %+v", v)
		}
	}
	if !strings.Contains(got.stderr, "bad: done") {
		t.Errorf("the script's message is missing: %s", got.stderr)
	}
}

func TestInterruptedRun(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	var out, errs bytes.Buffer
	endless := filepath.Join(t.TempDir(), "endless.sql")
	write(t, endless, "CREATE TABLE dbo.test (c1 int NOT NULL);\nWHILE 1 = 1 INSERT dbo.test VALUES (1);\n")
	time.AfterFunc(time.Second, func() { cancel(errInterrupted) })
	code := run(ctx, []string{"run", "--rows", "500", "--runs", "1", "--drive", "d=" + dir, "--memory", "32MiB", "--loader", "baseline", "--loader", endless}, strings.NewReader(""), &out, &errs)
	if code != exitInterrupted || !strings.Contains(out.String(), "baseline") {
		t.Errorf("exit %d\n%s\n%s", code, errs.String(), out.String())
	}
	emptyDir(t, dir)
}

func TestDriveProblems(t *testing.T) {
	dir := t.TempDir()
	s, err := drive.NewScratch(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := cli(t, "", "run", "--rows", "500", "--drive", "d="+dir, "--loader", "baseline")
	if got.code != exitFailure || !strings.Contains(got.stderr, "another run is using") {
		t.Errorf("two runs: exit %d: %s", got.code, got.stderr)
	}
	if err := s.Remove(); err != nil {
		t.Fatal(err)
	}
	got = cli(t, "", "run", "--rows", "2000000000", "--drive", "d="+dir, "--loader", "baseline")
	if got.code != exitFailure || !strings.Contains(got.stderr, "are needed (baseline)") {
		t.Errorf("too little space: exit %d: %s", got.code, got.stderr)
	}
	results := filepath.Join(t.TempDir(), "r.json")
	got = cli(t, "", "validate", "--rows", "500", "--drive", "d="+dir, "--drive", "e="+filepath.Join(dir, "no"), "--loader", "baseline", "--memory", "32MiB", "--json", results)
	if got.code != exitPartial || !strings.Contains(got.stderr, "does not exist") {
		t.Errorf("one drive missing: exit %d: %s", got.code, got.stderr)
	}
	if notes := readResults(t, results).Environment.Notes; len(notes) != 1 || !strings.Contains(notes[0], "drive e skipped: ") {
		t.Errorf("the document says of the missing drive: %q", notes)
	}
	emptyDir(t, dir)
}
