package btree

import (
	"encoding/binary"
	"fmt"
	"math"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

var le = binary.LittleEndian

// KeyColumn locates one key column in a leaf record.
type KeyColumn struct {
	Type     sqltype.Type
	Offset   int // fixed column: offset in the record; -1 for a variable column
	Var      int // variable column number (0 is the uniquifier in a non-unique tree)
	NullBit  int // its bit in the NULL bitmap
	BitPos   uint8
	Nullable bool
	Desc     bool
}

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

// column is a key column with its places in leaf and index records.
type column struct {
	KeyColumn
	size     int // bytes of a fixed column in a record, 0 for a variable one
	width    int // bytes of a value that is not NULL, 0: any number
	entryOff int // fixed: offset in an index record
	entryVar int // variable column number in an index record
}

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

var bitValue = [2][]byte{{0}, {1}}

// fixedValue is a fixed column's bytes; one of eight bit columns that share a byte is taken apart.
func (c *column) fixedValue(b []byte) []byte {
	if c.Type.Kind == sqltype.Bit {
		return bitValue[b[0]>>c.BitPos&1]
	}
	return b[:c.size:c.size]
}

var emptyValue = []byte{}

// leafCol is key column i of a leaf record, nil when NULL. An empty variable value is not nil.
func (s *shape) leafCol(rec []byte, i int) []byte {
	c := &s.cols[i]
	if c.Nullable && s.leafNull(rec, c.NullBit) {
		return nil
	}
	if c.Offset >= 0 {
		return c.fixedValue(rec[c.Offset:])
	}
	if s.leafMin > 0 {
		return c.varValue(page.IndexVar(rec, s.leafMin, c.Var))
	}
	v, _ := page.Var(rec, c.Var)
	return c.varValue(v)
}

// varValue is a variable column's value that is not marked NULL; one of a wrong length is damaged and taken for NULL.
func (c *column) varValue(v []byte) []byte {
	switch {
	case c.width > 0 && len(v) != c.width:
		return nil
	case v == nil:
		return emptyValue
	}
	return v
}

// leafNull reports a leaf record's NULL bit.
func (s *shape) leafNull(rec []byte, bit int) bool {
	if s.leafMin > 0 {
		return page.IndexIsNull(rec, s.leafMin, bit)
	}
	return page.IsNull(rec, bit)
}

func (s *shape) leafType() page.Type {
	if s.leafMin > 0 {
		return page.TypeIndex
	}
	return page.TypeData
}

// leafUniq is a leaf record's uniquifier, 0 when NULL.
func (s *shape) leafUniq(rec []byte) uint32 {
	if s.unique || rec[0]&page.StatusVars == 0 {
		return 0
	}
	return uniqValue(page.Var(rec, 0))
}

func uniqValue(v []byte, complex bool) uint32 {
	if complex || len(v) != page.UniquifierLen {
		return 0
	}
	return le.Uint32(v)
}
