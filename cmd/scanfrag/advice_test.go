package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scanfrag/internal/server"
)

// A slip gets one sentence that says what to do, and no text of a parser or the system alone.
func TestAdvice(t *testing.T) {
	dir, empty := t.TempDir(), t.TempDir()
	no, table := filepath.Join(dir, "no.json"), filepath.Join(dir, "r.csv")
	write(t, table, "drive,loader\n")
	file := filepath.Join(dir, "file")
	write(t, file, "")
	a, b := saved(t, "a", map[string][]float64{"baseline": {1}}), saved(t, "b", map[string][]float64{"baseline": {1}})
	for _, tt := range []struct {
		args string
		code int
		want string
	}{
		{"run --maxdop x", exitUsage, `invalid argument "x" for --maxdop: whole numbers with commas between, such as 1,0, are wanted`},
		{"run --rows many", exitUsage, `invalid argument "many" for --rows: a whole number is wanted`},
		{"run --memory 1000TB", exitUsage, "name a smaller buffer pool, or leave --memory out"},
		{"rank " + table, exitFailure, "as run --json writes it, is wanted"},
		{"rank " + no, exitUsage, "no such file"},
		{"compare " + no + " " + no, exitUsage, "no such file"},
		{"compare " + a + " " + b, exitFailure, "repeat the run with the same --drive, --loader, --rows and --maxdop"},
		{"sql -i " + no, exitUsage, "no such file"},
		{"validate --loader " + dir + "/no.sql", exitUsage, "no such file"},
		{"validate --loader " + empty, exitUsage, "it holds no .sql file"},
	} {
		got := cli(t, "", strings.Fields(tt.args)...)
		if got.code != tt.code || !strings.Contains(got.stderr, tt.want) || strings.Contains(got.stderr, "strconv") || strings.Contains(got.stderr, "invalid character") {
			t.Errorf("%s: exit %d, %s", tt.args, got.code, got.stderr)
		}
	}
	if _, err := os.Stat("/proc/self"); err == nil {
		got := cli(t, "", "validate", "--rows", "10", "--loader", "baseline", "--drive", "a=/proc")
		if got.code != exitFailure || !strings.Contains(got.stderr, "drive a: no directory can be made in /proc (") || strings.Contains(got.stderr, "mkdir") {
			t.Errorf("%+v", got)
		}
	}
}

// Two processes do not share a directory of databases; the second is told how to go on.
func TestDirectoryInUse(t *testing.T) {
	dir := t.TempDir()
	emb, err := openEmbedded(dir, "", minMemory, false, server.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer emb.Close()
	for _, args := range [][]string{{"sql", "-Q", "SELECT 1"}, {"stats"}} {
		if got := cli(t, "", append(args, "--dir", dir, "--memory", "32MiB")...); got.code != exitFailure || !strings.Contains(got.stderr, "another process is using it: ") || !strings.Contains(got.stderr, "--server") {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// A cell of several files is told once, whatever number of degrees it has.
func TestReplacedCellIsToldOnce(t *testing.T) {
	a := saved(t, "a", map[string][]float64{"baseline": {1}})
	d := readResults(t, a)
	two := 2
	other := d.Results[0]
	other.Maxdop = &two
	d.Results = append(d.Results, other)
	var text strings.Builder
	if err := d.Write(&text); err != nil {
		t.Fatal(err)
	}
	write(t, a, text.String())
	if got := cli(t, "", "rank", a, a); got.code != exitOK || strings.Count(got.stderr, "is in several files") != 1 {
		t.Errorf("%+v", got)
	}
}

// A script that is shown ends its last line, a header's author and sentence stand in the ranking.
func TestLoaderTexts(t *testing.T) {
	if got := cli(t, "", "loaders", "show", "all", "--rows", "10"); got.code != exitOK || !strings.HasSuffix(got.stdout, "\n") || strings.HasSuffix(got.stdout, "\n\n") || strings.Contains(got.stdout, ";-- name") {
		t.Errorf("%+v", got)
	}
	file := filepath.Join(t.TempDir(), "x.sql")
	write(t, file, "-- author: Ada Example\n-- about: Rows in order.\n"+good)
	md := filepath.Join(t.TempDir(), "r.md")
	got := cli(t, "", "run", "--rows", "500", "--runs", "1", "--maxdop", "1", "--memory", "32MiB", "--drive", "d="+t.TempDir(), "--loader", "baseline", "--loader", file, "--markdown", md)
	text, err := os.ReadFile(md)
	if err != nil || got.code != exitOK {
		t.Fatalf("%v, %+v", err, got)
	}
	for _, out := range []string{got.stdout, string(text)} {
		if !strings.Contains(out, "(by Ada Example)") || strings.Count(out, "about: ") != 1 || !strings.Contains(out, "about: Rows in order.") {
			t.Errorf("%s", out)
		}
	}
}
