package btree

import (
	"scanfrag/internal/bufpool"
)

// Delete makes a ghost of the row with key's columns and uniquifier; ok false when there is none. Of a
// non-unique key that is not Exact it takes the first row. The ghost stays, whole, until Revive undoes the
// delete, a row of its key takes its place, or it is cleaned up.
func (t *Tree) Delete(key Key, io *bufpool.IO) (ok bool, err error) {
	sp, ok, err := t.findRow(key, io)
	if err != nil || !ok {
		return false, err
	}
	defer sp.ref.Release()
	p := sp.ref.Page
	if p.GhostCount() == 0 {
		if err := t.unit.MarkGhosts(p.ID(), true); err != nil {
			return false, err
		}
	}
	sp.ref.Dirty()
	p.ToggleGhost(sp.pos)
	p.SetXdes(t.xact)
	return true, nil
}

// Revive makes a row of the ghost with the exact key again: the undo of Delete; ok false when there is none.
func (t *Tree) Revive(key Key, io *bufpool.IO) (ok bool, err error) {
	if err := t.fullKey(&t.key, &key); err != nil {
		return false, err
	}
	sp, ok, err := t.locateRow(&t.key, io)
	if err != nil {
		return false, err
	}
	defer sp.ref.Release()
	if !ok || !sp.ref.Page.Ghost(sp.pos) {
		return false, nil
	}
	sp.ref.Dirty()
	sp.ref.Page.ToggleGhost(sp.pos)
	return true, nil
}

// Remove takes the row away at once: the undo of Insert. A leaf that loses its last record is unlinked and freed,
// but never the only one.
func (t *Tree) Remove(key Key, io *bufpool.IO) (ok bool, err error) {
	sp, ok, err := t.findRow(key, io)
	if err != nil || !ok {
		return false, err
	}
	if p := sp.ref.Page; p.SlotCount() == 1 && !alone(p) {
		err := t.freeLeaf(&sp, &t.key, io)
		return err == nil, err
	}
	sp.ref.Dirty()
	sp.ref.Page.Remove(sp.pos)
	sp.ref.Release()
	return true, nil
}

// findRow pins the leaf with the row of a full key, ghosts apart, and leaves its exact key in t.key.
func (t *Tree) findRow(key Key, io *bufpool.IO) (sp spot, ok bool, err error) {
	k := &t.key
	if err := t.fullKey(k, &key); err != nil {
		return spot{}, false, err
	}
	if !t.single(k) {
		rec, ok, err := t.Get(nil, key, io)
		if err != nil || !ok {
			return spot{}, false, err
		}
		k.exact, k.uniq = true, t.sh.leafUniq(rec)
	}
	sp, ok, err = t.locateRow(k, io)
	if err == nil && (!ok || sp.ref.Page.Ghost(sp.pos)) {
		sp.ref.Release()
		ok = false
	}
	return sp, ok, err
}

// locateRow pins the leaf for the exact key k; ok tells that sp.pos is its row.
func (t *Tree) locateRow(k *searchKey, io *bufpool.IO) (sp spot, ok bool, err error) {
	h, ref, err := t.locate(k, io)
	if err != nil {
		return spot{}, false, err
	}
	pos := t.sh.rankLeaf(ref.Page, k, false)
	ok = pos < ref.Page.SlotCount() && t.sh.cmpLeaf(k, ref.Page.Raw(pos), 0) == 0
	return spot{h, ref, pos}, ok, nil
}
