package btree

import (
	"fmt"
	"slices"
	"testing"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/sqltype"
)

// wantRange are the keys, in order and with duplicates, that lie in a range.
func wantRange(keys []int, lo, hi *int, loOpen, hiOpen bool) []int {
	var out []int
	for _, k := range keys {
		if lo != nil && (k < *lo || loOpen && k == *lo) || hi != nil && (k > *hi || hiOpen && k == *hi) {
			continue
		}
		out = append(out, k)
	}
	return out
}

func intKey(v int) *Key { return &Key{Cols: [][]byte{le.AppendUint32(nil, uint32(v))}} }

func TestScan_ranges(t *testing.T) {
	rnd := seedRand(t)
	for _, unique := range []bool{true, false} {
		tb := newTable(unique, col{typ: sqltype.Of(sqltype.Int)}, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(1000)})
		sp := newSpace(t, 64)
		tree := tb.create(t, sp)
		var keys []int
		rec := tb.template()
		for i := range 5000 {
			k := 2 * i
			if !unique {
				k = rnd.IntN(700)
			}
			keys = append(keys, k)
			tb.setInt(rec, 1, int32(k))
			if _, err := tree.Insert(rec, nil); err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(keys)
		var few Narrow
		top := keys[len(keys)-1] + 3
		for range 300 {
			r := Range{LoOpen: rnd.IntN(2) == 0, HiOpen: rnd.IntN(2) == 0, Backward: rnd.IntN(2) == 0}
			var lo, hi *int
			if rnd.IntN(4) > 0 {
				v := rnd.IntN(top) - 1
				lo, r.Lo = &v, intKey(v)
			}
			if rnd.IntN(4) > 0 {
				v := rnd.IntN(top) - 1
				if lo != nil && rnd.IntN(3) == 0 {
					v = *lo + rnd.IntN(3)
				}
				hi, r.Hi = &v, intKey(v)
			}
			want := wantRange(keys, lo, hi, r.LoOpen, r.HiOpen)
			if n := count(t, tree, r, 1+rnd.IntN(3)); n != int64(len(want)) {
				t.Fatalf("unique %v, range %s: %d rows, %d wanted", unique, describe(lo, hi, r), n, len(want))
			}
			if r.Backward {
				slices.Reverse(want)
			}
			var got []int
			eachRow(t, tree, r, func(rec []byte) { got = append(got, int(int32(le.Uint32(rec[tb.off[1]:])))) })
			if !slices.Equal(got, want) {
				t.Fatalf("unique %v, range %s: rows differ", unique, describe(lo, hi, r))
			}
			ok, err := tree.ReadNarrow(&few, r, nil)
			if err != nil || unique && len(want) == 1 && !ok && lo != nil && hi != nil && *lo == *hi {
				t.Fatalf("unique %v, range %s: not narrow: %v", unique, describe(lo, hi, r), err)
			}
			if ok {
				got = got[:0]
				for i := range few.Len() {
					got = append(got, int(int32(le.Uint32(few.Row(i)[tb.off[1]:]))))
				}
				if !slices.Equal(got, want) {
					t.Fatalf("unique %v, range %s: %d rows of it at once, %d wanted", unique, describe(lo, hi, r), len(got), len(want))
				}
			}
		}
	}
}

func describe(lo, hi *int, r Range) string {
	s := fmt.Sprintf("open %v %v backward %v", r.LoOpen, r.HiOpen, r.Backward)
	if lo != nil {
		s += fmt.Sprintf(" lo %d", *lo)
	}
	if hi != nil {
		s += fmt.Sprintf(" hi %d", *hi)
	}
	return s
}

// A seek for one key costs one logical read a level, whether by Get or as a range, and reads nothing ahead.
func TestScan_seekCostsDepth(t *testing.T) {
	for _, unique := range []bool{true, false} {
		tb := newTable(unique, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(1000)})
		sp := newSpace(t, 64)
		tree := tb.mustBuild(t, sp, BuildOptions{Scratch: t.TempDir(), MemPages: 500}, 10000, func(rec []byte, i int) { tb.setInt(rec, 0, int32(i)) })
		depth := int64(tree.Meta().Depth)
		if depth != 3 {
			t.Fatalf("depth %d", depth)
		}
		for _, k := range []int{0, 6, 7, 8, 4999, 622*7 - 1, 622 * 7, 9999, 10000} {
			r := coldScan(t, sp, tree, Range{Lo: intKey(k), Hi: intKey(k)}, ScanOptions{}, 1)
			if r.logical != depth || r.readAhead != 0 || r.rows != int64(b2i(k < 10000)) {
				t.Errorf("unique %v, key %d: %+v", unique, k, r)
			}
			var io bufpool.IO
			_, ok, err := tree.Get(nil, *intKey(k), &io)
			if err != nil || ok != (k < 10000) || io.Logical.Load() != depth {
				t.Errorf("unique %v, Get %d: %v %v, %d logical reads", unique, k, ok, err, io.Logical.Load())
			}
			var few Narrow
			io.Logical.Store(0)
			ok, err = tree.ReadNarrow(&few, Range{Lo: intKey(k), Hi: intKey(k)}, &io)
			if err != nil || !ok || few.Len() != b2i(k < 10000) || io.Logical.Load() != depth {
				t.Errorf("unique %v, narrow %d: %d rows, %v %v, %d logical reads", unique, k, few.Len(), ok, err, io.Logical.Load())
			}
		}
		// A range of three leaves reads those three and no others.
		r := coldScan(t, sp, tree, Range{Lo: intKey(70), Hi: intKey(90)}, ScanOptions{}, 1)
		if r.rows != 21 || r.logical != depth+2 || r.physical+r.readAhead != depth+2 {
			t.Errorf("unique %v, three leaves: %+v", unique, r)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
