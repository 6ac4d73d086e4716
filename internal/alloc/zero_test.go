package alloc

import (
	"errors"
	"strings"
	"testing"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// After a checkpoint every page of every allocated extent is on the file, also
// those nobody allocated or that were freed before they were written.
func TestZeroUnwritten(t *testing.T) {
	s, f := newTestSpace(t)
	u := newUnit(t, s, 1)
	for i := range 21 {
		id, err := u.NewPage()
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.st.Fresh(id)
		if err != nil {
			t.Fatal(err)
		}
		r.Page.Init(page.TypeData, 0, id, 1, 1)
		r.Release()
		if i%5 == 1 {
			if err := u.FreePage(id); err != nil {
				t.Fatal(err)
			}
		}
	}
	checkpoint(t, s)
	buf := make([]page.Page, 1)
	for no := range uint32(40) {
		if err := f.ReadPages(no, []*page.Page{&buf[0]}); err != nil {
			t.Fatal(err)
		}
		if err := buf[0].Verify(page.MakeID(1, no)); err != nil {
			t.Errorf("%v", err)
		}
	}
	if len(s.touched) != 0 {
		t.Errorf("%d extents left to do", len(s.touched))
	}
	// A free extent is left alone.
	id, _ := s.files[0].findExtent(0)
	s.touch(id)
	before := f.Counters().Writes.Load()
	checkpoint(t, s)
	if err := f.ReadPages(id.No(), []*page.Page{&buf[0]}); err != nil || buf[0] != (page.Page{}) {
		t.Errorf("free extent %v written (%d writes before): %v", id, before, err)
	}
}

// small refuses to grow beyond a number of pages, like a full drive.
type small struct {
	pagefile.File
	max uint32
}

var errFull = errors.New("no space left on device")

func (f *small) Resize(n uint32) error {
	if n > f.max {
		return errFull
	}
	return f.File.Resize(n)
}

func TestFullDrive(t *testing.T) {
	pool, err := bufpool.New(bufpool.MinBytes)
	if err != nil {
		t.Fatal(err)
	}
	st := pool.Open(&small{pagefile.NewMem("small"), 100})
	s, err := Format(st)
	if err != nil {
		t.Fatal(err)
	}
	a, b := newUnit(t, s, 1), newUnit(t, s, 2)
	for range 8 {
		mustPage(t, b.NewPage)
	}
	n := 0
	for {
		if _, err = a.NewPage(); err != nil {
			break
		}
		n++
	}
	// 100 pages hold 12 extents: two for the system, one for b.
	if n != 9*8 || !errors.Is(err, errFull) || !strings.Contains(err.Error(), "allocate a page for object 1: grow small from 96 to 104 pages: no space left") {
		t.Errorf("%d pages, then %v", n, err)
	}
	verify(t, s, a, b)
	if err := b.Drop(); err != nil {
		t.Fatal(err)
	}
	// Now the free extent below the newest is taken.
	if got := mustPage(t, a.NewPage); got != 16 {
		t.Errorf("page %d, want 16", got)
	}
	if _, err := b.NewPage(); err == nil {
		t.Error("page for a dropped unit")
	}
	verify(t, s, a)
	if err := st.Close(); err != nil {
		t.Error(err)
	}
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
}

func TestOpenErrors(t *testing.T) {
	s, _ := newTestSpace(t)
	u := newUnit(t, s, 1)
	for range 20 {
		mustPage(t, u.NewPage)
	}
	checkpoint(t, s)
	edit := func(id page.ID, fn func(p *page.Page)) {
		r, err := s.st.Get(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Dirty()
		fn(r.Page)
		r.Release()
	}
	iam := u.FirstIAM()
	try := func() error {
		r, err := Open(s.st)
		if err != nil {
			return err
		}
		_, err = r.OpenUnit(iam)
		return err
	}
	for _, c := range []struct {
		id       page.ID
		fn, mend func(p *page.Page)
		want     string
	}{
		{iam, func(p *page.Page) { p.SetNext(iam) }, func(p *page.Page) { p.SetNext(0) }, "open allocation unit (1:8): IAM page (1:8) points back to (0:0), (1:8) expected"},
		{iam, func(p *page.Page) { p.SetNext(page.MakeID(1, 16)) }, func(p *page.Page) { p.SetNext(0) }, "page (1:16)"},
		{iam, func(p *page.Page) { p.SetMapBit(5000, true) }, func(p *page.Page) { p.SetMapBit(5000, false) }, "owns extent (1:40000), which was never given out"},
		{iam, func(p *page.Page) { p.SetMapBit(0, true) }, func(p *page.Page) { p.SetMapBit(0, false) }, "owns extent (1:0), which was never given out"},
		{page.MakeID(1, 0), func(p *page.Page) { p.SetHighWater(1 << 20) }, func(p *page.Page) { p.SetHighWater(40) }, "high-water mark 1048576 does not fit a file of 8208 pages"},
	} {
		edit(c.id, c.fn)
		if err := try(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
		edit(c.id, c.mend)
	}
	if err := try(); err != nil {
		t.Error(err)
	}
	verify(t, s, u)
}

func BenchmarkNewPage(b *testing.B) {
	s, _ := newTestSpace(b)
	u := newUnit(b, s, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := u.NewPage(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDrop600k(b *testing.B) {
	s, _ := newTestSpace(b)
	for b.Loop() {
		b.StopTimer()
		u := newUnit(b, s, 1)
		for range 600_000 {
			mustPage(b, u.NewPage)
		}
		b.StartTimer()
		if err := u.Drop(); err != nil {
			b.Fatal(err)
		}
	}
}
