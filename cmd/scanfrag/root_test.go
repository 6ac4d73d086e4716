package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scanfrag/loaders"
)

type ran struct {
	code           int
	stdout, stderr string
}

func cli(t *testing.T, stdin string, args ...string) ran {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(stdin), &out, &errs)
	return ran{code, out.String(), errs.String()}
}

func TestUsageErrors(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 2, "a command is missing"},
		{[]string{"rnu"}, 2, `unknown command "rnu" (did you mean run?)`},
		{[]string{"frobnicate"}, 2, `unknown command "frobnicate"`},
		{[]string{"--nope"}, 2, "unknown flag: --nope"},
		{[]string{"run", "--run", "3"}, 2, "did you mean --runs?"},
		{[]string{"run", "-runs", "3"}, 2, "did you mean --runs?"},
		{[]string{"run", "extra"}, 2, `run does not take the argument "extra"`},
		{[]string{"run", "--keep", "false"}, 2, `does not take the argument "false"`},
		{[]string{"run", "--timeout", "30"}, 2, "a duration with its unit"},
		{[]string{"run", "--rows", "0"}, 2, "--rows 0: at least 1"},
		{[]string{"run", "--rows", "x"}, 2, "invalid argument"},
		{[]string{"run", "--runs", "0"}, 2, "--runs 0"},
		{[]string{"run", "--maxdop", "1,1"}, 2, "MAXDOP 1 is given twice"},
		{[]string{"run", "--maxdop", "-1"}, 2, "MAXDOP -1"},
		{[]string{"run", "--memory", "1MiB"}, 2, "--memory 1 MiB is too small"},
		{[]string{"run", "--memory", "lots"}, 2, "a size such as 512MiB"},
		{[]string{"run", "--loader", "haep"}, 2, `unknown loader "haep"`},
		{[]string{"run", "--loader", "heap", "--loader", "heap"}, 2, "loader heap is given twice"},
		{[]string{"run", "--loader", filepath.Join(dir, "no.sql")}, 2, "no such file"},
		{[]string{"run", "--drive", "x"}, 2, "NAME=DIR is wanted"},
		{[]string{"run", "--drive", "d=" + filepath.Join(dir, "no")}, 1, "does not exist"},
		{[]string{"run", "--json", "-", "--csv", "-"}, 2, "only one of --json"},
		{[]string{"run", "--json", filepath.Join(dir, "no", "x.json")}, 2, "does not exist"},
		{[]string{"run", "--server", "h", "--memory", "1GiB"}, 2, "--memory is for the embedded engine"},
		{[]string{"run", "--server", "sqlserver://nohost.invalid"}, 2, "say --yes"},
		{[]string{"rank"}, 2, "rank needs"},
		{[]string{"rank", filepath.Join(dir, "no.json")}, 2, "no such file"},
		{[]string{"compare", "a"}, 2, "compare needs two"},
		{[]string{"loaders", "shwo"}, 2, "did you mean show?"},
		{[]string{"loaders", "show"}, 2, "needs one name"},
		{[]string{"sql", "-i", "a", "-Q", "b"}, 2, "exclude each other"},
		{[]string{"sql", "-Q", "SELECT $(nope)"}, 1, "-Q: line 1: $(nope) is not defined"},
		{[]string{"stats", "--mode", "fast"}, 2, "limited, sampled or detailed"},
		{[]string{"stats", "--table", "a;DROP TABLE b"}, 2, "schema.name is wanted"},
		{[]string{"serve", "--listen", "0.0.0.0:0"}, 2, "give a --password-file"},
		{[]string{"serve", "--listen", "nonsense"}, 2, "HOST:PORT is wanted"},
	} {
		got := cli(t, "", tt.args...)
		if got.code != tt.code || !strings.Contains(got.stderr, tt.want) || strings.Contains(got.stderr, "goroutine") {
			t.Errorf("%q: exit %d, stderr %q; want %d, %q", tt.args, got.code, got.stderr, tt.code, tt.want)
		}
		if got.stdout != "" {
			t.Errorf("%q: an error on standard output: %q", tt.args, got.stdout)
		}
	}
}

