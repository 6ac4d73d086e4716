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
	k := &t.key
	t.sh.clearNull(rec)
	t.sh.fromLeaf(k, rec, true)
	if err := t.checkKey(k, rec); err != nil {
		return false, err
	}
	sp, ok, err := t.locateRow(k, io)
	if err != nil {
		return false, err
	}
	defer func() { sp.ref.Release() }()
	if !ok {
		return false, nil
	}
	err = t.replaceAt(&sp, rec, k, io)
	if err == nil && page.IsGhost(rec) {
		sp.ref.Page.SetXdes(t.xact)
		err = t.unit.MarkGhosts(sp.ref.Page.ID(), true)
	}
	return err == nil, err
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
