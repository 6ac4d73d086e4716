package btree

import (
	"encoding/binary"

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

// column is a key column with its places in leaf and index records.
type column struct {
	KeyColumn
	size     int // bytes of a fixed column in a record, 0 for a variable one
	width    int // bytes of a value that is not NULL, 0: any number
	entryOff int // fixed: offset in an index record
	entryVar int // variable column number in an index record
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
