package engine

import (
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// reshaper rewrites records of one layout in another: columns added at the end (NULL,
// zero bytes) or taken off it, the uniquifier added or dropped. A record with fewer columns than from (written before an ADD
// COLUMN) comes out complete. Not safe for concurrent use.
type reshaper struct {
	from, to         page.Layout
	fromUniq, toUniq bool

	fixed, nulls []byte
	vars         [][]byte
}

func newReshaper(from page.Layout, fromUniq bool, to page.Layout, toUniq bool) *reshaper {
	return &reshaper{
		from: from, to: to, fromUniq: fromUniq, toUniq: toUniq,
		fixed: make([]byte, to.FixedEnd-4),
		nulls: make([]byte, (to.Cols+7)/8),
		vars:  make([][]byte, to.Vars),
	}
}

// completer gives rows all columns of the table; nil when all rows have them.
func (t *Table) completer() *reshaper {
	if !t.phys.Short {
		return nil
	}
	return newReshaper(t.Layout, t.phys.Uniquifier, t.Layout, t.phys.Uniquifier)
}

// reshape appends rec in the new layout to dst.
func (r *reshaper) reshape(dst, rec []byte) []byte {
	end := min(page.FixedEnd(rec), r.from.FixedEnd)
	n := copy(r.fixed, rec[4:end])
	clear(r.fixed[n:])

	have, want := page.Columns(rec)-one(r.fromUniq), r.to.Cols-one(r.toUniq)
	clear(r.nulls)
	for i := range want {
		if i >= have || page.IsNull(rec, i) {
			r.nulls[i>>3] |= 1 << (i & 7)
		}
	}
	if r.toUniq && (!r.fromUniq || page.IsNull(rec, have)) {
		r.nulls[want>>3] |= 1 << (want & 7)
	}

	clear(r.vars)
	if r.toUniq && r.fromUniq {
		r.vars[0], _ = page.Var(rec, 0)
	}
	shift := one(r.toUniq) - one(r.fromUniq)
	for i := one(r.toUniq); i < r.to.Vars; i++ {
		r.vars[i], _ = page.Var(rec, i-shift)
	}
	return page.AppendRecord(dst, r.to, r.fixed, r.nulls, r.vars)
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// value reads column c of a complete record.
func (c *Column) value(rec []byte) sqltype.Value {
	return c.valueOf(c.raw(rec))
}

// valueOf is the value of what raw gives.
func (c *Column) valueOf(b []byte, ok bool) sqltype.Value {
	switch {
	case !ok:
		return sqltype.NullOf(c.Type.Kind)
	case c.Type.Kind == sqltype.Bit:
		return sqltype.IntOf(sqltype.Bit, int64(b[0]>>c.BitPos&1))
	}
	return sqltype.FromRow(c.Type, b)
}

// rowForm tells rows of an index from those of another: their columns, and how one is read.
type rowForm struct {
	cols []Column
	raw  func(*Column, []byte) ([]byte, bool)
}

// rowForm is the form of the rows of the heap or clustered index.
func (t *Table) rowForm() rowForm { return rowForm{t.Columns, (*Column).raw} }

// Value reads the column of a record in the table's Layout; NULL when the record was written before the column was added.
func (c *Column) Value(rec []byte) sqltype.Value { return c.value(rec) }

// raw is the column's bytes in a complete record (the whole byte for a bit column); false for NULL.
func (c *Column) raw(rec []byte) ([]byte, bool) {
	if page.IsNull(rec, c.Bit) {
		return nil, false
	}
	if c.Offset >= 0 {
		return rec[c.Offset : c.Offset+c.Type.FixedLen()], true
	}
	b, _ := page.Var(rec, c.Var)
	return b, true
}

// put sets column c of a complete record; the result lies in rec's array, except for a variable column,
// whose record is appended to spare.
func (c *Column) put(rec, spare []byte, v sqltype.Value) []byte {
	page.SetNull(rec, c.Bit, v.Null)
	switch {
	case c.Type.Kind == sqltype.Bit:
		bit := byte(1) << c.BitPos
		rec[c.Offset] &^= bit
		if !v.Null && v.I != 0 {
			rec[c.Offset] |= bit
		}
	case c.Offset >= 0:
		b := rec[c.Offset : c.Offset+c.Type.FixedLen()]
		if v.Null {
			clear(b)
		} else {
			sqltype.PutFixed(b, c.Type, v)
		}
	default:
		var b []byte
		if !v.Null {
			b = sqltype.AppendVar(nil, c.Type, v)
		}
		return page.WithVar(spare, rec, c.Var, b, false)
	}
	return rec
}
