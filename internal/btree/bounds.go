package btree

import "scanfrag/internal/page"

// Range bounds an ordered scan; nil Lo or Hi is open. A prefix of the key columns is allowed
// and stands for all keys that begin with it.
type Range struct {
	Lo, Hi         *Key
	LoOpen, HiOpen bool // exclusive
	Backward       bool
}

// bounds is a Range made ready for comparing.
type bounds struct {
	lo, hi   *searchKey
	loUpper  bool // a child whose separator equals lo has all rows wanted: none before it
	loOpen   bool
	hiOpen   bool
	backward bool
}

func (t *Tree) bounds(r Range) (*bounds, error) {
	b := new(bounds)
	if err := t.setBounds(b, new(searchKey), new(searchKey), r); err != nil {
		return nil, err
	}
	return b, nil
}

// setBounds makes b of r; lo and hi are for its keys.
func (t *Tree) setBounds(b *bounds, lo, hi *searchKey, r Range) error {
	*b = bounds{loOpen: r.LoOpen, hiOpen: r.HiOpen, backward: r.Backward}
	if r.Lo != nil && len(r.Lo.Cols) > 0 {
		b.lo = lo
		if err := t.prefixKey(b.lo, r.Lo); err != nil {
			return err
		}
		full := len(b.lo.cols) == len(t.sh.cols)
		if full && !t.sh.unique && !b.lo.exact && !r.LoOpen {
			b.lo.exact = true // from the first row of the key on, which has no uniquifier
		}
		b.loUpper = r.LoOpen || full
	}
	if r.Hi != nil && len(r.Hi.Cols) > 0 {
		b.hi = hi
		if err := t.prefixKey(b.hi, r.Hi); err != nil {
			return err
		}
	}
	return nil
}

// children is the range of entries i0..i1 (inclusive, empty when i1 < i0) of a non-leaf page that
// lead to rows of the range; lo and hi say that the page lies on the range's edges.
func (b *bounds) children(s *shape, p *page.Page, lo, hi bool) (i0, i1 int) {
	i1 = p.SlotCount() - 1
	if lo && b.lo != nil {
		i0 = s.rankEntry(p, b.lo, b.loUpper)
	}
	if hi && b.hi != nil {
		i1 = s.rankEntry(p, b.hi, !b.hiOpen)
	}
	return i0, i1
}

// rows is the range of slots from..to-1 of a leaf that belong to the range.
func (b *bounds) rows(s *shape, p *page.Page, lo, hi bool) (from, to int) {
	to = p.SlotCount()
	if lo && b.lo != nil {
		from = s.rankLeaf(p, b.lo, b.loOpen)
	}
	if hi && b.hi != nil {
		to = s.rankLeaf(p, b.hi, !b.hiOpen)
	}
	return from, max(from, to)
}

// bounded tells whether the range leaves rows out at either end.
func (b *bounds) bounded() bool { return b.lo != nil || b.hi != nil }
