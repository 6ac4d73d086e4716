package heap

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// TestChaser_step: runs 0…39 of 64 pages each from page 1000 on; targets given as run numbers.
func TestChaser_step(t *testing.T) {
	type reads struct{ from, to int }
	for _, c := range []struct {
		name    string
		targets []int
		want    []reads // one a target
	}{
		{"in order", []int{3, 3, 4, 5}, []reads{{}, {}, {4, 20}, {20, 21}}},
		{"from two places in turn", []int{0, 10, 0, 10, 1, 11, 1, 2}, []reads{{}, {}, {}, {}, {1, 17}, {11, 27}, {}, {17, 18}}},
		{"to the end", []int{37, 38, 39}, []reads{{}, {38, 40}, {40, 40}}},
		{"far apart", []int{1, 5, 9, 13, 17, 3, 7}, []reads{{}, {}, {}, {}, {}, {}, {}}},
		{"backwards", []int{9, 8, 7}, []reads{{}, {}, {}}},
		{"one too many places", []int{0, 4, 8, 12, 16, 1}, []reads{{}, {}, {}, {}, {}, {}}},
	} {
		var k chaser
		for i := range page.ID(40) {
			k.runs = append(k.runs, bufpool.Run{First: 1000 + 64*i, N: 64})
		}
		var got []reads
		for _, r := range c.targets {
			from, to := k.step(1000 + 64*page.ID(r) + 7)
			got = append(got, reads{from, to})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	k := chaser{runs: []bufpool.Run{{First: 1000, N: 64}}}
	if from, to := k.step(5); from != to {
		t.Error("reads for a page before all runs")
	}
}

func byPlace(a, b page.RID) int {
	return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Slot, b.Slot))
}

// A scan for changes returns the same rows at the same logical reads as any other, and reads pages
// of forwarded rows once.
func TestScan_skipsMoved(t *testing.T) {
	x := newHeap(t)
	rec := fixedRow(35)
	for i := range 30_000 {
		rec[4], rec[5] = byte(i), byte(i>>8)
		x.insert(rec)
	}
	for _, by := range []int{892, 100} { // the second moves one row in eight on
		if err := x.h.Rewrite(context.Background(), widen(by), nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	scan := func(opt ScanOptions) (rids []page.RID, io *bufpool.IO) {
		x.cold()
		io = new(bufpool.IO)
		opt.IO = io
		s := x.scan(opt)
		defer s.Close()
		for s.Next() {
			rids = append(rids, s.RID())
		}
		if s.Err() != nil {
			t.Fatal(s.Err())
		}
		return rids, io
	}
	rows, plain := scan(ScanOptions{})
	same, skip := scan(ScanOptions{ChaseAhead: true, SkipMoved: true})
	if len(rows) != 30_000 || !slices.Equal(rows, same) {
		t.Errorf("%d rows, %d with pages left out", len(rows), len(same))
	}
	if p, s := plain.Logical.Load(), skip.Logical.Load(); p != s {
		t.Errorf("%d logical reads, %d with pages left out", p, s)
	}
	pages := int64(x.shape().pages)
	if p, r := skip.Physical.Load(), skip.ReadAhead.Load(); p+r > pages*21/20 || p > pages/10 {
		t.Errorf("%d pages read one by one, %d read ahead, of %d", p, r, pages)
	}
	if p, r := plain.Physical.Load(), plain.ReadAhead.Load(); p+r < pages*3/2 {
		t.Errorf("a scan that leaves nothing out: %d pages read one by one, %d read ahead, of %d", p, r, pages)
	}
	moved, once := scan(ScanOptions{InPlace: true})
	slices.SortFunc(rows, byPlace)
	slices.SortFunc(moved, byPlace)
	if !slices.Equal(rows, moved) {
		t.Errorf("%d rows, %d with forwarded rows taken in place", len(rows), len(moved))
	}
	if l, p, r := once.Logical.Load(), once.Physical.Load(), once.ReadAhead.Load(); l != pages || p+r != pages {
		t.Errorf("in place: %d logical reads, %d pages read one by one, %d read ahead, of %d", l, p, r, pages)
	}
}

// A forwarded row without a back pointer has no home.
func TestScan_inPlaceWithoutBackPointer(t *testing.T) {
	x := newHeap(t)
	for range 300 {
		x.insert(fixedRow(35))
	}
	if err := x.h.Rewrite(context.Background(), widen(892), nil, nil); err != nil {
		t.Fatal(err)
	}
	s := x.scan(ScanOptions{InPlace: true})
	for s.Next() && s.moved == nil {
	}
	defer s.Close()
	s.ref.Dirty()
	kind := &s.moved[len(s.moved)-page.BackPointerLen]
	*kind++
	defer func() { *kind-- }()
	again := x.scan(ScanOptions{InPlace: true})
	for again.Next() {
	}
	var d *page.DamageError
	if !errors.As(again.Err(), &d) || d.Page != s.id || !strings.Contains(d.What, "has no back pointer") {
		t.Error(again.Err())
	}
}
