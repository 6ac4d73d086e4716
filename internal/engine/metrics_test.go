package engine

import (
	"fmt"
	"testing"

	"scanfrag/internal/page"
)

func TestSpaceUsed_published(t *testing.T) {
	for _, c := range []struct {
		what        string
		used, pages int64
		want        string
	}{
		{"three rows of 7,837 bytes on one page", 7837 + 2*2, 1, "96.8742278230788"},
		{"1,010-byte rows, 6 a page", 6*1010 + 2*5, 1, "74.993822584630592"},
		{"1,010-byte rows, 8 a page", 8*1010 + 2*7, 1, "100"},
		{"26 rows of 1,010 bytes on 4 pages", 26*1010 + 2*22, 4, "81.245366938472955"},
		{"no pages", 0, 0, "0"},
	} {
		if got := fmt.Sprintf("%.17g", spaceUsed(c.used, c.pages)); got[:min(len(got), 14)] != c.want[:min(len(c.want), 14)] {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func heapPage(id page.ID, lens ...int) *page.Page {
	p := &page.Page{}
	p.Init(page.TypeData, 0, id, 1, 0)
	for _, n := range lens {
		rec := page.NewRecord(nil, page.Layout{FixedEnd: n - 3, Cols: 1})
		if _, ok := p.PutHeap(rec); !ok || len(rec) != n {
			panic("no room in test page")
		}
	}
	return p
}

func TestRecordSums(t *testing.T) {
	var s recordSums
	s.add(heapPage(page.MakeID(1, 8), 11, 7815, 11))
	var l LevelStats
	s.fill(&l)
	if l.Records != 3 || l.MinRecord != 11 || l.MaxRecord != 7815 || l.AvgRecord != 2612.333 {
		t.Errorf("%+v", l)
	}
	if got := fmt.Sprintf("%.13f", l.AvgPageSpaceUsedPercent); got != "96.8742278230788" {
		t.Errorf("page density %s", got)
	}
	var c Contig
	s.density(&c)
	if c.AvgFreeBytes != 8096-7837-6 || c.Rows != 3 {
		t.Errorf("%+v", c)
	}
	if a, b := fmt.Sprintf("%.9f", c.AvgPageDensity), fmt.Sprintf("%.9f", l.AvgPageSpaceUsedPercent); a != b {
		t.Errorf("SHOWCONTIG's density %s, the view's %s", a, b)
	}
}

func TestRecordSums_emptyPages(t *testing.T) {
	var s recordSums
	s.add(heapPage(page.MakeID(1, 8)))
	s.add(heapPage(page.MakeID(1, 9), 100))
	var l LevelStats
	s.fill(&l)
	if want := 50.0 / 8094 * 100; l.AvgPageSpaceUsedPercent != want || l.MinRecord != 100 {
		t.Errorf("%+v, want %v %%", l, want)
	}
}

func TestOrder_index(t *testing.T) {
	seq := func(nos ...uint32) *order {
		o := &order{}
		for _, n := range nos {
			o.add(page.MakeID(1, n))
		}
		return o
	}
	for _, c := range []struct {
		nos                                       []uint32
		pages, fragments, switches, extents, jump int64
	}{
		{nil, 0, 0, 0, 0, 0},
		{[]uint32{16}, 1, 1, 0, 1, 0},
		{[]uint32{16, 17, 18, 24, 25}, 5, 2, 1, 2, 0},
		{[]uint32{18, 17, 16}, 3, 3, 0, 1, 0},
		{[]uint32{24, 16, 25, 17}, 4, 4, 3, 2, 1},
		{[]uint32{16, 40, 24}, 3, 3, 2, 3, 2},
	} {
		o := seq(c.nos...)
		got := []int64{o.pages, o.fragments, o.switches, o.extents, o.jumps}
		if want := []int64{c.pages, c.fragments, c.switches, c.extents, c.jump}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v: pages, fragments, switches, extents, jumps %v, want %v", c.nos, got, want)
		}
	}
}

// One row a page, inserted in descending order.
func TestOrder_publishedFragmentation(t *testing.T) {
	o := &order{}
	for n := uint32(4084); n > 0; n-- {
		o.add(page.MakeID(1, n+100))
	}
	var l LevelStats
	o.fillIndex(&l)
	if got := fmt.Sprintf("%.4f", l.FragmentationPercent); got != "99.9755" {
		t.Errorf("fragmentation %s", got)
	}
	if l.Fragments != 4084 || l.AvgFragmentPages != 1 {
		t.Errorf("%+v", l)
	}
}

func TestOrder_publishedShowContig(t *testing.T) {
	o := &order{pages: 192, fragments: 95, switches: 187, extents: 26, jumps: 25}
	c := o.contig()
	s := recordSums{pages: 192, free: 192 * 6721}
	s.density(&c)
	got := fmt.Sprintf("%d %d %.2f [%d:%d] %.2f %.2f %.1f %.2f", c.Extents, c.ExtentSwitches, c.ScanDensity, c.BestCount, c.ActualCount,
		c.LogicalFragmentation, c.ExtentFragmentation, c.AvgFreeBytes, c.AvgPageDensity)
	if want := "26 187 12.77 [24:188] 48.96 96.15 6721.0 16.96"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestOrder_heap(t *testing.T) {
	o := &order{}
	for _, n := range []uint32{16, 17, 24, 25, 26, 48} {
		o.add(page.MakeID(1, n))
	}
	var l LevelStats
	o.fillHeap(&l)
	if l.Fragments != 2 || l.FragmentationPercent != float64(1)/3*100 || l.AvgFragmentPages != 3 {
		t.Errorf("%+v", l)
	}
}

func TestBitmap(t *testing.T) {
	var b bitmap
	for i, n := range []uint32{0, 5, 63, 64, 100000} {
		if b.set(page.MakeID(uint16(1+i%2), n)) {
			t.Errorf("%d was set", n)
		}
		if !b.set(page.MakeID(uint16(1+i%2), n)) {
			t.Errorf("%d was not set", n)
		}
	}
	if b.set(page.MakeID(3, 5)) {
		t.Error("files are not kept apart")
	}
}
