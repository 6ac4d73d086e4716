package btree

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// makeRoom pins the page of a non-leaf level that takes the entry in t.levels[level] and
// returns the slot for it, after splitting the page, and those above it, as needed. Each
// split is complete in itself: until the entry is inserted the tree is sound without it.
// h.path is kept current for h's leaf.
func (t *Tree) makeRoom(h *hint, level int, io *bufpool.IO) (bufpool.Ref, int, error) {
	sc := &t.levels[level]
	if level == t.depth {
		ref, err := t.growRoot(h)
		return ref, 1, err
	}
	ref, err := t.get(h.path[level-1], level, io)
	if err != nil {
		return ref, 0, err
	}
	slot := t.sh.rankEntry(ref.Page, &sc.key, true) + 1
	for !ref.Page.Fits(len(sc.ent)) {
		if ref, slot, err = t.splitParent(h, level, ref, slot, io); err != nil {
			return bufpool.Ref{}, 0, err
		}
	}
	return ref, slot, nil
}

// growRoot puts a new root with a single entry above the old one.
func (t *Tree) growRoot(h *hint) (bufpool.Ref, error) {
	if t.depth == maxDepth {
		return bufpool.Ref{}, t.damaged("it would have more than %d levels", maxDepth)
	}
	id, err := t.newPage(t.depth)
	if err != nil {
		return bufpool.Ref{}, err
	}
	ref, err := t.fresh(id, t.depth)
	if err != nil {
		return ref, t.giveBack(id, t.depth, err)
	}
	ref.Page.Insert(0, t.sh.appendEntry(nil, lowestEntry, t.root, &t.x))
	t.root = id
	t.depth++
	h.path = append(h.path, id)
	t.hints.paths++
	h.paths = t.hints.paths
	return ref, nil
}

// splitParent halves a full non-leaf page and returns the half, pinned, that the new entry
// belongs to, and its slot there. It releases ref, on an error too.
func (t *Tree) splitParent(h *hint, level int, ref bufpool.Ref, slot int, io *bufpool.IO) (bufpool.Ref, int, error) {
	fail := func(err error) (bufpool.Ref, int, error) {
		ref.Release()
		return bufpool.Ref{}, 0, err
	}
	p := ref.Page
	d := evenSplit(p.SlotCount(), slot)
	if d.kind != splitMove || d.from == 0 {
		// Keys are at most MaxKeyBytes long: a page without room has several entries.
		return fail(t.damaged("non-leaf page %v is full with %d entries", p.ID(), p.SlotCount()))
	}
	newID, err := t.newPage(level)
	if err != nil {
		return fail(err)
	}
	sc := &t.levels[level+1]
	sc.ent = append(sc.ent[:0], p.Record(d.from)...)
	page.SetChildPage(sc.ent, t.sh.entryMin, newID)
	t.sh.fromEntry(&sc.key, sc.ent)
	up, upSlot, err := t.makeRoom(h, level+1, io)
	if err != nil {
		return fail(t.giveBack(newID, level, err))
	}
	defer up.Release()
	nref, err := t.fresh(newID, level)
	if err != nil {
		return fail(t.giveBack(newID, level, err))
	}
	chain, err := t.link(p, nref.Page, false, io)
	if err != nil {
		nref.Release()
		return fail(t.giveBack(newID, level, err))
	}
	defer chain.release()

	ref.Dirty()
	chain.apply()
	up.Dirty()
	up.Page.Insert(upSlot, sc.ent)
	p.MoveTail(nref.Page, d.from)
	t.hints.paths++
	h.paths = t.hints.paths
	if d.left {
		nref.Release()
		return ref, slot, nil
	}
	ref.Release()
	h.path[level-1] = newID
	return nref, slot - d.from, nil
}
