package btree

import (
	"bytes"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Replace overwrites the row or ghost with rec's key and uniquifier by rec (key unchanged, any
// length), which may be a ghost; ok false when there is none. A row that outgrows its page splits it by the rules of an
// insert at its place.
func (t *Tree) Replace(rec []byte, io *bufpool.IO) (ok bool, err error) {
	sp, ok, err := t.rowLike(rec, io)
	if err != nil {
		return false, err
	}
	defer func() { sp.ref.Release() }()
	if !ok {
		return false, nil
	}
	err = t.replaceAt(&sp, rec, &t.key, io)
	if err == nil && page.IsGhost(rec) {
		sp.ref.Page.SetXdes(t.xact)
		err = t.unit.MarkGhosts(sp.ref.Page.ID(), true)
	}
	return err == nil, err
}

// Exchange is Replace of a row, ghosts apart, that appends the row replaced to dst.
func (t *Tree) Exchange(dst, rec []byte, io *bufpool.IO) (old []byte, ok bool, err error) {
	sp, ok, err := t.rowLike(rec, io)
	if err != nil {
		return dst, false, err
	}
	defer func() { sp.ref.Release() }()
	if !ok || sp.ref.Page.Ghost(sp.pos) {
		return dst, false, nil
	}
	dst = append(dst, sp.ref.Page.Record(sp.pos)...)
	return dst, true, t.replaceAt(&sp, rec, &t.key, io)
}

// rowLike pins the leaf for the row or ghost with the key and uniquifier of rec, which it leaves in t.key; ok tells that
// sp is there.
func (t *Tree) rowLike(rec []byte, io *bufpool.IO) (sp spot, ok bool, err error) {
	t.sh.clearNull(rec)
	t.sh.fromLeaf(&t.key, rec, true)
	if err := t.checkKey(&t.key, rec); err != nil {
		return spot{}, false, err
	}
	return t.locateRow(&t.key, io)
}

// replaceAt puts rec in the place of the record at sp, whose exact key is k too.
func (t *Tree) replaceAt(sp *spot, rec []byte, k *searchKey, io *bufpool.IO) error {
	sp.ref.Dirty()
	if sp.ref.Page.Replace(sp.pos, rec) {
		return nil
	}
	old := bytes.Clone(sp.ref.Page.Record(sp.pos))
	sp.ref.Page.Remove(sp.pos)
	err := t.put(sp, rec, k, io)
	if err != nil {
		// The old row fitted before, so it still does, whatever was split meanwhile.
		sp.ref.Dirty()
		sp.ref.Page.Insert(sp.pos, old)
	}
	return err
}
