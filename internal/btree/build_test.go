package btree

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"testing"

	"scanfrag/internal/alloc"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// buildRows builds a tree of n rows; fill patches the template into row i (from 0).
func (tb *table) buildRows(t testing.TB, sp *alloc.Space, opt BuildOptions, n int, fill func(rec []byte, i int)) (*Tree, error) {
	t.Helper()
	rec := tb.template()
	i := 0
	return Build(context.Background(), sp, tb.def, opt, func() ([]byte, error) {
		if i == n {
			return nil, nil
		}
		fill(rec, i)
		i++
		return rec, nil
	})
}

func (tb *table) mustBuild(t testing.TB, sp *alloc.Space, opt BuildOptions, n int, fill func(rec []byte, i int)) *Tree {
	t.Helper()
	tree, err := tb.buildRows(t, sp, opt, n, fill)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func near(got, want, within float64) bool { return math.Abs(got-want) <= within }

// 24 rows of 1010 bytes at 75 %: an exact hit of the fill line closes the page (published: 4
// pages, 74.99 %). Two more rows in the first page: 81.25 %; a third: 5 pages.
func TestBuild_fillFactorExactHit(t *testing.T) {
	tb := newTable(false, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(999)})
	tree := tb.mustBuild(t, newSpace(t, 16), BuildOptions{FillFactor: 75}, 24, func(rec []byte, i int) { tb.setInt(rec, 0, int32(100+i*10)) })
	expect := func(pages int, density float64) {
		t.Helper()
		sh, d := shapeOf(t, tree)
		if sh.pages != pages || !near(d, density, 0.005) {
			t.Errorf("%d pages, %.3f %%; %d pages, %.2f %% wanted", sh.pages, d, pages, density)
		}
	}
	expect(4, 74.99)
	rec := tb.template()
	for i, key := range []int32{105, 106, 107} {
		tb.setInt(rec, 0, key)
		if _, err := tree.Insert(rec, nil); err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			expect(4, 81.25)
		}
	}
	if sh, _ := shapeOf(t, tree); sh.pages != 5 {
		t.Errorf("%d pages after the third row, 5 wanted", sh.pages)
	}
	checkTree(t, tree)
}

func TestBuild_fillFactorRows(t *testing.T) {
	for _, c := range []struct {
		name     string
		char, ff int
		rows     int // on a page
	}{
		{"33 % is 5.2 rows: six (Books Online 2000)", 501, 33, 6},
		{"rows of 1011 bytes, 50 %", 1000, 50, 4},
		{"rows of 2000 bytes, 80 %", 1989, 80, 4},
		{"rows of 4000 bytes, 80 %", 3989, 80, 2},
		{"rows of 6011 bytes, 70 %: one", 6000, 70, 1},
		{"0 is full", 999, 0, 8},
		{"100 is full", 999, 100, 8},
		{"1 % still has a row", 999, 1, 1},
	} {
		tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(c.char)})
		tree := tb.mustBuild(t, newSpace(t, 16), BuildOptions{FillFactor: c.ff}, 8*c.rows, func(rec []byte, i int) { tb.setInt(rec, 0, int32(i)) })
		if sh, _ := shapeOf(t, tree); sh.pages != 8 {
			t.Errorf("%s: %d pages for %d rows, 8 wanted", c.name, sh.pages, 8*c.rows)
		}
		checkTree(t, tree)
	}
}

func lowfillTable() *table {
	return newTable(false,
		col{typ: sqltype.Of(sqltype.Int), key: 1},
		col{typ: sqltype.CharOf(896), key: 2},
		col{typ: sqltype.CharOf(120)})
}

