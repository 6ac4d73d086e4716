package bufpool

import (
	"math/rand/v2"
	"testing"

	"scanfrag/internal/page"
)

func TestRampUp(t *testing.T) {
	p := openPool(t, 64)
	p.RampUp()
	f := memFile(t, 203)
	s := p.Open(f)
	get := func(no int, io *IO) {
		t.Helper()
		r, err := s.Get(id1(no), io)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkStamp(r.Page, id1(no), 0); err != nil {
			t.Error(err)
		}
		r.Release()
	}
	reads := func(pages int) int64 { return f.Counters().ReadSizes[pages].Load() }
	var io IO
	for i := range 16 { // two extents, wherever in them the first request falls
		get((i+3)%8+i/8*8, &io)
	}
	if l, ph, ra := io.Logical.Load(), io.Physical.Load(), io.ReadAhead.Load(); l != 16 || ph != 2 || ra != 0 || reads(8) != 2 {
		t.Errorf("logical %d, physical %d, read-ahead %d, reads of an extent %d; want 16, 2, 0, 2", l, ph, ra, reads(8))
	}
	get(202, &io) // the file ends in the extent
	if reads(3) != 1 {
		t.Error("the last extent was not cut at the end of the file")
	}
	s.ReadAhead(t.Context(), Run{First: id1(42), N: 1, Want: 1}, nil)
	get(42, nil)
	get(44, &io) // 43 to 47: page 42 is there
	if reads(5) != 1 {
		t.Error("an extent with a page in the pool was read again")
	}
	for i := 64; p.Ramping(); i += 8 {
		get(i, nil)
	}
	s.DropClean()
	io = IO{}
	get(0, &io)
	get(1, &io)
	if io.Physical.Load() != 2 {
		t.Error("ramp-up goes on in a pool that was full")
	}
	finish(t, p, s)
}

// TestRampUp_beside has many requests and read-ahead meet in the same extents.
func TestRampUp_beside(t *testing.T) {
	p := openPool(t, 400)
	p.RampUp()
	s := p.Open(memFile(t, 300))
	done := make(chan error)
	for w := range 4 {
		go func() {
			rng := rand.New(rand.NewPCG(seed(t), uint64(w)))
			for range 2000 {
				id := id1(rng.IntN(300))
				if rng.IntN(4) == 0 {
					s.ReadAhead(t.Context(), Run{First: id - id%page.ExtentPages, N: 8, Want: uint64(rng.IntN(256))}, nil)
				}
				r, err := s.Get(id, nil)
				if err == nil {
					err = checkStamp(r.Page, id, 0)
					r.Release()
				}
				if err != nil {
					done <- err
					return
				}
				if rng.IntN(100) == 0 {
					s.DropClean()
				}
			}
			done <- nil
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	finish(t, p, s)
}
