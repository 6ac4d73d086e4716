package btree

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// splitLeaf makes room for rec at sp and puts it there. Each turn of the loop is a complete
// split that leaves a sound tree, as SQL Server's system transaction does: rows of unequal
// length may need several. Whatever can fail (allocation, reads) comes before the first change.
//
// New page numbers are taken from the bottom up (leaf, its parent's sibling, …), changes made
// from the top down, so that numbers follow the published order and a failure half-way is harmless.
func (t *Tree) splitLeaf(sp *spot, rec []byte, k *searchKey, io *bufpool.IO) error {
	for again := false; !sp.ref.Page.Fits(len(rec)); again = true {
		p := sp.ref.Page
		n := p.SlotCount()
		var d splitPoint
		if again {
			d = evenSplit(n, sp.pos)
		} else {
			d = leafSplit(n, sp.pos, p.LastPlaced(), p.Prev() == 0)
		}
		if err := t.splitOnce(sp, d, k, io); err != nil {
			return err
		}
	}
	sp.ref.Dirty()
	sp.ref.Page.Insert(sp.pos, rec)
	return nil
}

// splitOnce splits sp's page as d says and moves sp to where the new row, of key k, now belongs.
func (t *Tree) splitOnce(sp *spot, d splitPoint, k *searchKey, io *bufpool.IO) error {
	if err := t.repath(sp.h, k, io); err != nil {
		return err
	}
	p, id := sp.ref.Page, sp.ref.Page.ID()
	newID, err := t.newPage(0)
	if err != nil {
		return err
	}
	if d.kind == splitMove && p.GhostCount() > 0 {
		if err := t.unit.MarkGhosts(newID, true); err != nil {
			return t.giveBack(newID, 0, err)
		}
	}
	sc := &t.levels[1]
	child := newID
	switch d.kind {
	case splitMove:
		t.sh.fromLeaf(&sc.key, p.Record(d.from), true)
	case splitLeft:
		t.sh.fromLeaf(&sc.key, p.Record(0), true)
		child = id
	case splitRight:
		sc.key.cols = append(sc.key.cols[:0], k.cols...)
		sc.key.ord, sc.key.uniq, sc.key.exact = k.ord, k.uniq, k.exact
	}
	sc.ent = t.sh.appendEntry(sc.ent[:0], &sc.key, child, &t.x)
	up, slot, err := t.makeRoom(sp.h, 1, io)
	if err != nil {
		return t.giveBack(newID, 0, err)
	}
	defer up.Release()
	nref, err := t.fresh(newID, 0)
	if err != nil {
		return t.giveBack(newID, 0, err)
	}
	unlock, err := t.link(p, nref.Page, d.kind == splitLeft, io)
	if err != nil {
		nref.Release()
		return t.giveBack(newID, 0, err)
	}
	defer unlock.release()

	sp.ref.Dirty()
	unlock.apply()
	up.Dirty()
	up.Page.Insert(slot, sc.ent)
	switch d.kind {
	case splitMove:
		p.MoveTail(nref.Page, d.from)
		nref.Page.SetXdes(p.Xdes())
	case splitLeft:
		page.SetChildPage(up.Page.Record(slot-1), t.sh.entryMin, newID)
		t.redirected.Add(1)
		t.first = newID
	}
	g := t.hints.split(t.sh, sp.h, sc.ent, newID, d.kind == splitLeft)
	if d.kind == splitMove && d.left {
		nref.Release()
		return nil
	}
	sp.ref.Release()
	sp.ref, sp.h = nref, g
	if d.kind == splitMove {
		sp.pos -= d.from
	} else {
		sp.pos = 0
	}
	return nil
}

// linking is a new page about to be put beside an old one in its level's chain.
type linking struct {
	old, new *page.Page
	other    bufpool.Ref // the neighbour on the new page's far side, when there is one
	left     bool
}

// link prepares to chain n right of p (or left of it), pinning the neighbour.
func (t *Tree) link(p, n *page.Page, left bool, io *bufpool.IO) (l linking, err error) {
	l = linking{old: p, new: n, left: left}
	id := p.Next()
	if left {
		id = p.Prev()
	}
	if id == 0 {
		return l, nil
	}
	l.other, err = t.get(id, int(p.Level()), io)
	return l, err
}

func (l *linking) apply() {
	if l.other.Page != nil {
		l.other.Dirty()
	}
	if l.left {
		l.new.SetPrev(l.old.Prev())
		l.new.SetNext(l.old.ID())
		l.old.SetPrev(l.new.ID())
		if l.other.Page != nil {
			l.other.Page.SetNext(l.new.ID())
		}
		return
	}
	l.new.SetNext(l.old.Next())
	l.new.SetPrev(l.old.ID())
	l.old.SetNext(l.new.ID())
	if l.other.Page != nil {
		l.other.Page.SetPrev(l.new.ID())
	}
}

func (l *linking) release() {
	if l.other.Page != nil {
		l.other.Release()
	}
}
