package pagefile

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"scanfrag/internal/page"
	"scanfrag/internal/testseed"
)

func seed(t testing.TB) uint64 {
	t.Helper()
	return uint64(testseed.Of(t))
}

// buffers returns n aligned pages, every second one out of order in memory.
func buffers(n int) []*page.Page {
	raw := make([]byte, (n+1)*page.Size)
	skip := -int(uintptr(unsafe.Pointer(&raw[0]))) & (Align - 1)
	out := make([]*page.Page, n)
	for i := range out {
		out[i] = (*page.Page)(raw[skip+i*page.Size:])
	}
	for i := 0; i+5 < n; i += 4 {
		out[i], out[i+2] = out[i+2], out[i]
	}
	return out
}

// files opens one empty file of every kind that the machine has.
func files(t *testing.T) map[string]File {
	dir := t.TempDir()
	kinds := map[string]File{"mem": NewMem("mem.mdf")}
	for name, c := range map[string]struct {
		dir string
		opt Options
	}{
		"os":       {dir, Options{Create: true}},
		"buffered": {dir, Options{Create: true, Exclusive: true, Buffered: true}},
		"tmpfs":    {"/dev/shm", Options{Create: true}},
	} {
		if st, err := os.Stat(c.dir); err != nil || !st.IsDir() {
			continue
		}
		path := filepath.Join(c.dir, fmt.Sprintf("scanfrag-test-%d-%s.mdf", os.Getpid(), name))
		f, err := OpenOS(path, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Remove(path) })
		kinds[name] = f
	}
	return kinds
}

// TestRandom runs random reads, writes and resizes against a slice of versions.
func TestRandom(t *testing.T) {
	n := seed(t)
	for name, f := range files(t) {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(n, 0))
			var model []byte // first byte of every page
			buf := buffers(MaxRun)
			var reads, pages int64
			for step := range 600 {
				if op := rng.IntN(20); op == 0 || len(model) == 0 {
					size := rng.IntN(600)
					if err := f.Resize(uint32(size)); err != nil {
						t.Fatal(err)
					}
					model = append(model, make([]byte, 600)...)[:size]
					clear(model[size:600])
					continue
				}
				first := rng.IntN(len(model))
				run := buf[:1+rng.IntN(min(MaxRun, len(model)-first))]
				if rng.IntN(2) == 0 {
					for i, p := range run {
						v := byte(rng.IntN(256))
						model[first+i] = v
						p[0], p[page.Size-1] = v, v
					}
					if err := f.WritePages(uint32(first), run); err != nil {
						t.Fatal(err)
					}
					continue
				}
				if err := f.ReadPages(uint32(first), run); err != nil {
					t.Fatal(err)
				}
				reads++
				pages += int64(len(run))
				for i, p := range run {
					if v := model[first+i]; p[0] != v || p[page.Size-1] != v {
						t.Fatalf("step %d: page %d holds %d and %d, not %d", step, first+i, p[0], p[page.Size-1], v)
					}
				}
			}
			if int(f.Pages()) != len(model) {
				t.Errorf("%d pages, want %d", f.Pages(), len(model))
			}
			c := f.Counters()
			var hist, histPages int64
			for i := range c.ReadSizes {
				hist += c.ReadSizes[i].Load()
				histPages += int64(i) * c.ReadSizes[i].Load()
			}
			if c.Reads.Load() != reads || c.ReadBytes.Load() != pages*page.Size || hist != reads || histPages != pages {
				t.Errorf("counted %d reads of %d bytes (histogram %d, %d pages), want %d of %d pages",
					c.Reads.Load(), c.ReadBytes.Load(), hist, histPages, reads, pages)
			}
			if err := f.Sync(); err != nil {
				t.Error(err)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
			if err := f.ReadPages(0, buf[:1]); !errors.Is(err, ErrClosed) {
				t.Errorf("read after close: %v", err)
			}
		})
	}
}

func TestRangeErrors(t *testing.T) {
	for name, f := range files(t) {
		if err := f.Resize(10); err != nil {
			t.Fatal(err)
		}
		buf := buffers(MaxRun + 1)
		for _, c := range []struct {
			first uint32
			n     int
			want  string
		}{
			{8, 3, "pages 8 to 10: past the end of the file, which has 10 pages"},
			{10, 1, "page 10: past the end"},
			{1<<32 - 1, 2, "past the end"},
			{0, 0, "0 pages at once, not 1 to 64"},
			{0, 65, "65 pages at once"},
		} {
			for _, err := range []error{f.ReadPages(c.first, buf[:c.n]), f.WritePages(c.first, buf[:c.n])} {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: page %d + %d: error %v, want %q", name, c.first, c.n, err, c.want)
				}
			}
		}
		f.Close()
	}
}

func TestOneBufferTwice(t *testing.T) {
	for name, f := range files(t) {
		if err := f.Resize(8); err != nil {
			t.Fatal(err)
		}
		buf := buffers(8)
		for i, p := range buf {
			p[0] = byte(i)
		}
		if err := f.WritePages(0, buf); err != nil {
			t.Fatal(err)
		}
		in := buffers(3)
		spill := in[2]
		if err := f.ReadPages(2, []*page.Page{in[0], spill, spill, in[1]}); err != nil {
			t.Fatal(err)
		}
		if in[0][0] != 2 || in[1][0] != 5 {
			t.Errorf("%s: pages %d and %d around two thrown away, want 2 and 5", name, in[0][0], in[1][0])
		}
		f.Close()
	}
}

func TestTrace(t *testing.T) {
	f := NewMem("m")
	f.Resize(100)
	var mu sync.Mutex
	var got []string
	f.Counters().TraceReads(func(first uint32, pages int) {
		mu.Lock()
		got = append(got, fmt.Sprint(first, "+", pages))
		mu.Unlock()
	})
	buf := buffers(4)
	f.ReadPages(7, buf)
	f.ReadPages(1, buf[:1])
	f.Counters().TraceReads(nil)
	f.ReadPages(2, buf[:1])
	if s := fmt.Sprint(got); s != "[7+4 1+1]" {
		t.Errorf("trace %s", s)
	}
}
