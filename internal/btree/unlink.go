package btree

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// alone tells of a page that it is the only one of its level.
func alone(p *page.Page) bool { return p.Prev() == 0 && p.Next() == 0 }

// freeLeaf unlinks and deallocates the leaf at sp, none of whose records counts any more, and releases it; k is a key of its
// range.
func (t *Tree) freeLeaf(sp *spot, k *searchKey, io *bufpool.IO) error {
	var u unlinking
	err := t.unlinkLeaf(&u, sp, k, io)
	u.release()
	sp.ref.Release()
	if err != nil {
		return err
	}
	for level, id := range u.freed {
		t.free(id, level)
	}
	return nil
}

// unlinkLeaf removes the leaf at sp from its chain and from
// the pages above, and lists it in u.freed with those that lose their only child.
//
// The key range of a page that goes is inherited by the page before it, or, when it was its
// parent's first child, by the next one: the parent's first entry keeps its key and
// takes over the second one's child.
func (t *Tree) unlinkLeaf(u *unlinking, sp *spot, k *searchKey, io *bufpool.IO) error {
	if err := t.repath(sp.h, k, io); err != nil {
		return err
	}
	if err := u.chain(t, sp.ref.Page, io); err != nil {
		return err
	}
	child := sp.ref.Page.ID()
	u.freed = append(u.freed, child)
	for level := 1; ; level++ {
		if level == t.depth {
			return t.damaged("page %v has neighbours but no sibling in any page above", child)
		}
		ref, err := t.get(sp.h.path[level-1], level, io)
		if err != nil {
			return err
		}
		u.pins = append(u.pins, ref)
		slot := t.sh.rankEntry(ref.Page, k, true)
		if c := ref.Page.Child(slot); c != child {
			return t.damaged("page %v leads to page %v where page %v was expected", ref.Page.ID(), c, child)
		}
		if ref.Page.SlotCount() > 1 {
			u.apply()
			ref.Dirty()
			if slot == 0 {
				page.SetChildPage(ref.Page.Record(0), t.sh.entryMin, ref.Page.Child(1))
				t.redirected.Add(1)
				slot = 1
			}
			ref.Page.Remove(slot)
			break
		}
		if err := u.chain(t, ref.Page, io); err != nil {
			return err
		}
		child = ref.Page.ID()
		u.freed = append(u.freed, child)
	}
	if t.first == sp.ref.Page.ID() {
		t.first = sp.ref.Page.Next()
	}
	t.hints.clear()
	t.courses.clear()
	return nil
}

// unlinking is a set of pages about to leave their levels' chains, everything needed pinned.
type unlinking struct {
	pins  []bufpool.Ref
	cuts  []cut
	freed []page.ID // from the leaf up
}

type cut struct {
	prev, next     bufpool.Ref
	prevID, nextID page.ID
}

// chain pins the neighbours of a page that will go.
func (u *unlinking) chain(t *Tree, p *page.Page, io *bufpool.IO) (err error) {
	c := cut{prevID: p.Prev(), nextID: p.Next()}
	if c.prevID != 0 {
		if c.prev, err = t.get(c.prevID, int(p.Level()), io); err != nil {
			return err
		}
		u.pins = append(u.pins, c.prev)
	}
	if c.nextID != 0 {
		if c.next, err = t.get(c.nextID, int(p.Level()), io); err != nil {
			return err
		}
		u.pins = append(u.pins, c.next)
	}
	u.cuts = append(u.cuts, c)
	return nil
}

func (u *unlinking) apply() {
	for _, c := range u.cuts {
		if c.prevID != 0 {
			c.prev.Dirty()
			c.prev.Page.SetNext(c.nextID)
		}
		if c.nextID != 0 {
			c.next.Dirty()
			c.next.Page.SetPrev(c.prevID)
		}
	}
}

func (u *unlinking) release() {
	for _, r := range u.pins {
		r.Release()
	}
	u.pins = nil
}
