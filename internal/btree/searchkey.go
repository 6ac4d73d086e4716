package btree

import (
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// searchKey is a key taken apart for comparing: the raw bytes of the first columns (nil =
// NULL), aliasing the record or Key they come from.
type searchKey struct {
	cols  [][]byte
	ord   int64 // the first column as an ordinal, when the shape has one
	uniq  uint32
	exact bool // uniq counts; else rows of equal columns are equal
}

func (k *searchKey) col(i int) []byte {
	if i < len(k.cols) {
		return k.cols[i]
	}
	return nil
}

// fromLeaf sets k to a leaf record's columns and uniquifier; exact says whether the latter counts.
func (s *shape) fromLeaf(k *searchKey, rec []byte, exact bool) {
	k.cols = k.cols[:0]
	for i := range s.cols {
		k.cols = append(k.cols, s.leafCol(rec, i))
	}
	k.exact, k.uniq = exact && !s.unique, 0
	if k.exact {
		k.uniq = s.leafUniq(rec)
	}
	if s.ord != ordNone {
		k.ord = s.ordinal(k.cols[0])
	}
}

// fromEntry sets k to an index record's key.
func (s *shape) fromEntry(k *searchKey, ent []byte) {
	k.cols = k.cols[:0]
	for i := range s.cols {
		k.cols = append(k.cols, s.entryCol(ent, i))
	}
	k.exact, k.uniq = !s.unique, s.entryUniq(ent)
	if s.ord != ordNone {
		k.ord = s.ordinal(k.cols[0])
	}
}

// fromKey sets k to a caller's key, which was checked; possibly a prefix of the key columns.
func (s *shape) fromKey(k *searchKey, key *Key) {
	k.cols = append(k.cols[:0], key.Cols...)
	k.exact, k.uniq = key.Exact && !s.unique, 0
	if k.exact {
		k.uniq = key.Uniquifier
	}
	if s.ord != ordNone && len(k.cols) > 0 {
		k.ord = s.ordinal(k.cols[0])
	}
}

// cmpCol orders two values of a key column: NULL (nil) first, and the reverse when it is descending.
func (c *column) cmpCol(a, b []byte) int {
	r := 0
	switch {
	case a == nil || b == nil:
		if a != nil {
			r = 1
		} else if b != nil {
			r = -1
		}
	default:
		r = sqltype.CompareRaw(c.Type, a, b)
	}
	if c.Desc {
		return -r
	}
	return r
}

// cmpLeaf and cmpEntry order k against a leaf or an index record from key column from on:
// negative when k is lower. Rows that agree in all of k's columns are equal unless k is exact.
func (s *shape) cmpLeaf(k *searchKey, rec []byte, from int) int {
	for i := from; i < len(k.cols); i++ {
		if r := s.cols[i].cmpCol(k.cols[i], s.leafCol(rec, i)); r != 0 {
			return r
		}
	}
	if k.exact {
		return cmpUniq(k.uniq, s.leafUniq(rec))
	}
	return 0
}

func (s *shape) cmpEntry(k *searchKey, ent []byte, from int) int {
	for i := from; i < len(k.cols); i++ {
		if r := s.cols[i].cmpCol(k.cols[i], s.entryCol(ent, i)); r != 0 {
			return r
		}
	}
	if k.exact {
		return cmpUniq(k.uniq, s.entryUniq(ent))
	}
	return 0
}

func cmpUniq(a, b uint32) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// compareLeaf orders two leaf records by key columns and, when uniq is set, by uniquifier.
func (s *shape) compareLeaf(a, b []byte, uniq bool) int {
	for i := range s.cols {
		if r := s.cols[i].cmpCol(s.leafCol(a, i), s.leafCol(b, i)); r != 0 {
			return r
		}
	}
	if uniq && !s.unique {
		return cmpUniq(s.leafUniq(a), s.leafUniq(b))
	}
	return 0
}

// rankLeaf counts the rows of a leaf that lie before k: those below it, and with upper
// those equal to it too.
func (s *shape) rankLeaf(p *page.Page, k *searchKey, upper bool) int {
	lo, hi := 0, p.SlotCount()
	tie := 0 // r is the comparison "k against row"; a row counts when r >= tie
	if !upper {
		tie = 1
	}
	if s.ord == ordNone || len(k.cols) == 0 {
		for lo < hi {
			m := int(uint(lo+hi) >> 1)
			if s.cmpLeaf(k, p.Raw(m), 0) >= tie {
				lo = m + 1
			} else {
				hi = m
			}
		}
		return lo
	}
	c, from := &s.cols[0], 1
	if s.ordAgain {
		from = 0
	}
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		raw := p.Raw(m)
		var v int64
		if s.ord == ordInt && !c.Desc {
			v = int64(int32(le.Uint32(raw[s.ordOff:])))
		} else {
			v = s.ordinal(raw[s.ordOff:])
		}
		// A NULL's bytes are zero (see normalise): only those rows' bitmaps are looked at.
		if c.Nullable && raw[s.ordOff] == 0 && s.leafNull(raw, c.NullBit) {
			v = s.ordinal(nil)
		}
		if k.ord > v || k.ord == v && s.cmpLeaf(k, raw, from) >= tie {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// rankEntry is the slot of the child that holds k: the last entry whose key lies before k
// (below it, with upper also equal to it), else slot 0, whose key counts as lower than everything.
func (s *shape) rankEntry(p *page.Page, k *searchKey, upper bool) int {
	lo, hi := entryFirst, max(entryFirst, p.SlotCount())
	tie := 0
	if !upper {
		tie = 1
	}
	fast := s.ord != ordNone && len(k.cols) > 0
	from := 1
	if s.ordAgain {
		from = 0
	}
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		raw := p.Raw(m)
		before := false
		if fast {
			v := s.ordinal(raw[1:])
			if raw[1] == 0 && page.IndexIsNull(raw, s.entryMin, 0) {
				v = s.ordinal(nil)
			}
			before = k.ord > v || k.ord == v && s.cmpEntry(k, raw, from) >= tie
		} else {
			before = s.cmpEntry(k, raw, 0) >= tie
		}
		if before {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo - 1
}
