package bufpool

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

func TestGetCounts(t *testing.T) {
	p := openPool(t, 64)
	f := memFile(t, 200)
	s := p.Open(f)
	var io IO
	for round := range 2 {
		for i := range 40 {
			r, err := s.Get(id1(i), &io)
			if err != nil {
				t.Fatal(err)
			}
			if err := checkStamp(r.Page, id1(i), 0); err != nil {
				t.Error(round, err)
			}
			r.Release()
		}
	}
	if l, ph := io.Logical.Load(), io.Physical.Load(); l != 80 || ph != 40 {
		t.Errorf("logical %d, physical %d, want 80 and 40", l, ph)
	}
	if n := f.Counters().ReadSizes[1].Load(); n != 40 {
		t.Errorf("%d single reads, want 40", n)
	}
	n := 0
	s.Resident(func(page.ID, bool) { n++ })
	if n != 40 {
		t.Errorf("%d pages are resident, want 40", n)
	}
	s.DropClean()
	s.Resident(func(id page.ID, _ bool) { t.Errorf("page %v is resident after DropClean", id) })
	finish(t, p, s)
}

func TestSingleFlight(t *testing.T) {
	hold := make(chan struct{})
	var reads atomic.Int32
	f := pagefile.Faulty(memFile(t, 8), func(op pagefile.Op, _ uint32, _ int) error {
		if op == pagefile.OpRead {
			reads.Add(1)
			<-hold
		}
		return nil
	})
	p := openPool(t, 64)
	s := p.Open(f)
	var wg sync.WaitGroup
	var io IO
	for range 16 {
		wg.Go(func() {
			r, err := s.Get(id1(3), &io)
			if err != nil {
				t.Error(err)
				return
			}
			r.Release()
		})
	}
	time.Sleep(time.Millisecond)
	close(hold)
	wg.Wait()
	if n := reads.Load(); n != 1 || io.Physical.Load() != 1 {
		t.Errorf("%d reads, %d physical, want 1", n, io.Physical.Load())
	}
	finish(t, p, s)
}

func TestAllPinned(t *testing.T) {
	p := openPool(t, 64)
	s := p.Open(memFile(t, 100))
	var refs []Ref
	for i := range 64 {
		r, err := s.Get(id1(i), nil)
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			r.Dirty()
		}
		refs = append(refs, r)
	}
	if _, err := s.Get(id1(70), nil); !errors.Is(err, errPinned) {
		t.Errorf("error %v, want %v", err, errPinned)
	}
	if _, err := s.Fresh(id1(70)); !errors.Is(err, errPinned) {
		t.Errorf("error %v, want %v", err, errPinned)
	}
	s.ReadAhead(context.Background(), Run{First: id1(70), N: 4, Want: 15}, nil) // gives up
	for _, r := range refs {
		r.Release()
	}
	r, err := s.Get(id1(70), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Release()
	finish(t, p, s)
}

func TestErrors(t *testing.T) {
	p := openPool(t, 64)
	f := memFile(t, 20)
	bad := page.Page{}
	f.WritePages(7, []*page.Page{&bad})
	stamp(&bad, id1(9), 1)
	bad.Seal()
	f.WritePages(8, []*page.Page{&bad})
	bad[5000] ^= 1
	f.WritePages(9, []*page.Page{&bad})
	s := p.Open(pagefile.Faulty(f, pagefile.Inject(pagefile.Fault{Op: pagefile.OpRead, First: 5, Last: 5, Times: 1, Err: errors.New("medium error")})))
	s.ReadAhead(context.Background(), Run{First: id1(7), N: 3, Want: 7}, nil) // admits none
	for _, c := range []struct {
		id   page.ID
		want string
	}{
		{id1(5), "read test.mdf, page 5: medium error"},
		{id1(7), "never written"},
		{id1(8), "header says page"},
		{id1(9), "checksum"},
		{id1(20), "past the end"},
		{page.MakeID(2, 0), "there is no file "},
		{page.MakeID(0, 3), "there is no file "},
	} {
		_, err := s.Get(c.id, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "test.mdf") {
			t.Errorf("page %v: error %q, want one with %q and the file's name", c.id, err, c.want)
		}
	}
	r, err := s.Get(id1(5), nil) // the fault was for once
	if err != nil {
		t.Fatal(err)
	}
	r.Release()
	finish(t, p, s)
}
