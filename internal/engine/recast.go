package engine

import (
	"slices"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// dropBytes gives the bytes and bitmap bits of dropped columns up: n's storage is built anew.
func (n *Table) dropBytes() {
	l, p := page.Layout{FixedEnd: 4}, physical{NextColumn: n.phys.NextColumn}
	for i := range n.Columns {
		place(&n.Columns[i], &l, &p)
	}
	if n.phys.Uniquifier {
		n.Columns, l, p = withUniquifier(n.Columns, l, p)
	}
	n.Layout, n.phys = l, p
}

// recast gives a function that makes rows of n from complete rows of t, valid until its next call.
func recast(t, n *Table) func(rec []byte) []byte {
	var buf []byte
	uniq := one(n.phys.Uniquifier) - one(t.phys.Uniquifier)
	switch kept := slices.EqualFunc(t.Columns, n.Columns, func(a, b Column) bool {
		return a.ID == b.ID && a.Offset == b.Offset && a.Bit == b.Bit && a.BitPos == b.BitPos && (a.Offset >= 0 || a.Virtual() || a.Var+uniq == b.Var)
	}) && t.Layout.FixedEnd == n.Layout.FixedEnd && t.Layout.Cols+uniq == n.Layout.Cols; {
	case kept && uniq == 0:
		return func(rec []byte) []byte { return rec }
	case kept:
		r := newReshaper(t.Layout, t.phys.Uniquifier, n.Layout, n.phys.Uniquifier)
		return func(rec []byte) []byte {
			buf = r.reshape(buf[:0], rec)
			return buf
		}
	}
	m := newMover(t, n)
	return func(rec []byte) []byte {
		buf = m.move(buf[:0], rec)
		return buf
	}
}

// mover takes rows apart and puts them together in another layout, column by column.
type mover struct {
	from, to         []*Column
	layout           page.Layout
	fromUniq, toUniq bool

	fixed, nulls []byte
	vars         [][]byte
}

func newMover(t, n *Table) *mover {
	m := &mover{
		layout: n.Layout, fromUniq: t.phys.Uniquifier, toUniq: n.phys.Uniquifier,
		fixed: make([]byte, n.Layout.FixedEnd-4), nulls: make([]byte, (n.Layout.Cols+7)/8), vars: make([][]byte, n.Layout.Vars),
	}
	for i := range n.Columns {
		if n.Columns[i].Virtual() {
			continue
		}
		m.to = append(m.to, &n.Columns[i])
		m.from = append(m.from, t.columnByID(n.Columns[i].ID))
	}
	return m
}

func (m *mover) move(dst, rec []byte) []byte {
	clear(m.fixed)
	clear(m.nulls)
	clear(m.vars)
	for i, c := range m.to {
		b, ok := m.from[i].raw(rec)
		switch {
		case !ok:
			m.nulls[c.Bit>>3] |= 1 << (c.Bit & 7)
		case c.Type.Kind == sqltype.Bit:
			m.fixed[c.Offset-4] |= b[0] >> m.from[i].BitPos & 1 << c.BitPos
		case c.Offset >= 0:
			copy(m.fixed[c.Offset-4:], b)
		default:
			m.vars[c.Var] = b
		}
	}
	if m.toUniq {
		if m.fromUniq {
			m.vars[0], _ = page.Var(rec, 0)
		}
		if bit := m.layout.Cols - 1; len(m.vars[0]) == 0 {
			m.nulls[bit>>3] |= 1 << (bit & 7)
		}
	}
	return page.AppendRecord(dst, m.layout, m.fixed, m.nulls, m.vars)
}
