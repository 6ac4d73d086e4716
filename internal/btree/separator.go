package btree

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// separator is the entry for a leaf that gets another lowest key.
type separator struct {
	was searchKey // the leaf's lowest key until now
	ent []byte
}

// separator prepares leaf p's entry for rec as its first row.
func (t *Tree) separator(p *page.Page, rec []byte) (m separator) {
	t.sh.fromLeaf(&m.was, rec, true)
	m.ent = t.sh.appendEntry(nil, &m.was, p.ID(), &t.x)
	t.sh.fromLeaf(&m.was, p.Record(0), true)
	return m
}

// bound finds the entry that bounds the leaf for k from below. It is the leaf's own, or when that is the first of its page
// and so counts for nothing, the one for that page, and so on; the leaf is not the first.
func (t *Tree) bound(k *searchKey, pins *pinned) (ref bufpool.Ref, slot int, err error) {
	h := hint{}
	if _, err := t.descend(&h, k, nil); err != nil {
		return ref, 0, err
	}
	for level, id := range h.path {
		if ref, err = pins.get(t, id, level+1); err != nil {
			return ref, 0, err
		}
		if slot = t.sh.rankEntry(ref.Page, k, true); slot > 0 {
			return ref, slot, nil
		}
	}
	return ref, 0, t.damaged("page %v is the first leaf, but there is one before it", h.leaf)
}

// separatorFits pins the pages above the leaf for k and tells whether ent may take the place of the entry that bounds it;
// grow adds up what several such entries need.
func (t *Tree) separatorFits(k *searchKey, ent []byte, grow map[page.ID]int, pins *pinned) (bool, error) {
	ref, slot, err := t.bound(k, pins)
	if err != nil {
		return false, err
	}
	id := ref.Page.ID()
	grow[id] += max(0, len(ent)-len(ref.Page.Record(slot)))
	return grow[id] <= ref.Page.FreeCount(), nil
}

// setSeparator writes the entry, with the child that the one before it has.
func (t *Tree) setSeparator(m *separator, pins *pinned) error {
	ref, slot, err := t.bound(&m.was, pins)
	if err != nil {
		return err
	}
	page.SetChildPage(m.ent, t.sh.entryMin, ref.Page.Child(slot))
	ref.Dirty()
	ref.Page.Replace(slot, m.ent)
	return nil
}
