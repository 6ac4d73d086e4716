package btree

// splitPoint says how a full page makes room for one more row.
type splitPoint struct {
	kind splitKind
	from int  // splitMove: rows from..n-1 move to the new right page
	left bool // splitMove: the new row goes to the old (left) page
}

type splitKind uint8

const (
	splitMove  splitKind = iota // new page to the right, rows move
	splitRight                  // new page to the right with only the new row
	splitLeft                   // new page to the left with only the new row (first page of the level)
)

// leafSplit decides the split of a leaf with n rows, the new row taking slot pos; last is the
// slot of the row placed most recently, or -1; first tells that the page has no predecessor.
//
// No statement by Microsoft of the rule is known. This one is fitted to published end states
// of loads that insert from two ends at once (alternating low and high keys), which it gives to
// the page; right-end and left-end behaviour was also observed directly:
//
//	pos = n                     n rows stay | new                ascending at the right end
//	pos = 0 on the first page   new | n rows stay                descending at the left end
//	last = pos-1                0..pos-1 new | pos..n-1          ascending run inside the page
//	last = pos, pos >= 2        0..pos-2 | pos-1 new pos..n-1    descending run, one row as anchor
//	otherwise                   n/2 stay, new row left if pos <= n/2
//
// The first line also holds on a page that is not the last one (chosen, not observed).
func leafSplit(n, pos, last int, first bool) splitPoint {
	switch {
	case pos == n:
		return splitPoint{kind: splitRight}
	case pos == 0 && first:
		return splitPoint{kind: splitLeft}
	case last >= 0 && last == pos-1:
		return splitPoint{from: pos, left: true}
	case last == pos && pos >= 2:
		return splitPoint{from: pos - 1}
	}
	return evenSplit(n, pos)
}

// evenSplit halves by row count. It is the rule of non-leaf pages at both ends too (observed:
// 622 children and one more give 311 and 312), and of a page that still has no room after
// a split of rows of unequal length.
func evenSplit(n, pos int) splitPoint {
	if n == 1 && pos == 1 { // halving would leave the left page empty
		return splitPoint{kind: splitRight}
	}
	return splitPoint{from: n / 2, left: pos <= n/2}
}
