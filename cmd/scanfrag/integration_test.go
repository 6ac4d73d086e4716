package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
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

// The file that loaders new writes obeys the rules as it stands.
func TestNewLoaderIsValid(t *testing.T) {
	t.Chdir(t.TempDir())
	if got := cli(t, "", "loaders", "new", "mine"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	dir := t.TempDir()
	if got := cli(t, "", "validate", "--rows", "10000", "--drive", "d="+dir, "--memory", "32MiB", "--loader", "mine.sql"); got.code != 0 {
		t.Errorf("%+v", got)
	}
	emptyDir(t, dir)
}

// Odd numbers of rows: every load and twin stays valid.
func TestLoadsAreValidAtOddRows(t *testing.T) {
	dir := t.TempDir()
	args := []string{"validate", "--rows", "10001", "--drive", "d=" + dir, "--memory", "32MiB", "--json", "-", "--quiet"}
	loads := 0
	for _, n := range loaders.Names() {
		args = append(args, "--loader", n)
		loads++
		l, _ := loaders.Lookup(n)
		if tw, ok := loaders.TwinOf(l); ok {
			args = append(args, "--loader", tw.Name())
			loads++
		}
	}
	got := cli(t, "", args...)
	d, err := scan.Read(strings.NewReader(got.stdout))
	if got.code != 0 || err != nil || len(d.Results) != loads {
		t.Errorf("exit %d, %v\n%s", got.code, err, got.stderr)
	}
	for _, r := range d.Results {
		for _, v := range r.Rules {
			if v.OK == nil || !*v.OK {
				t.Errorf("%s: %+v", r.Loader, v)
			}
		}
	}
}

// The built-in loads are valid at sizes of a first try.
func TestLoadsAreValidWhenSmall(t *testing.T) {
	for _, rows := range []string{"1", "10", "3000", "5000"} {
		dir := t.TempDir()
		got := cli(t, "", "validate", "--rows", rows, "--drive", "d="+dir, "--memory", "32MiB", "--quiet", "--loader", "baseline",
			"--loader", "alternating", "--loader", "reverse", "--loader", "lowfill", "--loader", "heap")
		if got.code != 0 {
			t.Errorf("%s rows: exit %d\n%s\n%s", rows, got.code, got.stderr, got.stdout)
		}
		emptyDir(t, dir)
	}
}

func TestFailingLoads(t *testing.T) {
	dir := t.TempDir()
	half := filepath.Join(t.TempDir(), "half.sql")
	write(t, half, "CREATE TABLE dbo.test (c1 int NOT NULL);\nGO\nINSERT dbo.test VALUES (1);\nINSERT dbo.test VALUES (1/0);\n")
	got := cli(t, "", "run", "--rows", "500", "--drive", "d="+dir, "--memory", "32MiB", "--loader", half)
	if got.code != exitFailure || !strings.Contains(got.stderr, "load half: line 4: ") || !strings.Contains(got.stderr, "8134") {
		t.Errorf("exit %d: %s", got.code, got.stderr)
	}
	if n := strings.Count(got.stderr+got.stdout, "ivide by zero"); n != 1 {
		t.Errorf("the error is told %d times:\n%s%s", n, got.stderr, got.stdout)
	}
	emptyDir(t, dir)
	endless := filepath.Join(t.TempDir(), "endless.sql")
	write(t, endless, "CREATE TABLE dbo.test (c1 int NOT NULL);\nWHILE 1 = 1 INSERT dbo.test VALUES (1);\n")
	got = cli(t, "", "run", "--rows", "500", "--drive", "d="+dir, "--memory", "32MiB", "--loader", endless, "--timeout", "300ms", "--loader", "reverse", "--runs", "1")
	if got.code != exitPartial || !strings.Contains(got.stderr, "stopped after the 300ms") || !strings.Contains(got.stdout, "reverse") {
		t.Errorf("exit %d: %s\n%s", got.code, got.stderr, got.stdout)
	}
	emptyDir(t, dir)
}

// One bad file of a folder is named with its path and skipped.
func TestFolderWithABadFile(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	write(t, filepath.Join(folder, "bad.sql"), "USE master;\n")
	write(t, filepath.Join(folder, "notext.sql"), "\xff\xfe\x00")
	args := []string{"validate", "--rows", "500", "--drive", "d=" + dir, "--memory", "32MiB", "--loader", folder}
	if got := cli(t, "", args...); got.code != exitFailure {
		t.Errorf("none is good: %+v", got)
	}
	good := cli(t, "", "loaders", "show", "reverse", "--rows", "500").stdout
	write(t, filepath.Join(folder, "good.sql"), "-- name: good\n"+strings.Replace(good, ":setvar rows 500\n", "", 1))
	got := cli(t, "", args...)
	if got.code != exitPartial || !strings.Contains(got.stdout, "good on drive d, 500 rows: valid") {
		t.Errorf("%+v", got)
	}
	for _, want := range []string{filepath.Join(folder, "bad.sql") + " is skipped: ", "line 1: USE is not allowed", filepath.Join(folder, "notext.sql") + " is skipped: "} {
		if !strings.Contains(got.stderr, want) {
			t.Errorf("%q is missing:\n%s", want, got.stderr)
		}
	}
	if got := cli(t, "", "validate", "--rows", "500", "--drive", "d="+dir, "--loader", filepath.Join(folder, "bad.sql")); got.code != exitFailure {
		t.Errorf("the file alone: %+v", got)
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

// A database loaded by one process is read by the next; stats and scan look at it.
func TestSQLKeepsDatabases(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	sqlRun := func(stdin string, args ...string) ran {
		t.Helper()
		return cli(t, stdin, append([]string{"sql", "--dir", dir, "--memory", "32MiB"}, args...)...)
	}
	got := sqlRun("CREATE TABLE dbo.test (c1 int NOT NULL, c2 char(1000) NOT NULL);\nCREATE CLUSTERED INDEX cx ON dbo.test (c1);\nGO\nINSERT dbo.test VALUES (1, 'a');\nGO 1000\nPRINT 'hello';\nGO\nSELECT COUNT(*) AS n FROM dbo.test;\n")
	if got.code != 0 || !strings.Contains(got.stdout, "1000") || !strings.Contains(got.stderr, "hello\n") {
		t.Fatalf("%+v", got)
	}
	got = sqlRun("", "-Q", "SELECT CAST(1.5 AS decimal(5,2)) AS d, COUNT(*) AS n, NULL AS x FROM dbo.test; RAISERROR('oh', 16, 1)", "--json", "-")
	var doc struct {
		Batches []struct {
			Results []struct {
				Columns []struct{ Name, Type string }
				Rows    [][]any
			}
			Messages []struct {
				Number, Severity, Line int
				Text                   string
			}
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil || got.code != exitFailure || len(doc.Batches) != 1 {
		t.Fatalf("%v, exit %d\n%s\n%s", err, got.code, got.stdout, got.stderr)
	}
	if row := doc.Batches[0].Results[0].Rows[0]; row[0] != "1.50" || row[1] != 1000.0 || row[2] != nil {
		t.Errorf("row %v", row)
	}
	if m := doc.Batches[0].Messages[0]; m.Number != 50000 || m.Severity != 16 || m.Text != "oh" {
		t.Errorf("message %+v", m)
	}
	got = cli(t, "", "stats", "--dir", dir, "--memory", "32MiB")
	if got.code != 0 || !strings.Contains(got.stdout, "CLUSTERED INDEX") || !strings.Contains(got.stdout, "143") {
		t.Errorf("%+v", got)
	}
	got = cli(t, "", "scan", "--dir", dir, "--memory", "32MiB", "--runs", "1", "--quiet")
	if got.code != 0 || strings.Count(got.stdout, "| yes") != 2 {
		t.Errorf("%+v", got)
	}
	got = cli(t, "", "stats", "--dir", dir, "--memory", "32MiB", "--table", "dbo.nope")
	if got.code != 1 || got.stderr != "scanfrag: there is no table dbo.nope in this database\n" {
		t.Errorf("%+v", got)
	}
}

func TestKeptDatabaseIsRead(t *testing.T) {
	dir := t.TempDir()
	got := cli(t, "", "run", "--rows", "700", "--runs", "1", "--maxdop", "1", "--drive", "d="+dir, "--loader", "baseline", "--memory", "32MiB", "--keep")
	if got.code != 0 {
		t.Fatalf("%+v", got)
	}
	kept, _ := filepath.Glob(filepath.Join(dir, "*", "*.mdf"))
	if len(kept) != 1 {
		t.Fatalf("kept: %v", kept)
	}
	database := strings.TrimSuffix(filepath.Base(kept[0]), ".mdf")
	_, command, _ := strings.Cut(got.stderr, "kept: scanfrag ")
	command, _, _ = strings.Cut(command, "\n")
	if !strings.HasSuffix(command, " --database "+database) {
		t.Fatalf("the command to read it is missing: %s", got.stderr)
	}
	got = cli(t, "", append(strings.Fields(command), "--memory", "32MiB")...)
	if got.code != 0 || !strings.Contains(got.stdout, "700") {
		t.Errorf("%+v", got)
	}
	got = cli(t, "", "cleanup", "--drive", "d="+dir, "--yes")
	if got.code != 0 || !strings.Contains(got.stderr, "--kept removes it") || !strings.Contains(got.stderr, "nothing to remove") {
		t.Errorf("%+v", got)
	}
	if got = cli(t, "", "cleanup", "--drive", "d="+dir, "--kept"); got.code != exitUsage {
		t.Errorf("without --yes: %+v", got)
	}
	if got = cli(t, "", "cleanup", "--drive", "d="+dir, "--kept", "--yes"); got.code != 0 {
		t.Errorf("%+v", got)
	}
	emptyDir(t, dir)
}

// What only looks makes no directory, and cleanup of a mistyped drive is told.
func TestMistypedDirectories(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "nope")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"stats", "--dir", dir}, "there is no directory " + dir},
		{[]string{"scan", "--dir", dir}, "there is no directory " + dir},
		{[]string{"cleanup", "--drive", "x=" + dir}, "drive x: the directory " + dir + " does not exist"},
		{[]string{"cleanup", "--dir", dir}, "the directory " + dir + " does not exist"},
	} {
		if got := cli(t, "", tt.args...); got.code != exitFailure || !strings.Contains(got.stderr, tt.want) {
			t.Errorf("%q: %+v", tt.args, got)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Fatalf("%q made the directory", tt.args)
		}
	}
}
