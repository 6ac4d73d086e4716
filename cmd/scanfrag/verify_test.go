package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scanfrag/internal/oracle"
	"scanfrag/scan"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// verified is what verify --full prints as markdown.
const verified = "testdata/verify.md"

// The small rows are run by every test, all of them with SCANFRAG_LONG=1, which with -update also writes the golden
// file. The big rows of the golden file are held to what is published in any case.
func TestVerify(t *testing.T) {
	long := os.Getenv("SCANFRAG_LONG") != ""
	args := []string{"verify", "--dir", t.TempDir(), "--memory", "256MiB", "--markdown", "-"}
	if long {
		args = append(args, "--full")
	}
	got := cli(t, "", args...)
	if *update && long {
		write(t, verified, got.stdout)
	}
	golden, err := os.ReadFile(verified)
	if err != nil {
		t.Fatal(err)
	}
	want, ours := markdownRows(string(golden)), markdownRows(got.stdout)
	if len(ours) != len(want) || len(ours) != len(oracle.Rows()) {
		t.Fatalf("%d rows, %d in %s, %d in all", len(ours), len(want), verified, len(oracle.Rows()))
	}
	misses := false
	for i, row := range oracle.Rows() {
		w, o := want[i], ours[i]
		if row.Full && !long {
			w[3], w[4] = "-", "not run"
		}
		misses = misses || o[4] == string(oracle.Miss)
		if w[4] == string(oracle.Miss) { // what it is instead may change
			if o[4] != w[4] {
				t.Logf("row %s is met now: write %s anew, and the table of README.md", row.ID, verified)
			}
			w[3], w[4] = o[3], o[4]
		}
		for j := range w {
			if o[j] != w[j] {
				t.Errorf("row %s: %q, in %s %q", row.ID, o[j], verified, w[j])
			}
		}
	}
	if wantCode := map[bool]int{false: exitOK, true: exitFailure}[misses]; got.code != wantCode {
		t.Errorf("exit %d, not %d\n%s", got.code, wantCode, got.stderr)
	}
}

// markdownRows are the rows of a markdown table below its head, a cell each.
func markdownRows(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "| ") {
			rows = append(rows, strings.Split(strings.Trim(line, "| "), " | "))
		}
	}
	return rows[min(2, len(rows)):]
}

func TestReadmeShowsWhatIsVerified(t *testing.T) {
	golden, err := os.ReadFile(verified)
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(readme), "\n## What is proven\n")
	section, _, _ = strings.Cut(section, "\n## ")
	want, got := markdownRows(string(golden)), markdownRows(section)
	if !ok || len(got) != len(want) {
		t.Fatalf("the section What is proven of README.md has %d rows, %s has %d", len(got), verified, len(want))
	}
	for i := range want {
		if g, w := strings.Join(got[i], " | "), strings.Join(want[i], " | "); g != w {
			t.Errorf("README.md: %s\n%s: %s", g, verified, w)
		}
	}
}

func TestVerifyUsage(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"O99"}, exitUsage, `there is no row "O99": the rows are O1 O1b`},
		{[]string{"--rows", "P1,x"}, exitUsage, `there is no row "x"`},
		{[]string{"--drive", "a=" + dir, "--drive", "b=" + dir}, exitUsage, "give one --drive or --dir"},
		{[]string{"--drive", "a=" + dir, "--dir", dir}, exitUsage, "give one --drive or --dir"},
		{[]string{"P1", "--dir", filepath.Join(dir, "no")}, exitFailure, "does not exist"},
		{[]string{"P1", "--json", filepath.Join(dir, "no", "x.json")}, exitUsage, "does not exist"},
		{[]string{"P1", "--memory", "1MiB"}, exitUsage, "too small"},
		{[]string{"O1", "--server", "sqlserver://nohost.invalid"}, exitUsage, "say --yes"},
	} {
		got := cli(t, "", append([]string{"verify"}, tt.args...)...)
		if got.code != tt.code || !strings.Contains(got.stderr, tt.want) || got.stdout != "" {
			t.Errorf("%q: exit %d, %q %q", tt.args, got.code, got.stdout, got.stderr)
		}
	}
}