// The low-fill load at a fortieth of its size: five rows a page, hardly fragmented, read in long runs.
func TestBuild_lowfill(t *testing.T) {
	const n = 100000
	tb := lowfillTable()
	sp := newSpace(t, 64)
	tree := tb.mustBuild(t, sp, BuildOptions{FillFactor: 51, Scratch: t.TempDir(), MemPages: 1024}, n, func(rec []byte, i int) { tb.setInt(rec, 0, int32(i+1)) })
	sh, density := shapeOf(t, tree)
	frag := float64(sh.fragments-1) / float64(sh.pages) * 100
	t.Logf("%+v %.2f %% fragmentation, %.2f %% density", sh, frag, density)
	if sh.pages != n/5 || frag > 2 || !near(density, 63.55, 0.05) {
		t.Errorf("%d pages, %.2f %% fragmentation, %.2f %% density", sh.pages, frag, density)
	}
	if sh.nonLeaf[0] != n/5/8 { // 910-byte entries, eight a page
		t.Errorf("%d level-1 pages, %d wanted", sh.nonLeaf[0], n/5/8)
	}
	r := coldScan(t, sp, tree, Range{}, ScanOptions{}, 1)
	if r.rows != n {
		t.Errorf("%d rows counted", r.rows)
	}
	if r.avgRead < 200<<10 {
		t.Errorf("%.0f bytes a read on average, 200 KB wanted", r.avgRead)
	}
	t.Logf("%+v", r)
}

func TestBuild_padIndex(t *testing.T) {
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(1000)})
	fill := func(rec []byte, i int) { tb.setInt(rec, 0, int32(i)) }
	for _, c := range []struct {
		ff      int
		pad     bool
		entries int
	}{{50, true, 312}, {50, false, 622}, {100, true, 622}, {1, true, 7}} {
		n := 1300
		tree := tb.mustBuild(t, newSpace(t, 32), BuildOptions{FillFactor: c.ff, PadIndex: c.pad}, 4*n, fill)
		sh, _ := shapeOf(t, tree)
		if want := (sh.pages + c.entries - 1) / c.entries; sh.nonLeaf[0] != want {
			t.Errorf("fill factor %d, pad %v: %d level-1 pages over %d leaves, %d wanted", c.ff, c.pad, sh.nonLeaf[0], sh.pages, want)
		}
		checkTree(t, tree)
	}
	// Two rows a page at least, however low the fill factor.
	wide := lowfillTable()
	tree := wide.mustBuild(t, newSpace(t, 32), BuildOptions{FillFactor: 1, PadIndex: true}, 64, func(rec []byte, i int) { wide.setInt(rec, 0, int32(i)) })
	if sh, _ := shapeOf(t, tree); !slices.Equal(sh.nonLeaf, []int{32, 16, 8, 4, 2, 1}) {
		t.Errorf("levels %v", sh.nonLeaf)
	}
	checkTree(t, tree)
}

// Input orders that take the different ways through the build: in memory, streamed, spilled, and
// streamed until a row turns up out of order. Rows of equal key get uniquifiers by arrival.
func TestBuild_inputOrders(t *testing.T) { testInputOrders(t, BuildOptions{MemPages: 200}) }

func testInputOrders(t *testing.T, opt BuildOptions) {
	const n = 12000
	tb := sheaTable()
	for _, c := range []struct {
		name string
		key  func(i int) int
	}{
		{"ascending", func(i int) int { return i }},
		{"ascending with equal keys", func(i int) int { return i / 5 }},
		{"descending", func(i int) int { return n - i }},
		{"scattered", func(i int) int { return i * 7919 % 12007 }},
		{"few keys", func(i int) int { return i * 7919 % 7 }},
		{"one row out of order at the end", func(i int) int { return i % (n - 1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			sp := newSpace(t, 32)
			dir := t.TempDir()
			opt.Scratch = dir
			tree := tb.mustBuild(t, sp, opt, n, func(rec []byte, i int) {
				tb.setInt(rec, 0, int32(i))
				tb.setInt(rec, 1, int32(c.key(i)))
			})
			checkTree(t, tree)
			type row struct{ key, seq int }
			var want []row
			for i := range n {
				want = append(want, row{c.key(i), i})
			}
			slices.SortStableFunc(want, func(a, b row) int { return a.key - b.key })
			i, uniq := 0, 0
			eachRow(t, tree, Range{}, func(rec []byte) {
				if i > 0 && want[i].key == want[i-1].key {
					uniq++
				} else {
					uniq = 0
				}
				got := row{int(int32(le.Uint32(rec[tb.off[1]:]))), int(le.Uint32(rec[tb.off[0]:]))}
				if got != want[i] || int(tree.sh.leafUniq(rec)) != uniq {
					t.Fatalf("row %d: %+v uniquifier %d, %+v uniquifier %d wanted", i, got, tree.sh.leafUniq(rec), want[i], uniq)
				}
				i++
			})
			if i != n {
				t.Fatalf("%d rows", i)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("scratch directory holds %v (%v)", left, err)
			}
			sh, _ := shapeOf(t, tree)
			if least := (n + 6) / 7; (sh.pages < least || sh.pages > least+max(0, opt.Workers-1)) && c.name != "few keys" && c.name != "ascending with equal keys" {
				t.Errorf("%d pages", sh.pages)
			}
		})
	}
}

func TestBuild_smallTrees(t *testing.T) {
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(1000)})
	for _, n := range []int{0, 1, 7, 8, 9, 622 * 7, 622*7 + 1} {
		tree := tb.mustBuild(t, newSpace(t, 32), BuildOptions{}, n, func(rec []byte, i int) { tb.setInt(rec, 0, int32(i)) })
		checkTree(t, tree)
		if got := count(t, tree, Range{}, 1); got != int64(n) {
			t.Errorf("%d rows, %d wanted", got, n)
		}
		re, err := Open(tree.sp, tb.def, tree.Meta())
		if err != nil {
			t.Fatal(err)
		}
		if got := count(t, re, Range{}, 1); got != int64(n) {
			t.Errorf("%d rows after Open, %d wanted", got, n)
		}
	}
}

