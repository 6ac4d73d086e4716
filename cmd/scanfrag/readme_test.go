package main

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readmeCommands are the scanfrag commands of README.md in order: indented
// lines, and those in backquotes within the text.
func readmeCommands(t *testing.T) []string {
	t.Helper()
	f, err := os.Open("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	quoted := regexp.MustCompile("`(scanfrag [a-z][^`]*)`")
	var out []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if code, ok := strings.CutPrefix(line, "    "); ok {
			code, _, _ = strings.Cut(code, "#")
			code = strings.Replace(code, "go run ./cmd/scanfrag", "scanfrag", 1)
			if i := strings.Index(code, "scanfrag "); i >= 0 {
				out = append(out, strings.TrimSpace(code[i:]))
			}
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(line, -1) {
			out = append(out, m[1])
		}
	}
	return out
}

// The loader in Go that the README shows is a valid one.
func TestReadmeLoaderIsValid(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(readme), "    \treturn `\n")
	text, _, _ = strings.Cut(text, "`, nil")
	file := filepath.Join(t.TempDir(), "ordered.sql")
	write(t, file, text)
	if got := cli(t, "", "validate", "--rows", "10000", "--memory", "32MiB", "--drive", "d="+t.TempDir(), "--loader", file); got.code != exitOK || !strings.Contains(text, "$(rows)") {
		t.Errorf("%+v", got)
	}
}

// Every command of the README is run as it stands there, but for the places that stand for the
// reader's own: rows are few, drives are temporary, a named server is not there
// and so only shown its statements. serve and verify have tests of their own.
func TestReadmeCommandsRun(t *testing.T) {
	commands := readmeCommands(t)
	if len(commands) < 12 {
		t.Fatalf("only %d commands found: %q", len(commands), commands)
	}
	small := []string{"--rows", "10000"}
	drives := t.TempDir()
	for _, d := range []string{"disk", "ssd"} {
		if err := os.Mkdir(filepath.Join(drives, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("SCANFRAG_PASSWORD", hardPassword)
	t.Chdir(t.TempDir())
	write(t, "script.sql", "CREATE TABLE dbo.test (a int NOT NULL);\nGO\nINSERT dbo.test VALUES (1);\nGO 10\n")
	if got := cli(t, "", "sql", "-i", "script.sql"); got.code != exitOK {
		t.Fatalf("exit %d\n%s", got.code, got.stderr)
	}
	write(t, "script.sql", "INSERT dbo.test VALUES (1);\nGO 10\n")
	own := strings.NewReplacer("/mnt/", drives+"/", "NAME", "baseline", "FILE...", "results.json", "OLD NEW", "results.json results.json")
	for _, c := range commands {
		args := strings.Fields(own.Replace(c))[1:]
		switch args[0] {
		case "COMMAND", "serve", "verify":
			continue
		case "run", "validate":
			if !slices.Contains(args, "--rows") {
				args = append(args, small...)
			}
			if args[0] == "run" {
				args = append(args, "--runs", "1")
			}
			if slices.Contains(args, "--server") {
				args = append(args, "--dry-run")
			}
		}
		if got := cli(t, "", args...); got.code != exitOK {
			t.Errorf("%s\nas %q: exit %d\n%s", c, args, got.code, got.stderr)
		}
	}
}
