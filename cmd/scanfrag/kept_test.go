package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
	var doc sqlDocument
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
