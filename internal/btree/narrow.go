package btree

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// maxNarrow is the most rows of a Narrow.
const maxNarrow = 16

// Narrow has copies of the few rows of a range that lies in one leaf: read in one descent, after which nothing is pinned.
// Used again, it allocates nothing.
type Narrow struct {
	b      bounds
	lo, hi searchKey
	side   bufpool.IO
	leaf   page.ID
	rows   [maxNarrow]struct{ end, slot uint16 } // end of the row in buf, slot in leaf
	n      int
	buf    []byte
}

// Len is the number of rows; Row and Place are of one of them, in the range's order.
func (n *Narrow) Len() int             { return n.n }
func (n *Narrow) Place(i int) page.RID { return page.RID{Page: n.leaf, Slot: n.rows[i].slot} }
func (n *Narrow) Row(i int) []byte {
	from := 0
	if i > 0 {
		from = int(n.rows[i-1].end)
	}
	end := int(n.rows[i].end)
	return n.buf[from:end:end]
}

// ReadNarrow fills n with the rows of r. Ok false: they are too many or lie in several leaves; then no logical reads were
// counted.
func (t *Tree) ReadNarrow(n *Narrow, r Range, io *bufpool.IO) (ok bool, err error) {
	n.n, n.buf = 0, n.buf[:0]
	if err := t.setBounds(&n.b, &n.lo, &n.hi, r); err != nil {
		return false, err
	}
	n.side.Logical.Store(0)
	n.side.Physical.Store(0)
	ok, err = t.readNarrow(n)
	if io != nil {
		if ok {
			io.Logical.Add(n.side.Logical.Load())
		}
		if p := n.side.Physical.Load(); p > 0 {
			io.Physical.Add(p)
		}
	}
	return ok, err
}

func (t *Tree) readNarrow(n *Narrow) (ok bool, err error) {
	id := t.root
	for level := t.depth - 1; level > 0; level-- {
		ref, err := t.get(id, level, &n.side)
		if err != nil {
			return false, err
		}
		i0, i1 := n.b.children(t.sh, ref.Page, true, true)
		if i0 == i1 {
			id = ref.Page.Child(i0)
		}
		ref.Release()
		if i0 != i1 {
			return i0 > i1, nil
		}
	}
	ref, err := t.get(id, 0, &n.side)
	if err != nil {
		return false, err
	}
	defer ref.Release()
	p := ref.Page
	n.leaf = id
	from, to := n.b.rows(t.sh, p, true, true)
	for i := range to - from {
		slot := from + i
		if n.b.backward {
			slot = to - 1 - i
		}
		if p.Ghost(slot) {
			continue
		}
		if n.n == maxNarrow {
			return false, nil
		}
		n.buf = append(n.buf, p.Record(slot)...)
		n.rows[n.n].end, n.rows[n.n].slot = uint16(len(n.buf)), uint16(slot)
		n.n++
	}
	return true, nil
}
