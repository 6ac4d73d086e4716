package btree

import (
	"context"

	"scanfrag/internal/page"
)

// Ghosts of a transaction that has not ended must stay, those of others need not: the page names the transaction that
// made its last ghost, and the caller keeps writers of two transactions apart.

// Begin says whose the changes from now on are, and whether ghosts of others may be removed where they are in the way.
func (t *Tree) Begin(xact uint64, clean bool) { t.xact, t.clean = xact, clean }

// ours tells whether ghosts of a leaf may be the present transaction's.
func (t *Tree) ours(p *page.Page) bool { return t.xact == 0 || p.Xdes() == t.xact }

// tidy removes the ghosts in the way of a new row at sp, when that is permitted.
func (t *Tree) tidy(sp *spot) {
	if p := sp.ref.Page; p.GhostCount() > 0 && t.clean && !t.ours(p) {
		sp.ref.Dirty()
		sp.pos -= p.RemoveGhosts(sp.pos)
	}
}

// cleanBatch is the most leaves of one Clean.
const cleanBatch = 256

// Clean removes the ghosts of a number of leaves that lie together under one level-1 page, in key order; more: there may
// be others. Nobody may be using the tree, and all its ghosts must be of transactions that have ended.
func (t *Tree) Clean(ctx context.Context) (more bool, err error) {
	if t.freeOrphans(); len(t.orphans) > 0 { // they have their bits still
		return false, nil
	}
	id, err := t.nextGhosts()
	if id == 0 || err != nil {
		return false, err
	}
	ids, err := t.siblings(id)
	if err != nil {
		return false, err
	}
	if ids, err = t.unit.MayHaveGhosts(ids); err != nil {
		return false, err
	}
	ids = ids[:min(len(ids), cleanBatch, max(1, t.store.Pool().Frames()/32))]
	t.readPages(ids, nil)
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return true, context.Cause(ctx)
		}
		if err := t.cleanLeaf(id); err != nil {
			return true, err
		}
		t.cleaned = id
	}
	return true, nil
}

// nextGhosts is a leaf with ghosts that can go; 0: there is none.
func (t *Tree) nextGhosts() (page.ID, error) {
	id, err := t.unit.FindGhosts(t.cleaned)
	if id != t.first || err != nil {
		return id, err
	}
	ref, err := t.get(id, 0, nil)
	if err != nil {
		return 0, err
	}
	kept := ref.Page.SlotCount() == 1 && ref.Page.GhostCount() == 1
	ref.Release()
	if !kept {
		return id, nil
	}
	if t.unit.GhostPages() == 1 {
		return 0, nil
	}
	return t.unit.FindGhosts(id)
}

// siblings lists a leaf and those after it under the same level-1 page.
func (t *Tree) siblings(id page.ID) ([]page.ID, error) {
	ref, err := t.get(id, 0, nil)
	if err != nil {
		return nil, err
	}
	if alone(ref.Page) {
		ref.Release()
		return []page.ID{id}, nil
	}
	var h hint
	slot, err := t.descendTo(&h, ref.Page)
	ref.Release()
	if err != nil {
		return nil, err
	}
	up, err := t.get(h.path[0], 1, nil)
	if err != nil {
		return nil, err
	}
	defer up.Release()
	return childrenFrom(nil, up.Page, slot-1, false), nil
}

// descendTo fills h with the way to leaf p, and gives its slot in its level-1 page.
func (t *Tree) descendTo(h *hint, p *page.Page) (slot int, err error) {
	if p.SlotCount() == 0 {
		return 0, t.emptyLeaf(p)
	}
	t.sh.fromLeaf(&t.key, p.Record(0), true)
	if slot, err = t.descend(h, &t.key, nil); err == nil && h.leaf != p.ID() {
		err = t.damaged("the pages above lead to page %v where page %v was expected", h.leaf, p.ID())
	}
	return slot, err
}

// cleanLeaf removes a leaf's ghosts, and the leaf when it holds nothing else. The first leaf stays, with the last of its
// ghosts. That is derived from two observations: of a table with one row a page, keys 1 to 4084, 2043 pages are left
// when the odd keys are deleted (2042/2043 = 99.9511 % fragmentation, 14/2043 = 0.6853 % after REORGANIZE); and of a first leaf
// whose ten rows were deleted the tenth was still there, a ghost in slot 0.
func (t *Tree) cleanLeaf(id page.ID) error {
	ref, err := t.get(id, 0, nil)
	if err != nil {
		return err
	}
	p := ref.Page
	all := p.GhostCount() > 0 && p.GhostCount() == p.SlotCount()
	if all && p.Prev() != 0 {
		sp := spot{ref: ref, h: &hint{}}
		if _, err := t.descendTo(sp.h, p); err != nil {
			ref.Release()
			return err
		}
		return t.freeLeaf(&sp, &t.key, nil)
	}
	defer ref.Release()
	if all {
		ref.Dirty()
		for p.SlotCount() > 1 {
			p.Remove(0)
		}
		return nil
	}
	if err := t.unit.MarkGhosts(id, false); err != nil {
		return err
	}
	if p.GhostCount() > 0 {
		ref.Dirty()
		p.RemoveGhosts(0)
	}
	return nil
}
