package bufpool

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

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
