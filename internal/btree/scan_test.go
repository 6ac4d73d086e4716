package btree

import (
	"context"
	"errors"
	"sync"
	"testing"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

func eachRow(t testing.TB, tree *Tree, r Range, fn func(rec []byte)) {
	t.Helper()
	s, err := tree.NewSupplier(context.Background(), r, 1, ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sc := s.NewScan()
	defer sc.Close()
	for sc.Next() {
		fn(sc.Record())
	}
	if sc.Err() != nil {
		t.Fatal(sc.Err())
	}
}

func count(t testing.TB, tree *Tree, r Range, workers int) int64 {
	t.Helper()
	n, err := countWith(tree, r, workers, ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func countWith(tree *Tree, r Range, workers int, opt ScanOptions) (int64, error) {
	s, err := tree.NewSupplier(context.Background(), r, workers, opt)
	if err != nil {
		return 0, err
	}
	counts, errs := make([]int64, workers), make([]error, workers)
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			sc := s.NewScan()
			defer sc.Close()
			counts[i], errs[i] = sc.Count()
		})
	}
	wg.Wait()
	n := int64(0)
	for _, c := range counts {
		n += c
	}
	return n, errors.Join(errs...)
}

type scanResult struct {
	rows                         int64
	logical, physical, readAhead int64
	reads                        int64
	avgRead                      float64
}

// empty empties the pool.
func empty(t testing.TB, sp *alloc.Space) {
	t.Helper()
	if err := sp.ZeroUnwritten(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := sp.Store().Checkpoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	sp.Store().DropClean()
}

// coldScan counts with nothing of the tree in the pool.
func coldScan(t testing.TB, sp *alloc.Space, tree *Tree, r Range, opt ScanOptions, workers int) scanResult {
	t.Helper()
	empty(t, sp)
	c := sp.Store().File(1).Counters()
	reads, bytes := c.Reads.Load(), c.ReadBytes.Load()
	var io bufpool.IO
	opt.IO = &io
	n, err := countWith(tree, r, workers, opt)
	if err != nil {
		t.Fatal(err)
	}
	res := scanResult{rows: n, logical: io.Logical.Load(), physical: io.Physical.Load(), readAhead: io.ReadAhead.Load(), reads: c.Reads.Load() - reads}
	res.avgRead = float64(c.ReadBytes.Load()-bytes) / float64(max(1, res.reads))
	return res
}

// Published: the alternating load is read 14 KB at a time, the reverse one about 360 KB, and an ordered scan
// makes one logical read per leaf, per level-1 page, and for the rest of the descent.
func TestScan_readSizesAndLogicalReads(t *testing.T) {
	const n = 60000
	for _, c := range []struct {
		name     string
		key      func(int) int
		from, to float64 // KB a read
	}{
		{"alternating", alternating(n), 13, 15},
		{"reverse", func(i int) int { return n - i }, 330, 410},
		{"ascending", func(i int) int { return i }, 330, 440},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := sheaTable()
			sp := newSpace(t, 64)
			tree := tb.create(t, sp)
			tb.load(t, tree, 1, n, c.key)
			sh, _ := shapeOf(t, tree)
			want := int64(sh.pages + sh.nonLeaf[0] + len(sh.nonLeaf) - 1)
			r := coldScan(t, sp, tree, Range{}, ScanOptions{}, 1)
			t.Logf("%+v", r)
			if r.rows != n || r.logical != want {
				t.Errorf("%d rows, %d logical reads; %d and %d wanted", r.rows, r.logical, n, want)
			}
			if kb := r.avgRead / 1024; kb < c.from || kb > c.to {
				t.Errorf("%.1f KB a read, %v to %v wanted", kb, c.from, c.to)
			}
			if r.physical+r.readAhead != int64(sh.pages+sum(sh.nonLeaf)) {
				t.Errorf("%d physical and %d read-ahead reads of %d pages", r.physical, r.readAhead, sh.pages+sum(sh.nonLeaf))
			}
			back := coldScan(t, sp, tree, Range{Backward: true}, ScanOptions{}, 1)
			if back.rows != n || back.logical != want || !near(back.avgRead, r.avgRead, r.avgRead/10) {
				t.Errorf("backward: %+v", back)
			}
			empty(t, sp)
			f := sp.Store().File(1).Counters()
			reads := f.Reads.Load()
			checkTree(t, tree)
			if got := f.Reads.Load() - reads; got > r.reads+10 {
				t.Errorf("a check makes %d reads, a scan %d", got, r.reads)
			}
			none := coldScan(t, sp, tree, Range{}, ScanOptions{NoReadAhead: true}, 1)
			if none.rows != n || none.readAhead != 0 || none.avgRead != page.Size {
				t.Errorf("without read-ahead: %+v", none)
			}
			for _, workers := range []int{2, 3} {
				p := coldScan(t, sp, tree, Range{}, ScanOptions{}, workers)
				if p.rows != n || p.logical < want {
					t.Errorf("%d workers: %+v", workers, p)
				}
				t.Logf("%d workers: %+v", workers, p)
				a := coldScan(t, sp, tree, Range{}, ScanOptions{AllocationOrder: true}, workers)
				if a.rows != n || a.avgRead < 480<<10 {
					t.Errorf("allocation order, %d workers: %+v", workers, a)
				}
			}
		})
	}
}

