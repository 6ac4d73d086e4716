package bufpool

import (
	"errors"
	"strings"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

func TestTwoStores(t *testing.T) {
	p := openPool(t, 64)
	a, b := p.Open(memFile(t, 100), memFile(t, 10)), p.Open(memFile(t, 100))
	if a.Files() != 2 || b.Files() != 1 || a.File(2).Pages() != 10 {
		t.Error("files are not as given")
	}
	for i := range 100 {
		ra, err := a.Get(id1(i), nil)
		if err != nil {
			t.Fatal(err)
		}
		ra.Dirty()
		stamp(ra.Page, id1(i), 1)
		ra.Release()
		rb, err := b.Get(id1(i), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkStamp(rb.Page, id1(i), 0); err != nil {
			t.Error(err)
		}
		rb.Release()
	}
	if _, err := a.Get(page.MakeID(2, 5), nil); err == nil { // memFile writes file number 1
		t.Error("a page of file 1 was taken for one of file 2")
	}
	if err := p.Close(); err == nil {
		t.Error("the pool closes under open stores")
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := a.Get(id1(0), nil); !errors.Is(err, pagefile.ErrClosed) {
		t.Errorf("get from a closed store: %v", err)
	}
	b.Resident(func(id page.ID, dirty bool) {
		if dirty {
			t.Errorf("page %v of the store that was only read is dirty", id)
		}
	})
	finish(t, p, b)
}

func TestClosePinned(t *testing.T) {
	p := openPool(t, 64)
	s := p.Open(memFile(t, 10))
	r, _ := s.Get(id1(3), nil)
	r.Dirty()
	if err := s.Close(); err == nil || !strings.Contains(err.Error(), "1 pages are still pinned") {
		t.Errorf("close with a pinned page: %v", err)
	}
	if n := p.DirtyPages(); n != 0 {
		t.Errorf("%d dirty pages of a closed store", n)
	}
	r.Release()
	s = p.Open(memFile(t, 100)) // does not see the other's page
	for i := range 100 {
		r, err := s.Get(id1(i), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Release()
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestMinBytes(t *testing.T) {
	if _, err := New(MinBytes - 1); err == nil || !strings.Contains(err.Error(), "16 MiB") {
		t.Errorf("error %v", err)
	}
	p, err := New(MinBytes + 5000)
	if err != nil {
		t.Fatal(err)
	}
	if p.Frames() != 2048 {
		t.Errorf("%d frames, want 2048", p.Frames())
	}
	finish(t, p, nil)
}
