package query

import (
	"encoding/binary"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// columnExpr reads column col of source src from the current row.
func (b *block) columnExpr(src, col int) (*expr.Expr, error) {
	s := b.sources[src]
	c := &s.cols[col]
	if s.table != nil {
		col := &s.table.Columns[c.ord]
		b.touched = append(b.touched, colref{src, col})
		if col.Virtual() {
			return b.virtualExpr(src, col)
		}
		return recordExpr(src, col, s.maybe), nil
	}
	ord, null := s.valueOf(c.ord), sqltype.NullOf(c.typ.Kind)
	if s.maybe {
		return expr.New(c.typ, true, func(env *expr.Env) (sqltype.Value, error) {
			r := &env.Rows[src]
			if r.Null {
				return null, nil
			}
			return r.Vals[ord], nil
		}, nil), nil
	}
	e := expr.New(c.typ, c.nullable, func(env *expr.Env) (sqltype.Value, error) { return env.Rows[src].Vals[ord], nil }, nil)
	if c.typ.Kind.IsInt() {
		e.EvalInt = func(env *expr.Env) (int64, bool, error) {
			v := &env.Rows[src].Vals[ord]
			return v.I, v.Null, nil
		}
	}
	return e, nil
}

// recordExpr reads a base table's column from the record in Rows[src]. maybe: the row can be
// the missing side of an outer join.
func recordExpr(src int, c *engine.Column, maybe bool) *expr.Expr {
	t, null := c.Type, sqltype.NullOf(c.Type.Kind)
	get := columnValue(c)
	bit := c.Bit
	check := c.Nullable
	eval := func(env *expr.Env) (sqltype.Value, error) {
		r := &env.Rows[src]
		if maybe && r.Null || check && page.IsNull(r.Rec, bit) {
			return null, nil
		}
		return get(r.Rec), nil
	}
	e := expr.New(t, check || maybe, eval, nil)
	if read := columnInt(c); read != nil {
		e.EvalInt = func(env *expr.Env) (int64, bool, error) {
			r := &env.Rows[src]
			if maybe && r.Null || check && page.IsNull(r.Rec, bit) {
				return 0, true, nil
			}
			return read(r.Rec), false, nil
		}
	}
	return e
}

// columnValue reads a column known not to be NULL.
func columnValue(c *engine.Column) func(rec []byte) sqltype.Value {
	t := c.Type
	if read := columnInt(c); read != nil {
		k := t.Kind
		return func(rec []byte) sqltype.Value { return sqltype.Value{Kind: k, I: read(rec)} }
	}
	if c.Offset >= 0 {
		lo, hi := c.Offset, c.Offset+t.FixedLen()
		return func(rec []byte) sqltype.Value { return sqltype.Fixed(t, rec[lo:hi]) }
	}
	n := c.Var
	return func(rec []byte) sqltype.Value {
		b, _ := page.Var(rec, n)
		return sqltype.Var(t, b)
	}
}

// columnInt reads an integer column; nil for other types.
func columnInt(c *engine.Column) func(rec []byte) int64 {
	o := c.Offset
	switch c.Type.Kind {
	case sqltype.Bit:
		pos := c.BitPos
		return func(rec []byte) int64 { return int64(rec[o] >> pos & 1) }
	case sqltype.TinyInt:
		return func(rec []byte) int64 { return int64(rec[o]) }
	case sqltype.SmallInt:
		return func(rec []byte) int64 { return int64(int16(binary.LittleEndian.Uint16(rec[o:]))) }
	case sqltype.Int:
		return func(rec []byte) int64 { return int64(int32(binary.LittleEndian.Uint32(rec[o:]))) }
	case sqltype.BigInt:
		return func(rec []byte) int64 { return int64(binary.LittleEndian.Uint64(rec[o:])) }
	}
	return nil
}
