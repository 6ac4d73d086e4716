package btree

import (
	"bytes"
	"fmt"
	"math"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// DuplicateKey is returned by Insert into a unique tree, and by Build; Record is the
// record that came second. The key as text is the engine's to print.
type DuplicateKey struct{ Record []byte }

func (*DuplicateKey) Error() string { return "duplicate key" }

// spot is where a row goes: slot pos of a pinned leaf, and the leaf's hint.
type spot struct {
	h   *hint
	ref bufpool.Ref
	pos int
}

// Insert adds a leaf record. In a non-unique tree it is given a uniquifier when its key
// exists (the highest of that key plus 1), and loses one it brought along; key columns that
// are NULL have their bytes cleared and the uniquifier's NULL bit is set, both in rec itself.
// Insert returns the record as stored, valid until the next call: rec, or a copy with the uniquifier.
// Ghosts do not count as rows; one with the very key gives its place to the row (see Overwritten).
// Consecutive inserts into a few leaves do not descend again: each requests the leaf only.
func (t *Tree) Insert(rec []byte, io *bufpool.IO) (stored []byte, err error) {
	rec = t.normalise(rec)
	k := &t.key
	t.sh.fromLeaf(k, rec, false)
	if err := t.checkKey(k, rec); err != nil {
		return nil, err
	}
	h, ref, err := t.locate(k, io)
	if err != nil {
		return nil, err
	}
	sp := spot{h, ref, t.sh.rankLeaf(ref.Page, k, true)}
	if !t.sh.unique {
		u, err := t.nextUniquifier(&sp, k, io)
		if err != nil {
			ref.Release()
			return nil, err
		}
		if u != 0 {
			rec = t.withUniquifier(rec, u)
			t.sh.fromLeaf(k, rec, true)
		}
		k.exact, k.uniq = true, u
		ghosts := ref.Page.GhostCount() > 0
		if (sp.pos == 0 || ghosts) && h.hasLo && t.sh.cmpEntry(k, h.lo, 0) < 0 {
			// The leaf starts at a later row of the key, which is gone or a ghost: the exact key lies before it.
			ref.Release()
			if sp.h, sp.ref, err = t.locate(k, io); err != nil {
				return nil, err
			}
			ghosts = true
		}
		if ghosts {
			sp.pos = t.sh.rankLeaf(sp.ref.Page, k, true)
		}
	}
	t.over = t.over[:0]
	if p := sp.ref.Page; (t.sh.unique || p.GhostCount() > 0) && sp.pos > 0 && t.sh.cmpLeaf(k, p.Raw(sp.pos-1), 0) == 0 {
		sp.pos--
		if !p.Ghost(sp.pos) {
			sp.ref.Release()
			return nil, &DuplicateKey{bytes.Clone(rec)}
		}
		if t.ours(p) {
			t.over = append(t.over, p.Record(sp.pos)...)
		}
		err = t.replaceAt(&sp, rec, k, io)
	} else {
		err = t.put(&sp, rec, k, io)
	}
	sp.ref.Release()
	if err != nil {
		return nil, err
	}
	return rec, nil
}

// Overwritten is the ghost whose place the last insert took, when the present transaction may have made it; else empty. The
// undo of such an insert is to Replace the row by the ghost.
func (t *Tree) Overwritten() []byte { return t.over }

// put places rec, whose exact key is k, splitting the leaf when it has no room even without ghosts. It leaves sp at the row.
func (t *Tree) put(sp *spot, rec []byte, k *searchKey, io *bufpool.IO) error {
	if !sp.ref.Page.Fits(len(rec)) {
		t.tidy(sp)
	}
	if sp.ref.Page.Fits(len(rec)) {
		sp.ref.Dirty()
		sp.ref.Page.Insert(sp.pos, rec)
		return nil
	}
	return t.splitLeaf(sp, rec, k, io)
}

// normalise brings a record about to be inserted into its stored form, in place where
// it can: no uniquifier, and zero bytes under a NULL first column (what the search relies on).
func (t *Tree) normalise(rec []byte) []byte {
	if !t.sh.unique {
		if rec[0]&page.StatusVars != 0 {
			if v, _ := page.Var(rec, 0); len(v) > 0 {
				if t.isStored(rec) {
					rec = bytes.Clone(rec)
				}
				t.stored = page.WithVar(t.stored[:0], rec, 0, nil, false)
				rec = t.stored
			}
		}
		if !page.IsNull(rec, t.sh.uniqBit) {
			page.SetNull(rec, t.sh.uniqBit, true)
		}
	}
	t.sh.clearNull(rec)
	return rec
}

// isStored tells whether rec lies in the buffer for stored records.
func (t *Tree) isStored(rec []byte) bool { return cap(t.stored) > 0 && &rec[0] == &t.stored[:1][0] }

// clearNull zeroes the bytes of a NULL in a first column with an ordinal.
func (s *shape) clearNull(rec []byte) {
	c := &s.cols[0]
	if s.ord != ordNone && c.Nullable && s.leafNull(rec, c.NullBit) {
		clear(rec[c.Offset : c.Offset+c.size])
	}
}

// nextUniquifier is the uniquifier of a row of key k about to be put at sp: 0 for the first
// of its key, else one more than the row's before it.
func (t *Tree) nextUniquifier(sp *spot, k *searchKey, io *bufpool.IO) (uint32, error) {
	p := sp.ref.Page
	for i := sp.pos - 1; i >= 0; i-- {
		if !p.Ghost(i) || t.sh.cmpLeaf(k, p.Raw(i), 0) != 0 {
			return t.uniquifierAfter(k, p.Raw(i))
		}
	}
	prev := p.Prev()
	if prev == 0 {
		return 0, nil
	}
	// Only after deletes: the page's own first rows, its separator's key among them, are gone or ghosts. The row before them
	// counts even as a ghost: to walk over a long run of them for each insert would be quadratic.
	ref, err := t.get(prev, 0, io)
	if err != nil {
		return 0, err
	}
	defer ref.Release()
	n := ref.Page.SlotCount()
	if n == 0 {
		return 0, t.emptyLeaf(ref.Page)
	}
	return t.uniquifierAfter(k, ref.Page.Raw(n-1))
}

func (t *Tree) uniquifierAfter(k *searchKey, rec []byte) (uint32, error) {
	if t.sh.cmpLeaf(k, rec, 0) != 0 {
		return 0, nil
	}
	u := t.sh.leafUniq(rec)
	if u >= math.MaxInt32 {
		return 0, fmt.Errorf("index %d of object %d: the key has used up its 2,147,483,647 uniquifiers", t.def.IndexID, t.def.ObjID)
	}
	return u + 1, nil
}

// withUniquifier is a copy of rec with uniquifier u, in the tree's buffer for stored records.
func (t *Tree) withUniquifier(rec []byte, u uint32) []byte {
	le.PutUint32(t.x.uniq[:], u)
	if t.isStored(rec) {
		rec = bytes.Clone(rec)
	}
	t.stored = page.WithVar(t.stored[:0], rec, 0, t.x.uniq[:], false)
	page.SetNull(t.stored, t.sh.uniqBit, false)
	return t.stored
}

// checkKey refuses what pages cannot hold: rows of over 8060 bytes, as SQL Server, and keys of over MaxKeyBytes.
func (t *Tree) checkKey(k *searchKey, rec []byte) error {
	if len(rec) > page.MaxRecord {
		return fmt.Errorf("index %d of object %d: a row of %d bytes exceeds %d", t.def.IndexID, t.def.ObjID, len(rec), page.MaxRecord)
	}
	if t.sh.fixedKeys {
		return nil
	}
	n := 0
	for i := range k.cols {
		n += len(k.cols[i])
	}
	if n > MaxKeyBytes {
		return fmt.Errorf("index %d of object %d: a key of %d bytes exceeds %d", t.def.IndexID, t.def.ObjID, n, MaxKeyBytes)
	}
	return nil
}
