package btree

import (
	"fmt"

	"scanfrag/internal/page"
)

// Key is a search key: the raw bytes of the first columns (nil = NULL), and for exact
// addressing of a row in a non-unique tree its uniquifier (0 for the row that has none).
type Key struct {
	Cols       [][]byte
	Uniquifier uint32
	Exact      bool // Uniquifier counts
}

// MaxKeyBytes is the most bytes of a tree's key columns: a non-leaf page must hold three
// entries. SQL Server's own limits (900 bytes, 1700 in later nonclustered indexes) are for the engine
// to enforce; a nonclustered index has the clustered key behind its own.
const MaxKeyBytes = 1700 + 900

// KeyOf sets dst to rec's full key, aliasing rec, in dst's backing array.
func (t *Tree) KeyOf(dst *Key, rec []byte) {
	dst.Cols = dst.Cols[:0]
	for i := range t.sh.cols {
		dst.Cols = append(dst.Cols, t.sh.leafCol(rec, i))
	}
	dst.Exact, dst.Uniquifier = true, t.sh.leafUniq(rec)
}

// AppendKey appends a compact self-contained copy of rec's full key (undo, spools):
//
//	[uniquifier (4), non-unique trees] then per column: length+1 (2), 0 = NULL | bytes
func (t *Tree) AppendKey(dst, rec []byte) []byte {
	if !t.sh.unique {
		dst = le.AppendUint32(dst, t.sh.leafUniq(rec))
	}
	for i := range t.sh.cols {
		v := t.sh.leafCol(rec, i)
		if v == nil {
			dst = append(dst, 0, 0)
			continue
		}
		dst = le.AppendUint16(dst, uint16(len(v)+1))
		dst = append(dst, v...)
	}
	return dst
}

// ParseKey reads what AppendKey wrote, aliasing b.
func (t *Tree) ParseKey(b []byte) (Key, error) {
	k := Key{Cols: make([][]byte, 0, len(t.sh.cols))}
	return k, t.ReadKey(&k, b)
}

// ReadKey is ParseKey into dst's backing array.
func (t *Tree) ReadKey(dst *Key, b []byte) error {
	*dst = Key{Exact: true, Cols: dst.Cols[:0]}
	short := func() error {
		return fmt.Errorf("parse key: %d bytes end inside column %d of %d", len(b), len(dst.Cols)+1, len(t.sh.cols))
	}
	rest := b
	if !t.sh.unique {
		if len(rest) < page.UniquifierLen {
			return short()
		}
		dst.Uniquifier, rest = le.Uint32(rest), rest[page.UniquifierLen:]
	}
	for i := range t.sh.cols {
		if len(rest) < 2 {
			return short()
		}
		n := int(le.Uint16(rest)) - 1
		rest = rest[2:]
		if n < 0 {
			dst.Cols = append(dst.Cols, nil)
			continue
		}
		if len(rest) < n {
			return short()
		}
		if c := &t.sh.cols[i]; c.width > 0 && n != c.width {
			return fmt.Errorf("parse key: column %d has %d bytes, %d wanted", i+1, n, c.width)
		}
		dst.Cols, rest = append(dst.Cols, rest[:n:n]), rest[n:]
	}
	if len(rest) > 0 {
		return fmt.Errorf("parse key: %d bytes too many", len(rest))
	}
	return nil
}

// Compare orders two leaf records by key and uniquifier.
func (t *Tree) Compare(a, b []byte) int { return t.sh.compareLeaf(a, b, true) }

// CompareKeys orders two leaf records by key alone.
func (t *Tree) CompareKeys(a, b []byte) int { return t.sh.compareLeaf(a, b, false) }

// fullKey takes apart a key that must name every key column.
func (t *Tree) fullKey(k *searchKey, key *Key) error {
	if len(key.Cols) != len(t.sh.cols) {
		return fmt.Errorf("index %d of object %d: a key of %d columns where %d are needed", t.def.IndexID, t.def.ObjID, len(key.Cols), len(t.sh.cols))
	}
	return t.prefixKey(k, key)
}

// prefixKey takes apart a key that names the first key columns.
func (t *Tree) prefixKey(k *searchKey, key *Key) error {
	if len(key.Cols) > len(t.sh.cols) {
		return fmt.Errorf("index %d of object %d: a key of %d columns where there are %d", t.def.IndexID, t.def.ObjID, len(key.Cols), len(t.sh.cols))
	}
	for i, v := range key.Cols {
		if c := &t.sh.cols[i]; c.width > 0 && v != nil && len(v) != c.width {
			return fmt.Errorf("index %d of object %d: key column %d has %d bytes, %d wanted", t.def.IndexID, t.def.ObjID, i+1, len(v), c.width)
		}
	}
	t.sh.fromKey(k, key)
	return nil
}
