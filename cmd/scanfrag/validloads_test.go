package main

import (
	"path/filepath"
	"strings"
	"testing"

	"scanfrag/loaders"
	"scanfrag/scan"
)

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
