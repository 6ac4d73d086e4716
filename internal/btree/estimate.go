package btree

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// A dive asks the tree itself how many rows a range has, as an optimizer asks its histograms. Its pages are no
// logical reads: a histogram costs none either.

// LeafFor is the leaf that the row of the full key is on, if there is one, read from the level above.
func (t *Tree) LeafFor(key Key, io *bufpool.IO) (page.ID, error) {
	var k searchKey
	if err := t.fullKey(&k, &key); err != nil {
		return 0, err
	}
	id := t.root
	for level := t.depth - 1; level > 0; level-- {
		ref, err := t.getQuietly(id, level, io)
		if err != nil {
			return 0, err
		}
		id = ref.Page.Child(t.sh.rankEntry(ref.Page, &k, true))
		ref.Release()
	}
	return id, nil
}

// edge is where one end of a range lies.
type edge struct {
	pos  float64 // share of the rows before it, as if all pages of a level were equally full
	leaf page.ID
	rank int // rows of the leaf before it
}

// Estimate is about how many of the tree's rows lie in the range: exact when both ends lie on one leaf.
func (t *Tree) Estimate(r Range, rows int64, io *bufpool.IO) (float64, error) {
	b, err := t.bounds(r)
	if err != nil {
		return 0, err
	}
	lo, hi := edge{}, edge{pos: 1}
	if b.lo != nil {
		if lo, err = t.dive(b.lo, b.loUpper, b.loOpen, io); err != nil {
			return 0, err
		}
	}
	if b.hi != nil {
		if hi, err = t.dive(b.hi, !b.hiOpen, !b.hiOpen, io); err != nil {
			return 0, err
		}
	}
	if lo.leaf != 0 && lo.leaf == hi.leaf {
		return float64(max(0, hi.rank-lo.rank)), nil
	}
	return max(0, (hi.pos-lo.pos)*float64(rows)), nil
}

// dive finds a key's edge; upper and open say, above the leaf and on it, whether rows equal to k lie before it.
func (t *Tree) dive(k *searchKey, upper, open bool, io *bufpool.IO) (e edge, err error) {
	width := 1.0
	id := t.root
	for level := t.depth - 1; ; level-- {
		ref, err := t.getQuietly(id, level, io)
		if err != nil {
			return e, err
		}
		p := ref.Page
		slot := 0
		if level == 0 {
			slot = t.sh.rankLeaf(p, k, open)
		} else {
			slot = t.sh.rankEntry(p, k, upper)
		}
		width /= float64(max(1, p.SlotCount()))
		e.pos += width * float64(slot)
		if level == 0 {
			e.leaf, e.rank = id, slot
			ref.Release()
			return e, nil
		}
		id = p.Child(slot)
		ref.Release()
	}
}
