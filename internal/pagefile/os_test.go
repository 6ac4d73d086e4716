package pagefile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"scanfrag/internal/page"
)

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	odd := filepath.Join(dir, "odd.mdf")
	if err := os.WriteFile(odd, make([]byte, 12345), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		opt  Options
		want string
	}{
		{filepath.Join(dir, "none.mdf"), Options{}, "none.mdf"},
		{odd, Options{}, "damaged or truncated: 12345 bytes are not a whole number"},
		{odd, Options{Create: true, Exclusive: true}, "odd.mdf"},
		{filepath.Join(dir, "no", "dir.mdf"), Options{Create: true}, "dir.mdf"},
	} {
		f, err := OpenOS(c.path, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.path, err, c.want)
		}
		if err == nil {
			f.Close()
		}
	}
	if _, err := OpenOS(filepath.Join(dir, "none.mdf"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mdf")
	f, err := OpenOS(path, Options{Create: true, Exclusive: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Resize(1000); err != nil {
		t.Fatal(err)
	}
	buf := buffers(2)
	buf[0][9], buf[1][9] = 7, 8
	if err := f.WritePages(500, buf); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if n := taken(path); n >= 0 && n < 1000*page.Size {
		t.Errorf("%d bytes are taken on the drive, want %d", n, 1000*page.Size)
	}
	if f, err = OpenOS(path, Options{Create: true}); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := buffers(4)
	if err := f.ReadPages(499, in); err != nil || f.Pages() != 1000 {
		t.Fatalf("%d pages, %v", f.Pages(), err)
	}
	if in[0][9] != 0 || in[1][9] != 7 || in[2][9] != 8 || in[3][9] != 0 {
		t.Error("what was written is not what is read")
	}
}

func TestDirect(t *testing.T) {
	fs := files(t)
	buf := buffers(8)
	for name, f := range fs {
		if err := f.Resize(8); err != nil {
			t.Fatal(err)
		}
		if err := f.WritePages(0, buf); err != nil {
			t.Fatal(err)
		}
		f.Sync()
		ok, why := f.Direct()
		t.Log(name, ok, why)
		if ok != (why == "") {
			t.Errorf("%s: direct %v, because %q", name, ok, why)
		}
		if ok != (name == "os") && name != "os" {
			t.Errorf("%s is direct", name)
		}
	}
	f := fs["os"].(*OSFile)
	if ok, _ := f.Direct(); !ok {
		t.Skip("no direct I/O here")
	}
	if err := f.ReadPages(0, buf); err != nil {
		t.Fatal(err)
	}
	cached := func(f *OSFile) (int64, error) { return f.h.cached(0, int64(f.Pages())*page.Size) }
	if n, err := cached(f); n != 0 || err != nil && !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%d bytes in the page cache after direct reads, %v", n, err)
	}
	b := fs["buffered"].(*OSFile)
	if n, err := cached(b); err == nil && n != 8*page.Size {
		t.Errorf("%d bytes in the page cache after buffered writes", n)
	}
	// The other way of asking must agree.
	if runtime.GOOS == "linux" {
		b.ReadPages(0, buf)
		if n, err := b.cachedByMincore(); err != nil || n != 8*page.Size {
			t.Errorf("mincore: %d bytes, %v", n, err)
		}
	}
	if n := f.Counters().Reads.Load(); n != 1 {
		t.Errorf("%d reads counted, want 1: the probe is not to be counted", n)
	}
}

func TestNoSpace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big.mdf")
	f, err := OpenOS(path, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Resize(100); err != nil {
		t.Fatal(err)
	}
	if err := f.Resize(1 << 30); err == nil { // 8 TB
		t.Skip("the drive took 8 TB")
	} else if !errors.Is(err, ErrNoSpace) || !strings.Contains(err.Error(), "grow") {
		t.Errorf("error %v", err)
	}
	if f.Pages() != 100 {
		t.Errorf("%d pages after a failed Resize, want 100", f.Pages())
	}
	if st, _ := os.Stat(path); st.Size() != 100*page.Size {
		t.Errorf("%d bytes after a failed Resize", st.Size())
	}
}
