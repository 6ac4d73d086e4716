package btree

import "scanfrag/internal/page"

// An entry is an index record: the key of a child page's first row, and the child.
// The first entry of a level's leftmost page stands for "below everything": its key
// columns are NULL (bitmap) or zero and are never compared.

// entryFirst is the first slot of a non-leaf page whose key the search looks at: slot 0 is
// bounded from below by what the parent says about the page.
const entryFirst = 1

// entryScratch holds the parts of an entry while it is put together.
type entryScratch struct {
	fixed, nulls []byte
	vars         [][]byte
	uniq         [page.UniquifierLen]byte
}

// appendEntry appends the index record for a child whose lowest key is k.
func (s *shape) appendEntry(dst []byte, k *searchKey, child page.ID, x *entryScratch) []byte {
	x.fixed, x.nulls, x.vars = x.fixed[:0], x.nulls[:0], x.vars[:0]
	for range (s.entryBits + 7) / 8 {
		x.nulls = append(x.nulls, 0)
	}
	if !s.unique {
		x.vars = append(x.vars, nil)
		if k.uniq != 0 {
			le.PutUint32(x.uniq[:], k.uniq)
			x.vars[0] = x.uniq[:]
		} else {
			x.nulls[len(s.cols)>>3] |= 1 << (len(s.cols) & 7)
		}
	}
	for i := range s.cols {
		c, v := &s.cols[i], k.col(i)
		switch {
		case c.entryOff < 0:
			x.vars = append(x.vars, v)
		case v != nil:
			x.fixed = append(x.fixed, v[:c.size]...)
		default:
			for range c.size {
				x.fixed = append(x.fixed, 0)
			}
		}
		if v == nil && s.entryBits > 0 {
			x.nulls[i>>3] |= 1 << (i & 7)
		}
	}
	return page.AppendIndexRecord(dst, x.fixed, child, s.entryBits, x.nulls, x.vars)
}

// lowestEntry is the key of the entry that stands for "below everything".
var lowestEntry = &searchKey{}

// entryCol is key column i of an index record, nil when NULL.
func (s *shape) entryCol(ent []byte, i int) []byte {
	c := &s.cols[i]
	if page.IndexIsNull(ent, s.entryMin, i) {
		return nil
	}
	if c.entryOff >= 0 {
		return ent[c.entryOff : c.entryOff+c.size : c.entryOff+c.size]
	}
	return c.varValue(page.IndexVar(ent, s.entryMin, c.entryVar))
}

// entryUniq is an index record's uniquifier, 0 when NULL.
func (s *shape) entryUniq(ent []byte) uint32 {
	if s.unique {
		return 0
	}
	return uniqValue(page.IndexVar(ent, s.entryMin, 0), false)
}

func (s *shape) child(ent []byte) page.ID { return page.ChildPage(ent, s.entryMin) }
