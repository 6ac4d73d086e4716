package drive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	d, err := Parse(`E=/mnt/a=b`)
	if err != nil || d != (Drive{"E", "/mnt/a=b"}) {
		t.Errorf("%+v, %v", d, err)
	}
	for _, arg := range []string{"", "x", "=dir", "x=", "a b=/x", "a/b=/x"} {
		if _, err := Parse(arg); err == nil {
			t.Errorf("Parse(%q) passes", arg)
		}
	}
	if _, err := ParseAll([]string{"a=/x", "a=/y"}); err == nil || !strings.Contains(err.Error(), "given twice") {
		t.Errorf("a name twice: %v", err)
	}
	if _, err := ParseAll([]string{"a=/x", "b=/x/"}); err == nil || !strings.Contains(err.Error(), "drive a already") {
		t.Errorf("a directory twice: %v", err)
	}
}

func TestDefault(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/some/cache")
	if d, err := Default(); err != nil || d.Dir != filepath.Join("/some/cache", "scanfrag") {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (Drive{"d", dir}).Check(); err != nil {
		t.Error(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "nope"): "drive d: the directory " + filepath.Join(dir, "nope") + " does not exist",
		file:                       "is not a directory",
	} {
		if err := (Drive{"d", path}).Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestInspect(t *testing.T) {
	f := Inspect(t.TempDir())
	if f.FreeBytes == nil || f.TotalBytes == nil || *f.FreeBytes > *f.TotalBytes {
		t.Skipf("this system does not tell: %+v", f)
	}
}
