package bufpool

import (
	"context"
	"testing"

	"scanfrag/internal/page"
)

func TestForgetAndFresh(t *testing.T) {
	p := openPool(t, 64)
	f := memFile(t, 64)
	s := p.Open(f)
	for i := range 8 {
		r, _ := s.Get(id1(i), nil)
		r.Dirty()
		stamp(r.Page, id1(i), 5)
		if i == 3 {
			s.Forget(id1(3), 1) // pinned: only cleaned
		}
		r.Release()
	}
	s.Forget(id1(0), 8)
	if n := p.DirtyPages(); n != 0 {
		t.Errorf("%d dirty pages after Forget", n)
	}
	r, err := s.Get(id1(0), nil)
	if err != nil || version(r.Page) != 0 {
		t.Errorf("a forgotten page was kept or written: %v", err)
	}
	r.Release()
	if r, err = s.Fresh(id1(0)); err != nil || *r.Page != (page.Page{}) {
		t.Errorf("Fresh of a cached page: %v, or not zero", err)
	}
	stamp(r.Page, id1(0), 9)
	r.Release()
	if err := s.Checkpoint(context.Background()); err != nil {
		t.Error(err)
	}
	finish(t, p, s)
}