func TestHelpGoesToStdout(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"-h"}, {"help"}, {"help", "run"}, {"run", "--help"}, {"sql", "-h"}, {"--version"}} {
		got := cli(t, "", args...)
		if got.code != 0 || got.stdout == "" || got.stderr != "" {
			t.Errorf("%q: exit %d, %d bytes on stdout, stderr %q", args, got.code, len(got.stdout), got.stderr)
		}
	}
}

// Every flag's usage names its value where it reads well, never at the end twice.
func TestCommandsHaveHelp(t *testing.T) {
	for _, c := range commands() {
		got := cli(t, "", c.name, "--help")
		if got.code != 0 || !strings.Contains(got.stdout, "usage: scanfrag "+c.name) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestEnvironmentSetsFlags(t *testing.T) {
	t.Setenv("SCANFRAG_ROWS", "0")
	if got := cli(t, "", "run"); got.code != 2 || !strings.Contains(got.stderr, "--rows 0") {
		t.Errorf("%+v", got)
	}
	t.Setenv("SCANFRAG_ROWS", "many")
	if got := cli(t, "", "run"); got.code != 2 || !strings.Contains(got.stderr, "environment variable SCANFRAG_ROWS") {
		t.Errorf("%+v", got)
	}
	if got := cli(t, "", "run", "--rows", "-1"); !strings.Contains(got.stderr, "--rows -1") {
		t.Errorf("a flag must beat the environment: %+v", got)
	}
}

func TestDryRun(t *testing.T) {
	loads := len(loaders.Default())
	dir := t.TempDir()
	got := cli(t, "", "run", "--dry-run", "--rows", "10000", "--drive", "d="+dir)
	if got.code != 0 || strings.Count(got.stdout, "CREATE DATABASE") != loads || strings.Count(got.stdout, "SELECT COUNT(*) FROM dbo.test;\n") != 6*loads {
		t.Errorf("exit %d, stderr %q, stdout:\n%s", got.code, got.stderr, got.stdout)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("a dry run left %v", entries)
	}
}

func TestLoadersCommand(t *testing.T) {
	if got := cli(t, "", "loaders"); got.code != 0 || strings.Count(got.stdout, "\n") != 2+len(loaders.Names()) {
		t.Errorf("%+v", got)
	}
	if got := cli(t, "", "loaders", "show", "reverse", "--rows", "77"); got.code != 0 || !strings.Contains(got.stdout, ":setvar rows 77\n") {
		t.Errorf("%+v", got)
	}
	t.Chdir(t.TempDir())
	if got := cli(t, "", "loaders", "new", "mine"); got.code != 0 || got.stdout != "mine.sql\n" {
		t.Errorf("%+v", got)
	}
	if got := cli(t, "", "loaders", "new", "mine"); got.code != 1 || !strings.Contains(got.stderr, "exists already") {
		t.Errorf("%+v", got)
	}
	if got := cli(t, "", "run", "--dry-run", "--loader", "mine.sql", "--drive", "d=."); got.code != 0 || !strings.Contains(got.stdout, "loader mine") {
		t.Errorf("%+v", got)
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "abc", 3}, {"run", "run", 0}, {"rnu", "run", 1}, {"rank", "run", 2}, {"validate", "valid", 3}} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestWorst(t *testing.T) {
	for _, tt := range []struct {
		codes []int
		want  int
	}{{nil, 0}, {[]int{4, 5, 3}, 3}, {[]int{4, 1, 3}, 1}, {[]int{1, 130}, 130}, {[]int{4, 5}, 5}, {[]int{4}, 4}} {
		if got := worst(tt.codes...); got != tt.want {
			t.Errorf("worst(%v) = %d, want %d", tt.codes, got, tt.want)
		}
	}
}
