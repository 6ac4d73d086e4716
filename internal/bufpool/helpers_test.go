package bufpool

import (
	"encoding/binary"
	"fmt"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
	"scanfrag/internal/testseed"
)

func seed(t testing.TB) uint64 {
	t.Helper()
	return uint64(testseed.Of(t))
}

// stamp makes a page whose content tells its number and a version.
func stamp(pg *page.Page, id page.ID, version uint64) {
	pg.Init(page.TypeData, 0, id, 1, 1)
	binary.LittleEndian.PutUint64(pg[1000:], version)
	binary.LittleEndian.PutUint64(pg[8000:], version)
}

func version(pg *page.Page) uint64 { return binary.LittleEndian.Uint64(pg[1000:]) }

func checkStamp(pg *page.Page, id page.ID, want uint64) error {
	a, b := version(pg), binary.LittleEndian.Uint64(pg[8000:])
	if pg.ID() != id || a != want || b != want {
		return fmt.Errorf("page %v holds page %v, versions %d and %d, not version %d", id, pg.ID(), a, b, want)
	}
	return nil
}

// memFile is a file of sealed pages of version 0.
func memFile(t testing.TB, pages int) *pagefile.Mem {
	f := pagefile.NewMem("test.mdf")
	if err := f.Resize(uint32(pages)); err != nil {
		t.Fatal(err)
	}
	var pg page.Page
	for i := range pages {
		stamp(&pg, page.MakeID(1, uint32(i)), 0)
		pg.Seal()
		if err := f.WritePages(uint32(i), []*page.Page{&pg}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	return f
}

func openPool(t testing.TB, frames int) *Pool {
	p, err := newPool(frames)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// finish closes store and pool and checks that nothing is left pinned, dirty or lost.
func finish(t testing.TB, p *Pool, s *Store) {
	t.Helper()
	if s != nil {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if n := p.DirtyPages(); n != 0 {
		t.Errorf("%d dirty pages after close", n)
	}
	if n := len(p.free.n); n != p.frames {
		t.Errorf("%d of %d frames are free after close", n, p.frames)
	}
	for i := range p.state {
		if st := p.state[i].Load(); st != 0 {
			t.Errorf("frame %d is in state %#x after close", i, st)
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func id1(no int) page.ID { return page.MakeID(1, uint32(no)) }
