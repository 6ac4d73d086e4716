package btree

import (
	"context"
	"encoding/binary"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/extsort"
	"scanfrag/internal/sqltype"
)

// NewSort makes a sorter of t's leaf records by key; of opt, Scratch and MemPages count.
func (t *Tree) NewSort(ctx context.Context, pool *bufpool.Pool, opt BuildOptions) *extsort.Sorter {
	return extsort.New(ctx, t.sh.sortOptions(pool, opt))
}

// sortOptions orders leaf records by key for the external sort.
func (s *shape) sortOptions(pool *bufpool.Pool, opt BuildOptions) extsort.Options {
	o := extsort.Options{
		Pool:    pool,
		Frames:  opt.MemPages,
		Scratch: opt.Scratch,
		Prefix:  s.sortPrefix,
		Compare: func(a, b []byte) int { return s.compareLeaf(a, b, false) },
		Divided: opt.Workers > 1,
	}
	if len(s.cols) == 1 && s.ord != ordNone && !s.ordAgain {
		o.Compare = nil // the ordinal is the key
	}
	return o
}

// sortPrefix maps a record to 8 bytes in key order. A first integer column of up to 32 bits takes the
// upper 33 (NULL is one more value), the next column's first 31 bits the rest.
func (s *shape) sortPrefix(rec []byte) uint64 {
	switch s.ord {
	case ordNone:
		return s.colPrefix(rec, 0)
	case ordBigInt:
		return uint64(s.ordinal(s.leafCol(rec, 0))) ^ 1<<63
	}
	const span = 1<<33 - 1
	v := s.leafCol(rec, 0)
	p := uint64(0)
	if v != nil {
		n := s.ordinal(v)
		if s.cols[0].Desc {
			n = ^n // back to the value
		}
		p = uint64(n + 1<<31 + 1)
	}
	if s.cols[0].Desc {
		p = span - p
	}
	p <<= 31
	if len(s.cols) > 1 {
		p |= s.colPrefix(rec, 1) >> 33
	}
	return p
}

// prefixBytes is how much of a string's row form counts: its first eight characters.
const prefixBytes = 8

// colPrefix is the first 8 bytes of a key column in order-preserving form, after a byte
// that tells NULL when the column is nullable.
func (s *shape) colPrefix(rec []byte, i int) uint64 {
	c := &s.cols[i]
	var room [64]byte
	b := room[:0]
	v := s.leafCol(rec, i)
	switch {
	case v == nil:
		b = append(b, 0)
	case c.Nullable:
		b = append(b, 1)
		fallthrough
	default:
		// A cut string orders as the whole one as far as it goes: both count as padded.
		switch k := c.Type.Kind; {
		case k == sqltype.NChar || k == sqltype.NVarChar:
			v = v[:min(len(v), 2*prefixBytes)]
		case k.IsString() || k.IsBinary():
			v = v[:min(len(v), prefixBytes)]
		}
		b = sqltype.AppendKey(b, c.Type, v)
	}
	var first [8]byte
	copy(first[:], b)
	p := binary.BigEndian.Uint64(first[:])
	if c.Desc {
		return ^p
	}
	return p
}
