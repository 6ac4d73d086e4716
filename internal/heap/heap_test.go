package heap

import (
	"bytes"
	"context"
	"math/rand"
	"testing"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
	"scanfrag/internal/testseed"
)

func newRand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewSource(testseed.Of(t)))
}

type fixture struct {
	t  testing.TB
	f  pagefile.File
	st *bufpool.Store
	sp *alloc.Space
	h  *Heap
}

// newHeap is a heap in a database in memory that checks itself at the end.
func newHeap(t testing.TB) *fixture {
	t.Helper()
	pool, err := bufpool.New(bufpool.MinBytes)
	if err != nil {
		t.Fatal(err)
	}
	x := &fixture{t: t, f: pagefile.NewMem("test")}
	x.st = pool.Open(x.f)
	if x.sp, err = alloc.Format(x.st); err != nil {
		t.Fatal(err)
	}
	if x.h, err = Create(x.sp, 0, 42); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !t.Failed() {
			x.check()
		}
		if err := x.st.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		if err := pool.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return x
}

func (x *fixture) check() {
	x.t.Helper()
	for _, err := range append(x.h.Check(context.Background()), x.sp.Check([]*alloc.Unit{x.h.u})...) {
		x.t.Error(err)
	}
	if x.t.Failed() {
		x.t.FailNow()
	}
}

// cold writes everything and empties the pool.
func (x *fixture) cold() {
	x.t.Helper()
	if err := x.sp.ZeroUnwritten(context.Background()); err != nil {
		x.t.Fatal(err)
	}
	if err := x.st.Checkpoint(context.Background()); err != nil {
		x.t.Fatal(err)
	}
	x.st.DropClean()
}

func (x *fixture) insert(rec []byte) page.RID {
	x.t.Helper()
	rid, err := x.h.Insert(rec, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	return rid
}

// append is a bulk statement of one row.
func (x *fixture) append(rec []byte, io *bufpool.IO) (page.RID, error) {
	b := x.h.NewBulk()
	rid, err := b.Append(rec, io)
	if cerr := b.Close(); err == nil {
		err = cerr
	}
	return rid, err
}

func (x *fixture) pages() (ids []page.ID) {
	x.t.Helper()
	if err := x.h.Walk(context.Background(), nil, func(id page.ID, _ *page.Page) error {
		ids = append(ids, id)
		return nil
	}); err != nil {
		x.t.Fatal(err)
	}
	return ids
}

func (x *fixture) update(rid page.RID, rec []byte) {
	x.t.Helper()
	if err := x.h.Update(rid, rec, nil); err != nil {
		x.t.Fatal(err)
	}
}

// shape counts the heap's pages and records.
type shape struct{ pages, rows, stubs, moved int }

func (x *fixture) shape() (s shape) {
	x.t.Helper()
	err := x.h.Walk(context.Background(), nil, func(_ page.ID, p *page.Page) error {
		a, b, c := p.CountKinds()
		s.pages++
		s.rows += a
		s.stubs += b
		s.moved += c
		return nil
	})
	if err != nil {
		x.t.Fatal(err)
	}
	return s
}

// count is COUNT(*) with its logical reads.
func (x *fixture) count() (rows, logical int64) {
	x.t.Helper()
	var io bufpool.IO
	rows, err := x.scan(ScanOptions{IO: &io}).Count()
	if err != nil {
		x.t.Fatal(err)
	}
	return rows, io.Logical.Load()
}

func (x *fixture) scan(opt ScanOptions) *Scan {
	x.t.Helper()
	sup, err := x.h.NewSupplier(context.Background(), opt)
	if err != nil {
		x.t.Fatal(err)
	}
	return sup.NewScan()
}

// fixedRow is a row of n bytes without variable columns.
func fixedRow(n int) []byte {
	return page.AppendRecord(nil, page.Layout{FixedEnd: n - 3, Cols: 4}, make([]byte, n-7), nil, nil)
}

// varRow is int, varchar of n characters (and, date true, a date): the fixed part
// and the variable column.
func varRow(fixed, cols, n int) []byte {
	return page.AppendRecord(nil, page.Layout{FixedEnd: 4 + fixed, Cols: cols, Vars: 1}, make([]byte, fixed), nil, [][]byte{bytes.Repeat([]byte{'x'}, n)})
}
