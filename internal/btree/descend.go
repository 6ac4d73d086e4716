package btree

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// locate pins the leaf for the key being written: by a hint, else by a descent that leaves one.
func (t *Tree) locate(k *searchKey, io *bufpool.IO) (*hint, bufpool.Ref, error) {
	h := t.hints.find(t.sh, k)
	if h == nil {
		h = t.hints.take(nil)
		h.leaf = 0
		slot, err := t.descend(h, k, io)
		if err != nil {
			return nil, bufpool.Ref{}, err
		}
		if t.depth > 1 {
			t.readAhead(h, slot, io)
		}
	}
	ref, err := t.get(h.leaf, 0, io)
	if err != nil {
		h.leaf = 0
	}
	return h, ref, err
}

// descend fills h with the leaf for k, its bounds and the pages above it; slot is the leaf's in its level-1 page.
func (t *Tree) descend(h *hint, k *searchKey, io *bufpool.IO) (slot int, err error) {
	h.hasLo, h.hasHi = false, false
	h.path = h.path[:0]
	for range t.depth - 1 {
		h.path = append(h.path, 0)
	}
	id := t.root
	for level := t.depth - 1; level > 0; level-- {
		ref, err := t.get(id, level, io)
		if err != nil {
			return 0, err
		}
		h.path[level-1] = id
		p := ref.Page
		slot = t.sh.rankEntry(p, k, true)
		if slot > 0 {
			h.setLo(t.sh, p.Record(slot))
		}
		if slot+1 < p.SlotCount() {
			h.setHi(t.sh, p.Record(slot+1))
		}
		id = p.Child(slot)
		ref.Release()
	}
	h.leaf, h.paths = id, t.hints.paths
	return slot, nil
}

// repath makes h's path current again after non-leaf pages were split.
func (t *Tree) repath(h *hint, k *searchKey, io *bufpool.IO) error {
	if h.paths == t.hints.paths {
		return nil
	}
	leaf := h.leaf
	if _, err := t.descend(h, k, io); err != nil {
		h.leaf = 0
		return err
	}
	if h.leaf != leaf {
		err := t.damaged("the pages above lead to page %v where page %v was expected", h.leaf, leaf)
		h.leaf = 0
		return err
	}
	return nil
}

// single tells that at most one row can equal k; then a child whose separator equals k holds it.
func (t *Tree) single(k *searchKey) bool {
	return len(k.cols) == len(t.sh.cols) && (t.sh.unique || k.exact)
}

// Get appends the row with the given full key to dst; of a non-unique key that is not exact, the first row.
// It touches no writer state.
func (t *Tree) Get(dst []byte, key Key, io *bufpool.IO) (rec []byte, ok bool, err error) {
	var cols [4][]byte
	k := searchKey{cols: cols[:0]}
	if err := t.fullKey(&k, &key); err != nil {
		return dst, false, err
	}
	ref, slot, more, err := t.seek(k, io)
	if err != nil {
		return dst, false, err
	}
	for {
		p := ref.Page
		for ; slot < p.SlotCount(); slot++ {
			if t.sh.cmpLeaf(&k, p.Raw(slot), 0) != 0 {
				ref.Release()
				return dst, false, nil
			}
			if !p.Ghost(slot) {
				dst = append(dst, p.Record(slot)...)
				ref.Release()
				return dst, true, nil
			}
			more = !t.single(&k)
		}
		next := p.Next()
		ref.Release()
		if !more || next == 0 {
			return dst, false, nil
		}
		if ref, err = t.get(next, 0, io); err != nil {
			return dst, false, err
		}
		slot, more = 0, false
	}
}

// seek pins the leaf where the rows of the full key k start, if there are any, and gives the
// first slot not below them; more tells that they start in the next leaf when that slot is the end.
func (t *Tree) seek(k searchKey, io *bufpool.IO) (ref bufpool.Ref, slot int, more bool, err error) {
	any := k
	k.exact = !t.sh.unique // the first row of a key has uniquifier 0, unless it was deleted
	id := t.root
	for level := t.depth - 1; level > 0; level-- {
		ref, err := t.get(id, level, io)
		if err != nil {
			return ref, 0, false, err
		}
		p := ref.Page
		slot := t.sh.rankEntry(p, &k, true)
		more = more || !t.single(&any) && slot+1 < p.SlotCount() && t.sh.cmpEntry(&any, p.Raw(slot+1), 0) == 0
		id = p.Child(slot)
		ref.Release()
	}
	ref, err = t.get(id, 0, io)
	if err != nil {
		return ref, 0, false, err
	}
	return ref, t.sh.rankLeaf(ref.Page, &k, false), more, nil
}

// emptyLeaf is the error for an empty leaf beside others: a leaf that loses its last row is unlinked.
func (t *Tree) emptyLeaf(p *page.Page) error {
	return t.damaged("page %v has no rows but neighbours %v and %v", p.ID(), p.Prev(), p.Next())
}
