package bufpool

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// seed is SCANFRAG_SEED or a new one; it is printed when the test fails.
func seed(t testing.TB) uint64 {
	n := uint64(time.Now().UnixNano())
	if v := os.Getenv("SCANFRAG_SEED"); v != "" {
		var err error
		if n, err = strconv.ParseUint(v, 10, 64); err != nil {
			t.Fatalf("SCANFRAG_SEED: %v", err)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("repeat with SCANFRAG_SEED=%d", n)
		}
	})
	return n
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
		{page.MakeID(2, 0), "there is no file 2"},
		{page.MakeID(0, 3), "there is no file 0"},
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

func TestWriteErrors(t *testing.T) {
	boom := errors.New("drive is gone")
	var broken atomic.Bool
	f := memFile(t, 1000)
	s0 := pagefile.Faulty(f, func(op pagefile.Op, _ uint32, _ int) error {
		if op == pagefile.OpWrite && broken.Load() {
			return boom
		}
		return nil
	})
	p := openPool(t, 64)
	s := p.Open(s0)
	broken.Store(true)
	var err error
	done := map[int]bool{}
	for i := 0; i < 1000 && err == nil; i++ { // more dirty pages than frames: somebody is told
		var r Ref
		if r, err = s.Fresh(id1(i)); err == nil {
			stamp(r.Page, id1(i), 7)
			r.Release()
			done[i] = true
		}
	}
	if !errors.Is(err, boom) {
		t.Fatalf("error %v, want %v", err, boom)
	}
	if err := s.Checkpoint(context.Background()); !errors.Is(err, boom) {
		t.Errorf("checkpoint: error %v, want %v", err, boom)
	}
	broken.Store(false)
	if err := s.Checkpoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := p.DirtyPages(); n != 0 {
		t.Errorf("%d dirty pages after a checkpoint", n)
	}
	c := f.CrashClone()
	var pg page.Page
	for i := range 1000 {
		want := uint64(0)
		if done[i] {
			want = 7
		}
		if err := c.ReadPages(uint32(i), []*page.Page{&pg}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(pg.Verify(id1(i)), checkStamp(&pg, id1(i), want)); err != nil {
			t.Error(err)
		}
	}
	finish(t, p, s)
}

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

func TestCheckpointPinned(t *testing.T) {
	p := openPool(t, 64)
	s := p.Open(memFile(t, 64))
	r, _ := s.Get(id1(1), nil)
	r.Dirty()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	if err := s.Checkpoint(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("checkpoint of a pinned page: %v", err)
	}
	cancel()
	go func() {
		time.Sleep(time.Millisecond)
		r.Release()
	}()
	if err := s.Checkpoint(context.Background()); err != nil || p.DirtyPages() != 0 {
		t.Errorf("checkpoint: %v, %d dirty pages", err, p.DirtyPages())
	}
	finish(t, p, s)
}

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

// TestRandom runs random operations of several goroutines against a model: each page
// belongs to one goroutine, which knows the version it wrote last; all read everything.
func TestRandom(t *testing.T) {
	n := seed(t)
	for round := range 3 {
		t.Run(fmt.Sprint(round), func(t *testing.T) { testRandom(t, n+uint64(round), round == 2) })
	}
}

func testRandom(t *testing.T, seed uint64, faults bool) {
	const workers, pages, steps = 6, 240, 3000
	f := memFile(t, pages)
	var tick atomic.Uint32
	errFault := errors.New("injected")
	s0 := pagefile.Faulty(f, func(op pagefile.Op, first uint32, _ int) error {
		if faults && op <= pagefile.OpWrite && (tick.Add(1)*2654435761)>>8%97 == 0 {
			return errFault
		}
		return nil
	})
	p := openPool(t, 64)
	s := p.Open(s0)
	var written [pages]atomic.Uint64 // the model
	var latch [pages]sync.RWMutex    // the pool leaves readers and writers of one page to its callers
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(seed, uint64(w)))
			var io IO
			ok := func(err error) bool {
				if err != nil && !(faults && errors.Is(err, errFault)) {
					t.Error(err)
				}
				return err == nil
			}
			for range steps {
				no := rng.IntN(pages)
				mine := no/workers*workers + w
				switch op := rng.IntN(100); {
				case op < 35: // anyone's page
					latch[no].RLock()
					r, err := s.Get(id1(no), &io)
					if ok(err) {
						if r.Page.ID() != id1(no) {
							t.Errorf("page %v holds %v", id1(no), r.Page.ID())
						}
						r.Release()
					}
					latch[no].RUnlock()
				case op < 75: // own page: exactly the model; sometimes change it
					r, err := s.Get(id1(mine), &io)
					if !ok(err) {
						continue
					}
					v := written[mine].Load()
					if err := checkStamp(r.Page, id1(mine), v); err != nil {
						t.Error(err)
					}
					if op < 60 {
						latch[mine].Lock()
						r.Dirty()
						binary.LittleEndian.PutUint64(r.Page[1000:], v+1)
						binary.LittleEndian.PutUint64(r.Page[8000:], v+1)
						written[mine].Store(v + 1)
						latch[mine].Unlock()
					}
					r.Release()
				case op < 85:
					s.ReadAhead(context.Background(), Run{First: id1(no), N: min(1+rng.IntN(20), pages-no), Want: rng.Uint64()}, &io)
				case op < 88:
					latch[mine].Lock()
					r, err := s.Fresh(id1(mine))
					if ok(err) {
						v := written[mine].Add(1)
						stamp(r.Page, id1(mine), v)
						r.Release()
					}
					latch[mine].Unlock()
				case op < 89:
					ok(s.Checkpoint(context.Background()))
				case op < 90:
					s.DropClean()
				case op < 91:
					got, err := p.Borrow(context.Background(), rng.IntN(5))
					if ok(err) {
						p.Return(got)
					}
				default:
					s.Resident(func(page.ID, bool) {})
				}
			}
		})
	}
	wg.Wait()
	for s.Checkpoint(context.Background()) != nil {
		if !faults {
			t.Fatal("checkpoint fails without a fault")
		}
	}
	if n := p.DirtyPages(); n != 0 {
		t.Errorf("%d dirty pages after a checkpoint", n)
	}
	c := f.CrashClone()
	var pg page.Page
	for i := range pages {
		if err := c.ReadPages(uint32(i), []*page.Page{&pg}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(pg.Verify(id1(i)), checkStamp(&pg, id1(i), written[i].Load())); err != nil {
			t.Error(err)
		}
	}
	finish(t, p, s)
}
