package bufpool

import (
	"context"
	"testing"

	"scanfrag/internal/page"
)

func TestBorrow(t *testing.T) {
	p := openPool(t, 64)
	s := p.Open(memFile(t, 200))
	for i := range 64 {
		r, _ := s.Get(id1(i), nil)
		r.Dirty()
		r.Release()
	}
	if _, err := p.Borrow(context.Background(), 33); err == nil {
		t.Error("more than half was lent")
	}
	got, err := p.Borrow(context.Background(), 32)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[*page.Page]bool{}
	for _, pg := range got {
		seen[pg] = true
		pg[0] = 1
	}
	if len(seen) != 32 {
		t.Errorf("%d different frames, want 32", len(seen))
	}
	if _, err := p.Borrow(context.Background(), 1); err == nil {
		t.Error("more than half was lent")
	}
	for i := range 200 {
		r, err := s.Get(id1(i), nil)
		if err != nil {
			t.Fatal(err)
		}
		if seen[r.Page] {
			t.Fatal("a lent frame holds a page")
		}
		r.Release()
	}
	p.Return(got[:10])
	p.Return(got[10:])
	if err := s.Checkpoint(context.Background()); err != nil {
		t.Error(err)
	}
	finish(t, p, s)
}
