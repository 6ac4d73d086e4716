package dml

import (
	"encoding/binary"
	"errors"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// recordBuilder makes records of a table from a template: columns whose value never changes are encoded once, the
// others are patched in place for every row.
type recordBuilder struct {
	t     *engine.Table
	verb  string
	tmpl  []byte // fixed part and NULL bitmap
	cols  []colSource
	vars  [][]byte
	vbuf  [][]byte // buffers of variable columns
	rec   []byte
	short bool // no variable columns of its own: tmpl is the record
	rules *rules
}

// colSource is a column whose value changes from row to row.
type colSource struct {
	c        *engine.Column
	e        *expr.Expr // of the column's type
	raw      *expr.Expr // before conversion, for the text of an error
	identity bool
	patch    func(rec []byte, i int64)
}

func newRecordBuilder(t *engine.Table, verb string) *recordBuilder {
	b := &recordBuilder{t: t, verb: verb, tmpl: page.NewRecord(nil, t.Layout)}
	uniq := 0
	if t.HasUniquifier() {
		uniq = 1
	}
	b.short = t.Layout.Vars == uniq
	b.vars, b.vbuf = make([][]byte, t.Layout.Vars), make([][]byte, t.Layout.Vars)
	return b
}

// set gives column c the value of e, already of its type. Constants go into the template.
func (b *recordBuilder) set(c *engine.Column, e, raw *expr.Expr, env *expr.Env) error {
	s := colSource{c: c, e: e, raw: raw}
	if e.Const && c.Identity == nil {
		v, err := e.Eval(env)
		if err != nil {
			return b.explain(&s, env, err)
		}
		if v.Null && !c.Nullable {
			// Raised per row: an INSERT of no rows is no error.
			b.cols = append(b.cols, s)
			return nil
		}
		b.put(&s, v)
		return nil
	}
	s.patch = patchInt(c)
	b.cols = append(b.cols, s)
	return nil
}

// identity makes c take the table's next identity value.
func (b *recordBuilder) identity(c *engine.Column) {
	b.cols = append(b.cols, colSource{c: c, identity: true, patch: patchInt(c)})
}

func patchInt(c *engine.Column) func(rec []byte, i int64) {
	o := c.Offset
	switch c.Type.Kind {
	case sqltype.TinyInt:
		return func(rec []byte, i int64) { rec[o] = byte(i) }
	case sqltype.SmallInt:
		return func(rec []byte, i int64) { binary.LittleEndian.PutUint16(rec[o:], uint16(i)) }
	case sqltype.Int:
		return func(rec []byte, i int64) { binary.LittleEndian.PutUint32(rec[o:], uint32(i)) }
	case sqltype.BigInt:
		return func(rec []byte, i int64) { binary.LittleEndian.PutUint64(rec[o:], uint64(i)) }
	}
	return nil
}

// put encodes v into the template or the variable columns.
func (b *recordBuilder) put(s *colSource, v sqltype.Value) {
	c := s.c
	page.SetNull(b.tmpl, c.Bit, v.Null)
	if c.Offset < 0 {
		if v.Null {
			b.vars[c.Var] = nil
			return
		}
		b.vbuf[c.Var] = sqltype.AppendVar(b.vbuf[c.Var][:0], c.Type, v)
		b.vars[c.Var] = b.vbuf[c.Var]
		return
	}
	putFixed(b.tmpl, c, v)
}

// putFixed writes a fixed column; NULL leaves zero bytes.
func putFixed(rec []byte, c *engine.Column, v sqltype.Value) {
	if c.Type.Kind == sqltype.Bit {
		mask := byte(1) << c.BitPos
		rec[c.Offset] &^= mask
		if !v.Null && v.I != 0 {
			rec[c.Offset] |= mask
		}
		return
	}
	field := rec[c.Offset : c.Offset+c.Type.FixedLen()]
	if v.Null {
		clear(field)
		return
	}
	sqltype.PutFixed(field, c.Type, v)
}

// build evaluates the changing columns and gives the record, valid until the next call.
func (b *recordBuilder) build(env *expr.Env, h Host) ([]byte, error) {
	for i := range b.cols {
		s := &b.cols[i]
		switch {
		case s.identity:
			v := b.t.NextIdentity()
			if s.patch != nil && sqltype.InRange(s.c.Type.Kind, v) {
				s.patch(b.tmpl, v)
			} else {
				out, err := s.c.IdentityValue(v)
				if err != nil {
					return nil, err
				}
				b.put(s, out)
			}
			h.Inserted(v)
		case s.patch != nil && s.e.EvalInt != nil:
			v, null, err := s.e.EvalInt(env)
			if err != nil {
				return nil, b.explain(s, env, err)
			}
			if s.c.Nullable {
				page.SetNull(b.tmpl, s.c.Bit, null)
				if null {
					v = 0
				}
			} else if null {
				return nil, b.null(s.c)
			}
			s.patch(b.tmpl, v)
			if s.c.Identity != nil {
				b.t.NoteIdentity(v)
				h.Inserted(v)
			}
		default:
			v, err := s.e.Eval(env)
			if err != nil {
				return nil, b.explain(s, env, err)
			}
			if v.Null && !s.c.Nullable {
				return nil, b.null(s.c)
			}
			b.put(s, v)
			if s.c.Identity != nil {
				if i, err := sqltype.ConvertFrom(v, s.c.Type, sqltype.Of(sqltype.BigInt), 0, false); err == nil {
					b.t.NoteIdentity(i.I)
					h.Inserted(i.I)
				}
			}
		}
	}
	rec := b.tmpl
	if !b.short {
		// The template of a table with hardly a fixed column is padded: its bitmap is not at the layout's end.
		nulls := b.tmpl[page.FixedEnd(b.tmpl)+2:]
		b.rec = page.AppendRecord(b.rec[:0], b.t.Layout, b.tmpl[4:b.t.Layout.FixedEnd], nulls, b.vars)
		rec = b.rec
	}
	if b.rules == nil {
		return rec, nil
	}
	return b.rules.apply(env, rec)
}

func (b *recordBuilder) null(c *engine.Column) error { return NullError(b.t, c, b.verb) }

// NullError is error 515.
func NullError(t *engine.Table, c *engine.Column, verb string) error {
	e := sqltype.Errorf(515, "Cannot insert the value NULL into column '%s', table '%s.%s.%s'; column does not allow nulls. %s fails.",
		c.Name, t.Database().Name(), t.Schema, t.Name, verb)
	e.State = 2
	return e
}

// explain makes a truncation error name the column, as SQL Server 2019 does (2628 for 8152).
func (b *recordBuilder) explain(s *colSource, env *expr.Env, err error) error {
	var e *sqltype.Error
	if s.raw == nil || !errors.As(err, &e) || e.Number != 8152 {
		return err
	}
	v, verr := s.raw.Eval(env)
	if verr != nil {
		return err
	}
	return sqltype.Truncated(b.t.Database().Name()+"."+b.t.Schema+"."+b.t.Name, s.c.Name, v)
}
