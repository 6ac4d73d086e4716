package engine

import (
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// widener gives rows of a nonclustered index the table's layout, so that expressions read a covered column alike
// from any index. Columns that the index does not have are NULL there. Not safe for concurrent use.
type widener struct {
	x    *ncShape
	l    page.Layout
	rec  []byte // fixed part and NULL bitmap
	vars [][]byte
	out  []byte // with the variable part
}

func newWidener(t *Table, x *ncShape) *widener {
	w := &widener{x: x, l: t.Layout, rec: page.NewRecord(nil, t.Layout)}
	for bit := range t.Layout.Cols {
		page.SetNull(w.rec, bit, true)
	}
	for _, c := range x.from {
		if c != nil && c.Offset < 0 {
			w.vars = make([][]byte, t.Layout.Vars)
		}
	}
	return w
}

// widen is valid until the next call and as long as row is.
func (w *widener) widen(row []byte) []byte {
	for i, c := range w.x.from {
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
