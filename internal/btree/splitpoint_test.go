package btree

import "testing"

func TestLeafSplit_observedCases(t *testing.T) {
	right := splitPoint{kind: splitRight}
	left := splitPoint{kind: splitLeft}
	stay := func(from int, newLeft bool) splitPoint { return splitPoint{from: from, left: newLeft} }
	for _, c := range []struct {
		name         string
		n, pos, last int
		first        bool
		want         splitPoint
	}{
		{"7 rows on the last page, 8th key is highest", 7, 7, 6, true, right},
		{"highest key of a page inside the chain", 7, 7, 3, false, right},
		{"highest key after one that was placed last, alone on its page", 1, 1, 0, false, right},
		{"descending bulk at the left end", 299, 0, 298, true, left},
		{"one row per page, descending", 1, 0, 0, true, left},
		{"keys 1 2 4 5, insert 3: 1 2 stay", 4, 2, 3, true, stay(2, true)},
		{"keys 1-4 6-9, insert 5: four stay, new row left", 8, 4, 7, true, stay(4, true)},
		{"keys 1 2 3 4 6 7 8, insert 5: three stay, new row right", 7, 4, 6, true, stay(3, false)},
		{"8 rows, insert 110: half move, new row left", 8, 1, 7, true, stay(4, true)},
		{"keys 5 10 15 20 25, insert 22: 5 10 stay by halves", 5, 4, 4, true, stay(3, false)},
		{"ascending run inside the page", 7, 3, 2, false, stay(3, true)},
		{"ascending run that starts at slot 0", 7, 1, 0, true, stay(1, true)},
		{"descending run inside the page takes an anchor along", 7, 4, 4, false, stay(3, false)},
		{"descending run at slot 2", 7, 2, 2, false, stay(1, false)},
		{"descending run at slot 1 has no anchor: halves", 7, 1, 1, false, stay(3, true)},
		{"slot 0 inside the chain: halves", 7, 0, 0, false, stay(3, true)},
		{"slot 0, nothing placed last", 7, 0, -1, false, stay(3, true)},
		{"page that only lost rows", 6, 3, -1, false, stay(3, true)},
		{"single row, new one before it", 1, 0, -1, false, stay(0, true)},
	} {
		if got := leafSplit(c.n, c.pos, c.last, c.first); got != c.want {
			t.Errorf("%s: leafSplit(%d, %d, %d, %v) = %+v, want %+v", c.name, c.n, c.pos, c.last, c.first, got, c.want)
		}
	}
}

func TestEvenSplit(t *testing.T) {
	for _, c := range []struct {
		n, pos int
		want   splitPoint
	}{
		{622, 622, splitPoint{from: 311}},
		{622, 1, splitPoint{from: 311, left: true}},
		{29, 14, splitPoint{from: 14, left: true}},
		{29, 15, splitPoint{from: 14}},
		{2, 2, splitPoint{from: 1}},
		{1, 1, splitPoint{kind: splitRight}},
		{1, 0, splitPoint{from: 0, left: true}},
	} {
		if got := evenSplit(c.n, c.pos); got != c.want {
			t.Errorf("evenSplit(%d, %d) = %+v, want %+v", c.n, c.pos, got, c.want)
		}
	}
}
