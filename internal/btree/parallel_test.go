package btree

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
	"scanfrag/internal/sqltype"
)

var parallelOptions = BuildOptions{MemPages: 512, Workers: 3}

func TestBuild_parallelInputOrders(t *testing.T)          { testInputOrders(t, parallelOptions) }
func TestBuild_parallelFailuresLeaveNothing(t *testing.T) { testBuildFailures(t, parallelOptions) }

// Two ranges filled in turn leap-frog: every extent is a fragment, an eighth of the pages, as published for parallel
// builds. A build's workers do so as far as they run at the same pace.
func TestBuild_parallelFragmentation(t *testing.T) {
	const n = 7 * 8 * 200
	tb := sheaTable()
	sp := newSpace(t, 32)
	sh, err := newShape(&tb.def)
	if err != nil {
		t.Fatal(err)
	}
	one, err := newFiller(sp, tb.def, sh, BuildOptions{uniform: true})
	if err != nil {
		t.Fatal(err)
	}
	one.top = partLevels
	two := one.part()
	if err := two.addLevel(); err != nil {
		t.Fatal(err)
	}
	rec := tb.template()
	for i := range n / 2 {
		for j, f := range []*filler{one, two} {
			tb.setInt(rec, 1, int32(j*n/2+i))
			if err := f.add(rec); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(one.close(), two.close()); err != nil {
		t.Fatal(err)
	}
	tree, err := one.join([]*filler{one, two})
	if err != nil {
		t.Fatal(err)
	}
	checkTree(t, tree)
	got, _ := shapeOf(t, tree)
	if frag := float64(got.fragments-1) / float64(got.pages) * 100; got.pages != n/7 || !near(frag, 12.5, 0.5) {
		t.Errorf("%d pages, %.2f %% fragmentation", got.pages, frag)
	}
}

// A fill factor with PAD_INDEX holds in every range; only the last page of each may have fewer rows or entries.
func TestBuild_parallelPadIndex(t *testing.T) {
	tb := lowfillTable()
	tree := tb.mustBuild(t, newSpace(t, 64), BuildOptions{FillFactor: 51, PadIndex: true, Scratch: t.TempDir(), MemPages: 512, Workers: 3}, 20000, func(rec []byte, i int) {
		tb.setInt(rec, 0, int32(i*7919%20011))
	})
	checkTree(t, tree)
	for level, want := range []int{5, 5} { // rows of 1029 bytes; entries of 910 bytes
		short := 0
		if err := tree.Walk(t.Context(), level, nil, func(id page.ID, p *page.Page) error {
			if n := p.SlotCount(); n < want {
				short++
			} else if n > want {
				t.Errorf("page %v of level %d: %d rows", id, level, n)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if short > 3 {
			t.Errorf("level %d: %d pages are not filled to the factor", level, short)
		}
	}
}

// A drive that is full or gone, and a statement that is given up, in the midst of a parallel fill leave nothing.
func TestBuild_parallelFaults(t *testing.T) {
	tb := newTable(false, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(1000)})
	for _, c := range []struct {
		name string
		op   pagefile.Op
	}{{"disk full", pagefile.OpResize}, {"writes", pagefile.OpWrite}, {"given up", pagefile.OpSync}} {
		t.Run(c.name, func(t *testing.T) {
			rnd := seedRand(t)
			for range 2 {
				var armed atomic.Bool
				var left atomic.Int64
				ctx, cancel := context.WithCancel(t.Context())
				f := pagefile.Faulty(pagefile.NewMem("test"), func(op pagefile.Op, _ uint32, _ int) error {
					if !armed.Load() || op != c.op && c.op != pagefile.OpSync || left.Add(-1) >= 0 {
						return nil
					}
					if c.op == pagefile.OpSync {
						cancel()
						return nil
					}
					return errDrive
				})
				sp := newSpaceOn(t, 16, f)
				if left.Store(rnd.Int64N(6)); c.op == pagefile.OpResize {
					left.Store(0) // it grows in few steps
				}
				i := 0
				rec := tb.template()
				_, err := Build(ctx, sp, tb.def, BuildOptions{Scratch: t.TempDir(), MemPages: 512, Workers: 3}, func() ([]byte, error) {
					if i == 20000 {
						armed.Store(true)
						return nil, nil
					}
					tb.setInt(rec, 0, int32(rnd.Int32()))
					i++
					return rec, nil
				})
				want := errDrive
				if c.op == pagefile.OpSync {
					want = context.Canceled
				}
				if !errors.Is(err, want) {
					t.Errorf("error %v", err)
				}
				armed.Store(false)
				cancel()
				nothingAllocated(t, sp)
			}
		})
	}
}
