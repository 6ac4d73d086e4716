package pagefile

import (
	"runtime"
	"testing"

	"scanfrag/internal/page"
)

func TestCrashClone(t *testing.T) {
	m := NewMem("m")
	at := func(f *Mem, no uint32) byte {
		var p page.Page
		if err := f.ReadPages(no, []*page.Page{&p}); err != nil {
			t.Fatal(err)
		}
		return p[0]
	}
	put := func(f *Mem, no uint32, v byte) {
		p := page.Page{v}
		if err := f.WritePages(no, []*page.Page{&p}); err != nil {
			t.Fatal(err)
		}
	}
	m.Resize(20)
	put(m, 3, 1)
	if n := m.CrashClone().Pages(); n != 0 {
		t.Errorf("%d pages survive without a Sync", n)
	}
	m.Sync()
	put(m, 3, 2)
	put(m, 4, 2)
	m.Resize(40)
	put(m, 30, 2)
	c := m.CrashClone()
	if c.Pages() != 20 || at(c, 3) != 1 || at(c, 4) != 0 {
		t.Errorf("after a crash: %d pages, %d, %d; want 20, 1, 0", c.Pages(), at(c, 3), at(c, 4))
	}
	put(c, 3, 9) // the clone is a file of its own
	if at(m, 3) != 2 || at(m.CrashClone(), 3) != 1 || at(c.CrashClone(), 3) != 1 {
		t.Error("a write to the clone shows elsewhere")
	}
	m.Resize(2)
	m.Resize(20)
	if at(m, 3) != 0 || at(m.CrashClone(), 3) != 1 {
		t.Errorf("page 3 after shrinking and growing: %d, durable %d; want 0, 1", at(m, 3), at(m.CrashClone(), 3))
	}
	m.Sync()
	if at(m.CrashClone(), 3) != 0 {
		t.Error("shrinking and growing was not made durable")
	}
}

func TestSparse(t *testing.T) {
	var a, b runtime.MemStats
	runtime.ReadMemStats(&a)
	m := NewMem("m")
	m.Resize(1_100_000)
	p := page.Page{1}
	for no := uint32(0); no < 1_100_000; no += 8088 {
		m.WritePages(no, []*page.Page{&p})
	}
	m.Sync()
	runtime.ReadMemStats(&b)
	if n := int64(b.TotalAlloc-a.TotalAlloc) >> 20; n > 40 {
		t.Errorf("a sparse file of 8.4 GB took %d MB", n)
	}
}
