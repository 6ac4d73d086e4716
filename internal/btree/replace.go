package btree

import (
	"bytes"

	"scanfrag/internal/bufpool"
)

// Replace overwrites the row with rec's key and uniquifier by rec (key unchanged, any
// length); ok false when there is none. A row that outgrows its page splits it by the rules of an insert at its place.
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
	sp.ref.Dirty()
	if sp.ref.Page.Replace(sp.pos, rec) {
		return true, nil
	}
	old := bytes.Clone(sp.ref.Page.Record(sp.pos))
	sp.ref.Page.Remove(sp.pos)
	if err := t.put(&sp, rec, k, io); err != nil {
		// The old row fitted before, so it still does, whatever was split meanwhile.
		sp.ref.Dirty()
		sp.ref.Page.Insert(sp.pos, old)
		return false, err
	}
	return true, nil
}
