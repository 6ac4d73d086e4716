package btree

import (
	"scanfrag/internal/page"
)

// A hint remembers a leaf that was written to and the key range that belongs to it, so
// that a load descends once a leaf and not once a row. Several are kept because a load
// may alternate between insertion points. Splits keep hints exact; an unlinked leaf,
// whose range a neighbour inherits, clears them.
type hint struct {
	leaf         page.ID
	hasLo, hasHi bool
	loOrd, hiOrd int64
	lo, hi       []byte    // entries bounding the leaf: lo <= key < hi
	path         []page.ID // pages above, from level 1 to the root
	paths        uint64    // value of hints.paths the path belongs to
	used         uint64    // value of hints.clock at the last use
}

const hintCount = 8

type hints struct {
	list  [hintCount]hint
	clock uint64
	paths uint64 // grows whenever a non-leaf page is split or removed
}

func (hs *hints) clear() {
	for i := range hs.list {
		hs.list[i].leaf = 0
	}
	hs.paths++
}

// find is the hint whose leaf is the one for k, or nil. Rows that are equal to a
// separator lie to its right, so an inexact k finds the last leaf that may hold it.
func (hs *hints) find(s *shape, k *searchKey) *hint {
	for i := range hs.list {
		h := &hs.list[i]
		if h.leaf != 0 && h.holds(s, k) {
			hs.clock++
			h.used = hs.clock
			return h
		}
	}
	return nil
}

func (h *hint) holds(s *shape, k *searchKey) bool {
	if s.ord != ordNone {
		if h.hasLo && k.ord < h.loOrd || h.hasHi && k.ord > h.hiOrd {
			return false
		}
		if h.hasLo && k.ord == h.loOrd && s.cmpEntry(k, h.lo, 0) < 0 {
			return false
		}
		return !h.hasHi || k.ord < h.hiOrd || s.cmpEntry(k, h.hi, 0) < 0
	}
	return (!h.hasLo || s.cmpEntry(k, h.lo, 0) >= 0) && (!h.hasHi || s.cmpEntry(k, h.hi, 0) < 0)
}

// take gives the least recently used hint for reuse, but not keep.
func (hs *hints) take(keep *hint) *hint {
	var old *hint
	for i := range hs.list {
		h := &hs.list[i]
		if h == keep {
			continue
		}
		if h.leaf == 0 {
			old = h
			break
		}
		if old == nil || h.used < old.used {
			old = h
		}
	}
	hs.clock++
	old.used = hs.clock
	return old
}

func (h *hint) setLo(s *shape, ent []byte) {
	h.hasLo, h.lo = true, append(h.lo[:0], ent...)
	h.loOrd = s.entryOrdinal(ent)
}

func (h *hint) setHi(s *shape, ent []byte) {
	h.hasHi, h.hi = true, append(h.hi[:0], ent...)
	h.hiOrd = s.entryOrdinal(ent)
}

func (s *shape) entryOrdinal(ent []byte) int64 {
	if s.ord == ordNone {
		return 0
	}
	return s.ordinal(s.entryCol(ent, 0))
}

// split records that h's leaf gave the keys from ent on to a new page to its right (or, left,
// those below ent to a new page to its left), and returns the new page's hint.
func (hs *hints) split(s *shape, h *hint, ent []byte, leaf page.ID, left bool) *hint {
	g := hs.take(h)
	g.leaf = leaf
	g.path = append(g.path[:0], h.path...)
	g.paths = h.paths
	g.hasLo, g.hasHi = false, false
	if left {
		if h.hasLo {
			g.setLo(s, h.lo)
		}
		g.setHi(s, ent)
		h.setLo(s, ent)
		return g
	}
	if h.hasHi {
		g.setHi(s, h.hi)
	}
	g.setLo(s, ent)
	h.setHi(s, ent)
	return g
}