func sum(v []int) (n int) {
	for _, x := range v {
		n += x
	}
	return n
}

func TestScan_cancelledAndPageWise(t *testing.T) {
	tb := sheaTable()
	tree := tb.create(t, newSpace(t, 32))
	tb.load(t, tree, 1, 1000, func(i int) int { return i })
	ctx, cancel := context.WithCancel(context.Background())
	s, err := tree.NewSupplier(ctx, Range{}, 1, ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sc := s.NewScan()
	defer sc.Close()
	p, from, to, ok := sc.NextPage()
	if !ok || from != 0 || to != 7 || le.Uint32(p.Record(6)[tb.off[1]:]) != 7 {
		t.Fatalf("first page %d..%d %v", from, to, ok)
	}
	if !sc.Next() || le.Uint32(sc.Record()[tb.off[1]:]) != 1 {
		t.Fatal("Next after NextPage does not start with the page's first row")
	}
	if _, from, to, ok = sc.NextPage(); !ok || to-from != 7 {
		t.Fatal("second page")
	}
	if !sc.Next() || le.Uint32(sc.Record()[tb.off[1]:]) != 8 {
		t.Fatal("Next on the second page")
	}
	cancel()
	if n, err := sc.Count(); !errors.Is(err, context.Canceled) || n != 6 {
		t.Fatalf("%d rows, %v after cancel", n, err)
	}
	if sc.Next() {
		t.Fatal("Next after an error")
	}
}

// A chain that does not agree with the level above is an error that names the page, in every kind of ordered walk.
func TestScan_damagedChain(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(prev, p, next *page.Page)
	}{
		{"cycle", func(prev, p, next *page.Page) { p.SetNext(prev.ID()) }},
		{"skips a page", func(prev, p, next *page.Page) { prev.SetNext(next.ID()) }},
		{"ends early", func(prev, p, next *page.Page) { p.SetNext(0) }},
		{"wrong predecessor", func(prev, p, next *page.Page) { p.SetPrev(next.ID()) }},
		{"wrong level", func(prev, p, next *page.Page) { p[3] = 1 }},
	} {
		tb := sheaTable()
		tree := tb.create(t, newSpace(t, 32))
		tb.load(t, tree, 1, 700, func(i int) int { return i })
		var ids []page.ID
		if err := tree.Walk(context.Background(), 0, nil, func(id page.ID, p *page.Page) error { ids = append(ids, id); return nil }); err != nil {
			t.Fatal(err)
		}
		var refs [3]bufpool.Ref
		for i := range refs {
			ref, err := tree.store.Get(ids[49+i], nil)
			if err != nil {
				t.Fatal(err)
			}
			ref.Dirty()
			refs[i] = ref
		}
		c.damage(refs[0].Page, refs[1].Page, refs[2].Page)
		for _, r := range refs {
			r.Release()
		}
		if n, err := countWith(tree, Range{}, 1, ScanOptions{}); err == nil {
			t.Errorf("%s: forward scan counted %d", c.name, n)
		}
		if n, err := countWith(tree, Range{Backward: true}, 1, ScanOptions{}); err == nil {
			t.Errorf("%s: backward scan counted %d", c.name, n)
		}
		if err := tree.Walk(context.Background(), 0, nil, func(page.ID, *page.Page) error { return nil }); err == nil {
			t.Errorf("%s: Walk found nothing", c.name)
		}
		if errs := tree.Check(context.Background()); len(errs) == 0 {
			t.Errorf("%s: Check found nothing", c.name)
		} else {
			t.Logf("%s: %v", c.name, errs[0])
		}
	}
}