func TestVerifyPublished(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", filepath.Join(t.TempDir(), "none"))
	got := cli(t, "", "verify", "--published")
	if got.code != exitOK || !strings.Contains(got.stdout, "466,668 ± 1 pages") || !strings.Contains(got.stdout, "B46: L. Shea, ") || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(os.Getenv("XDG_CACHE_HOME")); !os.IsNotExist(err) {
		t.Errorf("the default drive was touched: %v", err)
	}
}

func TestVerifyFormats(t *testing.T) {
	t.Setenv("SCANFRAG_ROWS", "200000") // of run, and no row here
	dir := t.TempDir()
	file := filepath.Join(dir, "x.csv")
	got := cli(t, "", "verify", "P3", "--rows", "O9", "--dir", dir, "--json", "-", "--csv", file, "--quiet")
	var d verifyDocument
	if err := json.Unmarshal([]byte(got.stdout), &d); err != nil || got.code != exitOK || got.stderr != "" {
		t.Fatalf("%v %+v", err, got)
	}
	if d.Schema != verifySchema || len(d.Rows) != 2 || d.Rows[0].ID != "O9" || d.Rows[0].Verdict != oracle.Match || len(d.Environment.Drives) != 1 || d.Environment.Drives[0].Dir != dir {
		t.Errorf("%+v", d)
	}
	f := d.Rows[0].Figures[1]
	if f.Published != "74.99" || f.Unit != "% full" || f.Match == nil || !*f.Match || len(f.Ours) != 1 || f.Ours[0] < 74.98 || f.Low[0] != 74.99 {
		t.Errorf("%+v", f)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil || len(lines) != 1+5+1 || lines[6][8] != "1 118 0" || lines[6][10] != "definition" {
		t.Errorf("%q %v", lines, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "scanfrag-*")); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestVerifyInterrupted(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(context.Background())
	var out, errs bytes.Buffer
	defer cancel(nil)
	go func() { // as soon as a row runs
		for ; ctx.Err() == nil; time.Sleep(time.Millisecond) {
			if found, _ := filepath.Glob(filepath.Join(dir, "scanfrag-run-*", "*.mdf")); len(found) > 0 {
				cancel(errInterrupted)
			}
		}
	}()
	code := run(ctx, []string{"verify", "O1", "P1", "--dir", dir}, strings.NewReader(""), &out, &errs)
	if code != exitInterrupted || strings.Count(out.String(), "not run") < 2 || !strings.Contains(out.String(), "O1: interrupted") {
		t.Errorf("exit %d\n%s%s", code, out.String(), errs.String())
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "scanfrag-*")); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A row without room is skipped and told; what the exit code says of it and of a miss.
func TestVerifyOutcome(t *testing.T) {
	rows, err := oracle.Find([]string{"O1", "P3"})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	u := &verifying{verification: &verification{}, e: env{stdout: &out, stderr: io.Discard}}
	for _, r := range rows {
		u.results = append(u.results, oracle.Unmeasured(r))
	}
	room := int64(1 << 30)
	err = u.run(t.Context(), oracle.Server{Engine: scan.Embedded}, func() *int64 { return &room })
	if exitCode(err) != exitPartial || !strings.Contains(out.String(), "O1: it needs 3.90 GiB, 1.00 GiB are free") || !strings.Contains(out.String(), "1 definition, 1 not run") {
		t.Errorf("%v\n%s", err, out.String())
	}
	u.results[1].Verdict = oracle.Miss
	for _, c := range []struct {
		failed error
		code   int
	}{{nil, exitFailure}, {errInterrupted, exitInterrupted}} {
		if got := exitCode(u.outcome(c.failed)); got != c.code {
			t.Errorf("exit %d, not %d", got, c.code)
		}
	}
}
