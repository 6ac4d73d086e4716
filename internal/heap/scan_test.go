package heap

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"
	"testing"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// fill puts n rows of 1,015 bytes, 7 a page, with their number in the first column.
func (x *fixture) fill(n int) []page.RID {
	x.t.Helper()
	rec := fixedRow(1015)
	var rids []page.RID
	for i := range n {
		binary.LittleEndian.PutUint32(rec[4:], uint32(i))
		rids = append(rids, x.insert(rec))
	}
	return rids
}

// A cold scan reads by IAM in reads of 64 pages, across the map page in between;
// every page is read ahead, none by itself.
func TestScanReads(t *testing.T) {
	x := newHeap(t)
	const pages = 9000
	x.fill(7 * pages)
	x.cold()
	for _, c := range []struct {
		off             bool
		physical, ahead int64
		reads64, reads1 int64
	}{
		{false, 0, pages, pages / 64, 0},
		{true, pages, 0, 0, pages},
	} {
		x.st.DropClean()
		before64, before1 := x.f.Counters().ReadSizes[64].Load(), x.f.Counters().ReadSizes[1].Load()
		var io bufpool.IO
		sup, err := x.h.NewSupplier(context.Background(), ScanOptions{IO: &io, NoReadAhead: c.off})
		if err != nil {
			t.Fatal(err)
		}
		s := sup.NewScan()
		n, err := s.Count()
		if err != nil || n != 7*pages {
			t.Errorf("%d rows, %v", n, err)
		}
		if io.Logical.Load() != pages || io.Physical.Load() != c.physical || io.ReadAhead.Load() != c.ahead {
			t.Errorf("%d logical, %d physical, %d read-ahead; want %d, %d, %d", io.Logical.Load(), io.Physical.Load(), io.ReadAhead.Load(), pages, c.physical, c.ahead)
		}
		got64, got1 := x.f.Counters().ReadSizes[64].Load()-before64, x.f.Counters().ReadSizes[1].Load()-before1
		if got64 != c.reads64 || c.off && got1 < c.reads1 {
			t.Errorf("%d reads of 64 pages, %d of one; want %d, %d", got64, got1, c.reads64, c.reads1)
		}
	}
}

func TestSmallHeapNotReadAhead(t *testing.T) {
	for _, pages := range []int64{15, 16} {
		x := newHeap(t)
		x.fill(7 * int(pages))
		x.cold()
		var io bufpool.IO
		sup, err := x.h.NewSupplier(context.Background(), ScanOptions{IO: &io})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sup.NewScan().Count(); err != nil {
			t.Fatal(err)
		}
		if ahead := io.ReadAhead.Load() > 0; ahead != (pages >= 16) {
			t.Errorf("%d pages: %d read ahead", pages, io.ReadAhead.Load())
		}
	}
}

// Workers of one scan see every row once, forwarded ones included.
func TestParallelScan(t *testing.T) {
	x := newHeap(t)
	rids := x.fill(7000)
	big := fixedRow(2000)
	for i := 0; i < len(rids); i += 3 {
		binary.LittleEndian.PutUint32(big[4:], uint32(i))
		x.update(rids[i], big)
	}
	x.cold()
	var io bufpool.IO
	sup, err := x.h.NewSupplier(context.Background(), ScanOptions{IO: &io})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	seen := make([]int, len(rids))
	var forwarded int64
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := sup.NewScan()
			defer s.Close()
			for s.Next() {
				i := binary.LittleEndian.Uint32(s.Record()[4:])
				mu.Lock()
				seen[i]++
				if s.RID() != rids[i] {
					t.Errorf("row %d at home %v, want %v", i, s.RID(), rids[i])
				}
				mu.Unlock()
			}
			mu.Lock()
			forwarded += s.Forwarded()
			mu.Unlock()
			if s.Err() != nil {
				t.Error(s.Err())
			}
		}()
	}
	wg.Wait()
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("row %d seen %d times", i, n)
		}
	}
	sh := x.shape()
	if forwarded != int64(sh.stubs) || io.Logical.Load() != int64(sh.pages+sh.stubs) {
		t.Errorf("%d stubs followed, %d logical reads; want %d, %d", forwarded, io.Logical.Load(), sh.stubs, sh.pages+sh.stubs)
	}
}

// Count takes over where Next stopped, also inside a page.
func TestCountTheRest(t *testing.T) {
	x := newHeap(t)
	x.fill(100)
	sup, err := x.h.NewSupplier(context.Background(), ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := sup.NewScan()
	for range 10 {
		if !s.Next() {
			t.Fatal(s.Err())
		}
	}
	if n, err := s.Count(); n != 90 || err != nil {
		t.Errorf("%d rows after ten of 100, %v", n, err)
	}
	if s.Next() {
		t.Error("a row after the end")
	}
}

// Changing the current row: rows grow, move and go during the scan, and each is met once.
func TestChangeDuringScan(t *testing.T) {
	x := newHeap(t)
	x.fill(700)
	sup, err := x.h.NewSupplier(context.Background(), ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := sup.NewScan()
	big, n := fixedRow(3000), 0
	for s.Next() {
		i := binary.LittleEndian.Uint32(s.Record()[4:])
		if int(i) != n {
			t.Fatalf("row %d, want %d", i, n)
		}
		n++
		switch i % 3 {
		case 0:
			err = x.h.Delete(s.RID(), nil)
		case 1:
			binary.LittleEndian.PutUint32(big[4:], i)
			err = x.h.Update(s.RID(), big, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if n != 700 || s.Err() != nil {
		t.Errorf("%d rows, %v", n, s.Err())
	}
	if rows, _ := x.count(); rows != 700-234 {
		t.Errorf("%d rows left, want 466", rows)
	}
}

func TestScanCancelled(t *testing.T) {
	x := newHeap(t)
	x.fill(700)
	ctx, cancel := context.WithCancel(context.Background())
	sup, err := x.h.NewSupplier(ctx, ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := sup.NewScan()
	if !s.Next() {
		t.Fatal(s.Err())
	}
	cancel()
	n := 0
	for s.Next() {
		n++
	}
	if n != 6 || !errors.Is(s.Err(), context.Canceled) {
		t.Errorf("%d rows after the context ended, %v; the page in hand has 6", n, s.Err())
	}
	if _, err := sup.NewScan().Count(); !errors.Is(err, context.Canceled) {
		t.Errorf("count: %v", err)
	}
	if err := x.h.Rewrite(ctx, nil, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("rewrite: %v", err)
	}
}
