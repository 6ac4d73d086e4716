package engine

import (
	"slices"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// widener gives rows of a nonclustered index the table's layout, so that expressions read a covered column alike
// from any index; virtual columns that it has come behind the others. Columns that it does not have are NULL there. Not safe for concurrent use.
type widener struct {
	x    *ncShape
	to   []*Column // of x.cols in the wide row; nil: none
	l    page.Layout
	rec  []byte // fixed part and NULL bitmap
	vars [][]byte
	out  []byte // with the variable part
}

func newWidener(t *Table, x *ncShape) *widener {
	w := &widener{x: x, to: x.from, l: t.Layout}
	if slices.ContainsFunc(x.virtual, func(v *virtualColumn) bool { return v != nil }) {
		var wide []Column
		wide, w.l = t.widened()
		w.to = slices.Clone(x.from)
		for i, c := range w.to {
			if n := slices.IndexFunc(wide, func(o Column) bool { return c != nil && o.ID == c.ID }); n >= 0 {
				w.to[i] = &wide[n]
			}
		}
	}
	w.rec = page.NewRecord(nil, w.l)
	for bit := range w.l.Cols {
		page.SetNull(w.rec, bit, true)
	}
	for _, c := range w.to {
		if c != nil && c.Offset < 0 {
			w.vars = make([][]byte, w.l.Vars)
		}
	}
	return w
}

// widen is valid until the next call and as long as row is.
func (w *widener) widen(row []byte) []byte {
	for i, c := range w.to {
		if c == nil {
			continue
		}
		b, ok := w.x.raw(&w.x.cols[i], row)
		page.SetNull(w.rec, c.Bit, !ok)
		switch {
		case c.Offset < 0:
			w.vars[c.Var] = b
		case !ok:
		case c.Type.Kind == sqltype.Bit:
			w.rec[c.Offset] = w.rec[c.Offset]&^(1<<c.BitPos) | b[0]<<c.BitPos
		default:
			copy(w.rec[c.Offset:], b)
		}
	}
	if w.vars == nil {
		return w.rec
	}
	w.out = page.AppendRecord(w.out[:0], w.l, w.rec[4:w.l.FixedEnd], w.rec[page.FixedEnd(w.rec)+2:], w.vars)
	return w.out
}
