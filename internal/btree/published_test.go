package btree

import (
	"slices"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// Single cases seen on real servers, in public posts.

// 622 one-row pages have one level-1 page above them; the 623rd splits it evenly.
func TestPublished_nonLeafSplitsEvenly(t *testing.T) {
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(8000)})
	tree := tb.create(t, newSpace(t, 32))
	tb.load(t, tree, 0, 622, func(i int) int { return i })
	if sh, _ := shapeOf(t, tree); sh.pages != 622 || !slices.Equal(sh.nonLeaf, []int{1}) {
		t.Fatalf("622 rows: %+v", sh)
	}
	rec := tb.template()
	tb.setInt(rec, 0, 623)
	if _, err := tree.Insert(rec, nil); err != nil {
		t.Fatal(err)
	}
	var entries []int
	if err := tree.Walk(t.Context(), 1, nil, func(_ page.ID, p *page.Page) error {
		entries = append(entries, p.SlotCount())
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(entries, []int{311, 312}) {
		t.Errorf("entries of the level-1 pages: %v", entries)
	}
}

// 299 rows a page, 1,000,000 rows: the same number of pages up and down, 0.4 % and 99.97 % fragmentation.
func TestPublished_ascendingAndDescending(t *testing.T) {
	const n = 1000000
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(14)}) // 25 bytes and a slot
	for _, c := range []struct {
		name string
		key  func(i int) int
		frag float64
		off  float64 // the published table's key, and so its number of level-1 pages, is not known
	}{
		{"ascending", func(i int) int { return i }, 0.4, 0.15},
		{"descending", func(i int) int { return n - i }, 99.97, 0.005},
	} {
		tree := tb.create(t, newSpace(t, 48))
		rec := tb.template()
		for i := range n {
			tb.setInt(rec, 0, int32(c.key(i)))
			if _, err := tree.Insert(rec, nil); err != nil {
				t.Fatal(err)
			}
		}
		sh, _ := shapeOf(t, tree)
		frag := float64(sh.fragments-1) / float64(sh.pages) * 100
		if sh.pages != (n+298)/299 || !near(frag, c.frag, c.off) {
			t.Errorf("%s: %d pages, %.3f %% fragmentation; %.2f %% wanted", c.name, sh.pages, frag, c.frag)
		}
	}
}

// One row a page, keys 4084 down to 1: 99.9755 %; after the odd keys are deleted 99.9511 %.
func TestPublished_oneRowPages(t *testing.T) {
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(4096)})
	tree := tb.create(t, newSpace(t, 48))
	tb.load(t, tree, 0, 4084, func(i int) int { return 4085 - i })
	frag := func() float64 {
		sh, _ := shapeOf(t, tree)
		return float64(sh.fragments-1) / float64(sh.pages) * 100
	}
	if f := frag(); !near(f, 99.9755, 0.00005) {
		t.Errorf("%.4f %%", f)
	}
	for k := 1; k < 4084; k += 2 {
		if ok, err := tree.Delete(*intKey(k), nil); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	if f := frag(); !near(f, 99.9755, 0.00005) {
		t.Errorf("%.4f %% with the ghosts of the deletes", f)
	}
	cleanAll(t, tree)
	if f := frag(); !near(f, 99.9511, 0.00005) {
		t.Errorf("%.4f %% after the deletes", f)
	}
	checkTree(t, tree)
}

// Rows 1, 2, 4, 5 of 2011 bytes fill a page; inserting 3 moves 4 and 5 to the new page, and they stay
// there when 3 is taken back. Rows 1-4, 6-9 of 917 bytes, 5 inserted and taken back: four rows on
// the page, 4420 bytes free, the next row to be placed at 4681.
func TestPublished_splitSurvivesRollback(t *testing.T) {
	for _, c := range []struct {
		char         int
		keys         []int32
		add          int32
		rows         []int // on the pages afterwards
		free, placed int   // of the first page
	}{
		{2000, []int32{1, 2, 4, 5}, 3, []int{2, 2}, 8096 - 2*2013, 96 + 3*2011},
		{906, []int32{1, 2, 3, 4, 6, 7, 8, 9}, 5, []int{4, 4}, 4420, 4681},
	} {
		tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(c.char)})
		tree := tb.create(t, newSpace(t, 16))
		rec := tb.template()
		for _, k := range append(slices.Clone(c.keys), c.add) {
			tb.setInt(rec, 0, k)
			if _, err := tree.Insert(rec, nil); err != nil {
				t.Fatal(err)
			}
		}
		if ok, err := tree.Remove(*intKey(int(c.add)), nil); !ok || err != nil {
			t.Fatal(ok, err)
		}
		var rows, free, placed []int
		if err := tree.Walk(t.Context(), 0, nil, func(_ page.ID, p *page.Page) error {
			rows, free, placed = append(rows, p.SlotCount()), append(free, p.FreeCount()), append(placed, p.FreeData())
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(rows, c.rows) || free[0] != c.free || placed[0] != c.placed {
			t.Errorf("rows of %d bytes: %v rows, %v bytes free, next row at %v; %+v wanted", c.char+11, rows, free, placed, c)
		}
	}
}

// A long row into a page of short ones splits it until the row fits: several pages at once.
func TestPublished_longRowSplitsManyTimes(t *testing.T) {
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.VarCharOf(8000)})
	tree := tb.create(t, newSpace(t, 16))
	for i := range 700 { // one page of 11-byte rows
		rec := tb.template()
		tb.setInt(rec, 0, int32(i*2))
		if _, err := tree.Insert(rec, nil); err != nil {
			t.Fatal(err)
		}
	}
	before, _ := shapeOf(t, tree)
	rec := page.WithVar(nil, tb.template(), 0, make([]byte, 8000), false)
	tb.setInt(rec, 0, 333)
	if _, err := tree.Insert(rec, nil); err != nil {
		t.Fatal(err)
	}
	after, _ := shapeOf(t, tree)
	if after.pages < before.pages+5 {
		t.Errorf("%d pages before, %d after", before.pages, after.pages)
	}
	checkTree(t, tree)
	if n := count(t, tree, Range{}, 1); n != 701 {
		t.Errorf("%d rows", n)
	}
}
