package btree

import (
	"fmt"
	"math"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// ordKind tells how the first key column becomes a 64-bit ordinal for the binary search's
// fast path; ordNone: it does not.
type ordKind uint8

const (
	ordNone ordKind = iota
	ordInt
	ordBigInt
	ordSmallInt
	ordTinyInt
)

// shape is what is derived from a Def once: where keys lie in leaf and in index records.
//
// An index record (non-leaf) is
//
//	status A | fixed key columns | child page (4), file (2) | [columns (2), bitmap] | [variable part]
//
// with the bitmap present when a key column is nullable or the tree is not unique: the
// uniquifier is a nullable column. Its variable columns are the uniquifier, then the
// variable key columns; its NULL bits the key columns in order, then the uniquifier.
type shape struct {
	cols      []column
	leafMin   int // pminlen of leaf pages of index records; 0: leaf records say where their fixed part ends
	unique    bool
	uniqBit   int // uniquifier's bit in a leaf record
	entryMin  int // pminlen of index pages: 1 + fixed key bytes + 6
	entryBits int // columns in an index record's bitmap, 0 = no bitmap
	entryVars int // variable columns of an index record, the uniquifier included
	ord       ordKind
	ordOff    int  // first column's offset in a leaf record
	ordAgain  bool // the ordinal does not decide equality: compare the first column too
	fixedKeys bool // all key columns are fixed: the key's length was checked once
}

func newShape(def *Def) (*shape, error) {
	if len(def.Keys) == 0 {
		return nil, fmt.Errorf("index %d of object %d: no key columns", def.IndexID, def.ObjID)
	}
	s := &shape{unique: def.Unique, uniqBit: def.Layout.Cols - 1, entryMin: 1, fixedKeys: true}
	if def.Index {
		s.leafMin = def.Layout.FixedEnd
	}
	if def.Index && (!def.Unique || s.leafMin < 1) {
		return nil, fmt.Errorf("index %d of object %d: rows of %d fixed bytes and no unique key", def.IndexID, def.ObjID, s.leafMin)
	}
	bitmap := !def.Unique
	if !def.Unique {
		s.entryVars = 1
	}
	for i, k := range def.Keys {
		c := column{KeyColumn: k, entryOff: -1}
		if k.Offset >= 0 {
			c.size = 1
			if k.Type.Kind != sqltype.Bit {
				c.size = k.Type.FixedLen()
			}
			if c.size <= 0 || k.Offset+c.size > def.Layout.FixedEnd {
				return nil, fmt.Errorf("index %d of object %d: key column %d at offset %d does not fit in %d fixed bytes", def.IndexID, def.ObjID, i+1, k.Offset, def.Layout.FixedEnd)
			}
			c.entryOff, c.width = s.entryMin, c.size
			s.entryMin += c.size
		} else {
			c.entryVar = s.entryVars
			s.entryVars++
			s.fixedKeys = false
			if k.Type.IsFixed() { // the clustered index's uniquifier
				c.width = k.Type.FixedLen()
			}
		}
		bitmap = bitmap || k.Nullable
		s.cols = append(s.cols, c)
	}
	if n := s.entryMin - 1; n > MaxKeyBytes {
		return nil, fmt.Errorf("index %d of object %d: a key of %d bytes exceeds %d", def.IndexID, def.ObjID, n, MaxKeyBytes)
	}
	s.entryMin = page.IndexMinLen(s.entryMin - 1)
	if bitmap {
		s.entryBits = len(s.cols)
		if !def.Unique {
			s.entryBits++
		}
	}
	if first := &s.cols[0]; first.Offset >= 0 {
		s.ordOff = first.Offset
		switch first.Type.Kind {
		case sqltype.Int:
			s.ord = ordInt
		case sqltype.BigInt:
			s.ord, s.ordAgain = ordBigInt, first.Nullable
		case sqltype.SmallInt:
			s.ord = ordSmallInt
		case sqltype.TinyInt:
			s.ord = ordTinyInt
		}
	}
	return s, nil
}

// ordinal maps the first key column's bytes (nil = NULL) to an integer in key order: NULL is
// lowest, and a descending column is reversed.
func (s *shape) ordinal(b []byte) int64 {
	v := int64(math.MinInt64)
	if b != nil {
		switch s.ord {
		case ordInt:
			v = int64(int32(le.Uint32(b)))
		case ordBigInt:
			v = int64(le.Uint64(b))
		case ordSmallInt:
			v = int64(int16(le.Uint16(b)))
		case ordTinyInt:
			v = int64(b[0])
		}
	}
	if s.cols[0].Desc {
		v = ^v
	}
	return v
}

func (s *shape) leafType() page.Type {
	if s.leafMin > 0 {
		return page.TypeIndex
	}
	return page.TypeData
}
