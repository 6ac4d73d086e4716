package bufpool

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

func TestReadAheadCounts(t *testing.T) {
	p := openPool(t, 128)
	f := memFile(t, 256)
	s := p.Open(f)
	for _, no := range []int{10, 30, 41} { // trimmed, in the middle, trimmed
		r, err := s.Get(id1(no), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Release()
	}
	var io IO
	s.ReadAhead(context.Background(), Run{First: id1(10), N: 32, Want: (1<<32 - 1) &^ (1 << 5)}, &io) // page 15 lies between
	for no := 10; no < 42; no++ {
		r, err := s.Get(id1(no), &io)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkStamp(r.Page, id1(no), 0); err != nil {
			t.Error(err)
		}
		r.Release()
	}
	if l, ph, ra := io.Logical.Load(), io.Physical.Load(), io.ReadAhead.Load(); l != 32 || ph != 1 || ra != 28 {
		t.Errorf("logical %d, physical %d, read-ahead %d, want 32, 1, 28", l, ph, ra)
	}
	if n := f.Counters().ReadSizes[30].Load(); n != 1 {
		t.Errorf("%d reads of 30 pages, want 1", n)
	}
	finish(t, p, s)
}

// TestReadAheadKeepsCached: pages that read-ahead finds cached outlast the clock's next pass, as those it reads do.
func TestReadAheadKeepsCached(t *testing.T) {
	for _, announced := range []bool{false, true} {
		p := openPool(t, 128)
		s := p.Open(memFile(t, 512))
		get := func(from, to int, io *IO) {
			for no := from; no < to; no++ {
				r, err := s.Get(id1(no), io)
				if err != nil {
					t.Fatal(err)
				}
				r.Release()
			}
		}
		get(0, 128, nil)
		if announced {
			s.ReadAhead(context.Background(), Run{First: id1(0), N: 32, Want: 1<<32 - 1}, nil)
		}
		get(200, 260, nil) // the clock starts at the pages got first
		var io IO
		get(0, 32, &io)
		if n := io.Physical.Load(); announced && n > 0 || !announced && n < 32 {
			t.Errorf("announced %v: %d pages were read again", announced, n)
		}
		finish(t, p, s)
	}
}

// TestReadAheadCancelled: reads that wait when their scan ends are dropped; the pages can be
// read afterwards, and the file can be closed.
func TestReadAheadCancelled(t *testing.T) {
	hold := make(chan struct{})
	f := pagefile.Faulty(memFile(t, 1024), func(op pagefile.Op, _ uint32, _ int) error {
		if op == pagefile.OpRead {
			<-hold
		}
		return nil
	})
	p := openPool(t, 1024)
	s := p.Open(f)
	ctx, cancel := context.WithCancel(context.Background())
	var io IO
	for i := range 2 * maxInFlight { // as many in flight, as many in the queue
		s.ReadAhead(ctx, Run{First: id1(4 * i), N: 4, Want: 15}, &io)
	}
	cancel()
	s.ReadAhead(ctx, Run{First: id1(1000), N: 4, Want: 15}, &io)
	close(hold)
	for no := range 1024 {
		r, err := s.Get(id1(no), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkStamp(r.Page, id1(no), 0); err != nil {
			t.Error(err)
		}
		r.Release()
	}
	if n := io.ReadAhead.Load(); n > 4*maxInFlight {
		t.Errorf("%d pages read ahead, at most %d were in flight", n, 4*maxInFlight)
	}
	finish(t, p, s)
}

// TestReadAheadDirty: frames for read-ahead come from written pages when nothing is clean.
func TestReadAheadDirty(t *testing.T) {
	p := openPool(t, 64)
	f := memFile(t, 256)
	s := p.Open(f)
	for i := range 64 {
		r, err := s.Fresh(id1(i))
		if err != nil {
			t.Fatal(err)
		}
		stamp(r.Page, id1(i), 1)
		r.Release()
	}
	var io IO
	for no := 64; no < 256; no += 48 {
		s.ReadAhead(context.Background(), Run{First: id1(no), N: 48, Want: 1<<48 - 1}, &io)
	}
	s.ReadAhead(context.Background(), Run{First: id1(0), N: 64, Want: 1<<64 - 1}, &io)
	for no := range 64 {
		r, err := s.Get(id1(no), &io)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkStamp(r.Page, id1(no), 1); err != nil {
			t.Error(err)
		}
		r.Release()
	}
	finish(t, p, s)
}

// TestReadAheadSplit: a run that finds too few clean frames at once is read in parts.
func TestReadAheadSplit(t *testing.T) {
	p := openPool(t, 64)
	s := p.Open(memFile(t, 64))
	var pins []Ref
	for i := range 40 {
		r, _ := s.Get(id1(63-i), nil)
		pins = append(pins, r)
	}
	lent, err := p.Borrow(context.Background(), 4)
	if err != nil {
		t.Fatal(err)
	}
	var io IO
	s.ReadAhead(context.Background(), Run{First: id1(0), N: 24, Want: 1<<24 - 1}, &io)
	p.Return(lent)
	for _, r := range pins {
		r.Release()
	}
	for i := range 24 {
		r, err := s.Get(id1(i), &io)
		if err != nil {
			t.Fatal(err)
		}
		r.Release()
	}
	if l, ph, ra := io.Logical.Load(), io.Physical.Load(), io.ReadAhead.Load(); l != 24 || ra < 20 || ph+ra < 24 {
		t.Errorf("logical %d, physical %d, read-ahead %d", l, ph, ra)
	}
	finish(t, p, s)
}

// TestInFlight: as many reads as there are workers are in flight at once.
func TestInFlight(t *testing.T) {
	hold, full := make(chan struct{}), make(chan struct{})
	var n atomic.Int32
	f := pagefile.Faulty(memFile(t, maxInFlight), func(op pagefile.Op, _ uint32, _ int) error {
		if op == pagefile.OpRead {
			if n.Add(1) == maxInFlight {
				close(full)
			}
			<-hold
		}
		return nil
	})
	p := openPool(t, 64)
	s := p.Open(f)
	for i := range maxInFlight {
		s.ReadAhead(context.Background(), Run{First: id1(i), N: 1, Want: 1}, nil)
	}
	select {
	case <-full:
	case <-time.After(10 * time.Second):
		t.Errorf("%d reads are in flight, want %d", n.Load(), maxInFlight)
	}
	close(hold)
	finish(t, p, s)
}

// TestScans: several scans of one file, forwards and backwards, with read-ahead, in a pool smaller
// than the file, while the pool is emptied again and again.
func TestScans(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(32))
	const pages, scans = 2000, 6
	p := openPool(t, 1024)
	s := p.Open(memFile(t, pages))
	var stop atomic.Bool
	var wg, dropper sync.WaitGroup
	dropper.Go(func() {
		for !stop.Load() {
			s.DropClean()
		}
	})
	for scan := range scans {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			at := func(i int) int {
				if scan%2 == 0 {
					return i
				}
				return pages - 1 - i
			}
			var io IO
			var ids []page.ID
			var runs []Run
			a, issued := Leaves(p.Frames()), 0
			for i := range pages - scan*100 { // some end early
				for n := a.Need(i); n > 0; n = a.Need(i) {
					ids = ids[:0]
					for ; len(ids) < n && issued < pages; issued++ {
						ids = append(ids, id1(at(issued)))
					}
					runs = Runs(ids, 1+scan*12, runs[:0])
					for _, r := range runs {
						s.ReadAhead(ctx, r, &io)
					}
					if a.Issued(len(ids)); len(ids) < n {
						a.End()
					}
				}
				r, err := s.Get(id1(at(i)), &io)
				if err != nil {
					t.Error(err)
					return
				}
				if err := checkStamp(r.Page, id1(at(i)), 0); err != nil {
					t.Error(err)
				}
				r.Release()
			}
		})
	}
	wg.Wait()
	stop.Store(true)
	dropper.Wait()
	finish(t, p, s)
}