// Whatever goes wrong, nothing stays allocated and no frame stays borrowed.
func TestBuild_failuresLeaveNothing(t *testing.T) { testBuildFailures(t, BuildOptions{MemPages: 200}) }

func testBuildFailures(t *testing.T, opt BuildOptions) {
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(1000)})
	boom := errors.New("boom")
	for _, c := range []struct {
		name string
		key  func(i int) int
		at   int // row at which the input fails
		want func(error) bool
	}{
		{"duplicate in order", func(i int) int { return min(i, 4000) }, -1, isDuplicate},
		{"duplicate, spilled", func(i int) int { return 5000 - i%5000 }, -1, isDuplicate},
		{"duplicate, in memory", func(i int) int { return i % 100 }, 200, isDuplicate},
		{"input fails while streaming", func(i int) int { return i }, 5000, func(err error) bool { return errors.Is(err, boom) }},
		{"input fails while sorting", func(i int) int { return -i }, 5000, func(err error) bool { return errors.Is(err, boom) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			sp := newSpace(t, 32)
			dir := t.TempDir()
			opt.Scratch = dir
			i := 0
			rec := tb.template()
			_, err := Build(context.Background(), sp, tb.def, opt, func() ([]byte, error) {
				if i == c.at {
					if c.want(boom) {
						return nil, boom
					}
					return nil, nil
				}
				if i == 8000 {
					return nil, nil
				}
				tb.setInt(rec, 0, int32(c.key(i)))
				i++
				return rec, nil
			})
			if !c.want(err) {
				t.Fatalf("error %v", err)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("scratch directory holds %v", left)
			}
			nothingAllocated(t, sp)
		})
	}
	if _, err := Build(context.Background(), newSpace(t, 16), tb.def, BuildOptions{FillFactor: 101}, nil); err == nil {
		t.Error("fill factor 101 was taken")
	}
}

func isDuplicate(err error) bool {
	var d *DuplicateKey
	return errors.As(err, &d)
}

// nothingAllocated checks that every extent for tables is free.
func nothingAllocated(t *testing.T, sp *alloc.Space) {
	t.Helper()
	for e := page.MakeID(1, 16); e.No() < sp.HighWater(1); e += page.ExtentPages {
		if allocatedTo(sp, e) {
			t.Errorf("extent %v is still allocated", e)
		}
	}
}

// allocatedTo tells by the GAM whether an extent is taken.
func allocatedTo(sp *alloc.Space, e page.ID) bool {
	ref, err := sp.Store().Get(page.MakeID(1, 2), nil)
	if err != nil {
		return true
	}
	defer ref.Release()
	return !ref.Page.MapBit(int(e.No() / page.ExtentPages))
}
