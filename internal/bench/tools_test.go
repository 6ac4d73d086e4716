package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMissing(t *testing.T) {
	tl := tools{absent: map[string]string{needFio: "no fio on the path"}}
	if got := tl.missing([]string{needSQLite, needFio}); got != "fio is missing: no fio on the path" {
		t.Error(got)
	}
	if got := tl.missing([]string{needSQLite}); got != "" {
		t.Error(got)
	}
}

// With an empty path every peer that is not compiled in is named, or found where
// distributions put it.
func TestFindToolsNamesWhatIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	tl := findTools(t.Context(), t.TempDir())
	if tl.absent[needFio] == "" {
		t.Error("fio was found without a path")
	}
	if (tl.absent[needPostgres] == "") != (tl.pg.postgres != "") {
		t.Errorf("PostgreSQL is neither found nor missing: %+v", tl)
	}
}

func TestTooSmall(t *testing.T) {
	free := int64(3 << 30)
	for _, tt := range []struct {
		need int64
		free *int64
		want string
	}{
		{3 << 30, &free, ""},
		{15 << 30, &free, "the drive of /x is too small: 15.0 GiB are needed, 3.00 GiB are free"},
		{15 << 30, nil, ""},
	} {
		if got := tooSmall(tt.need, tt.free, "/x"); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestClosedTo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := closedTo(dir); got != filepath.Dir(dir) {
		t.Errorf("%q, want %q", got, filepath.Dir(dir))
	}
}

func TestSourceRoot(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "internal", "bench")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{filepath.Join(root, "go.mod"): "module scanfrag\n\ngo 1.26\n", filepath.Join(deep, "go.mod"): "module scanfrag/internal/bench\n"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := sourceRoot(deep); err != nil || got != root {
		t.Errorf("%q, %v; want %q", got, err, root)
	}
	if got, err := sourceRoot(t.TempDir()); err == nil {
		t.Errorf("found %q where there is none", got)
	}
}
