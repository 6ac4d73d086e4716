package bufpool

import (
	"testing"
	"time"

	"scanfrag/internal/page"
)

// TestWriteBehind: without a checkpoint, without anybody waiting for a frame, the cleaner
// writes until few pages are dirty, in long runs, and what it wrote is right.
func TestWriteBehind(t *testing.T) {
	const pages = 1000
	p := openPool(t, 1024)
	f := memFile(t, pages)
	s := p.Open(f)
	before := f.Counters().Writes.Load()
	pinned, err := s.Fresh(id1(500)) // in use: it must stay out
	if err != nil {
		t.Fatal(err)
	}
	for i := range pages {
		r, err := s.Fresh(id1(i))
		if err != nil {
			t.Fatal(err)
		}
		stamp(r.Page, id1(i), 1)
		r.Release()
	}
	for until := time.Now().Add(5 * time.Second); int64(p.DirtyPages()) > p.clean.low; {
		if time.Now().After(until) {
			t.Fatalf("%d pages are dirty and nothing happens", p.DirtyPages())
		}
		time.Sleep(time.Millisecond)
	}
	writes := f.Counters().Writes.Load() - before
	t.Logf("%d writes", writes)
	if writes > 100 {
		t.Errorf("%d writes for %d pages in order", writes, pages)
	}
	var pg page.Page
	if err := f.ReadPages(500, []*page.Page{&pg}); err != nil || version(&pg) != 0 {
		t.Errorf("a pinned page was written: version %d, %v", version(&pg), err)
	}
	pinned.Release()
	clean := 0
	s.Resident(func(id page.ID, dirty bool) {
		if dirty {
			return
		}
		clean++
		if err := f.ReadPages(id.No(), []*page.Page{&pg}); err != nil || pg.Verify(id) != nil || version(&pg) != 1 {
			t.Errorf("page %v is clean and not in the file: %v, version %d", id, err, version(&pg))
		}
	})
	if clean == 0 {
		t.Error("no page is clean")
	}
	finish(t, p, s)
}
