package engine

import (
	"fmt"
	"sync"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// Records are held against their table's layout when their page is read from the drive, so that whoever reads a column
// later finds it within the record: a page whose structure is sound may still hold rows that are not the table's.

// rowShape is what the records of one index look like.
type rowShape struct {
	index           bool // index records: end is their pages' pminlen
	end, cols, vars int
	uniq            int      // 1: the last column is the uniquifier
	short           bool     // rows may be from before an ADD COLUMN; ghosts may be from before any change, which rewrites rows only
	old             []oldRow // what those look like, by number of columns, uniquifier apart
}

// oldRow says where the fixed part of a row may end, and its most variable columns.
type oldRow struct{ from, to, vars int }

// rowShape describes the records of index i of t.
func (t *Table) rowShape(i int) *rowShape {
	l := t.Layout
	s := &rowShape{uniq: one(t.phys.Uniquifier), short: t.phys.Short && i == 0}
	if i > 0 {
		l, s.uniq, s.index = t.ncShape(i).layout, 0, true
	}
	s.end, s.cols, s.vars = l.FixedEnd, l.Cols, l.Vars
	if i > 0 {
		return s
	}
	s.old = make([]oldRow, l.Cols-s.uniq)
	for n := range s.old {
		o := oldRow{4, l.FixedEnd, l.Vars}
		for k := range t.Columns {
			c := &t.Columns[k]
			switch {
			case c.Offset < 0 && c.Bit >= n:
				o.vars = min(o.vars, c.Var)
			case c.Offset < 0:
			case c.Bit < n:
				o.from = max(o.from, c.Offset+c.Type.FixedLen())
			case c.Type.Kind != sqltype.Bit: // a bit may have been given room in an old byte
				o.to = min(o.to, c.Offset)
			}
		}
		s.old[n] = o
	}
	return s
}

// fits reports whether a record of leaf p is one of the shape's. Of rec only the parts that page.Check has tested are read.
func (s *rowShape) fits(p *page.Page, rec []byte) bool {
	if index := p.Type() == page.TypeIndex; index || s.index {
		if !index || !s.index || p.MinLen() != s.end {
			return false
		}
		cols, vars := page.IndexParts(rec, s.end)
		return cols == s.cols && vars <= s.vars
	}
	end, cols := page.FixedEnd(rec), page.Columns(rec)
	vars := page.Vars(rec)
	if cols == s.cols && end == s.end {
		return vars <= s.vars
	}
	least := page.MinRecordLen - 2 - (cols+7)/8 // short records are padded in their fixed part
	if cols == s.cols {
		return end == least && end > s.end && vars == 0
	}
	n := cols - s.uniq
	if n < 0 || n >= len(s.old) || !s.short && !page.IsGhost(rec) {
		return false
	}
	o := &s.old[n]
	return end >= o.from && end <= max(o.to, least) && vars <= o.vars
}

// rowShapes are the shapes of a database's records, by object and index. An index has several after an ALTER TABLE: its rows
// are rewritten one by one, and a rollback brings the old ones back.
type rowShapes struct {
	mu sync.Mutex
	m  sync.Map // shapeKey -> []*rowShape
}

type shapeKey struct {
	object uint32
	index  uint16
}

// add makes the shapes of t's indexes known, before the first record is written or read.
func (r *rowShapes) add(t *Table) {
	for i := range t.Indexes {
		r.addIndex(t, i)
	}
}

func (r *rowShapes) addIndex(t *Table, i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := shapeKey{t.ID, uint16(t.Indexes[i].ID)}
	var have []*rowShape
	if v, ok := r.m.Load(key); ok {
		have = v.([]*rowShape)
	}
	s := t.rowShape(i)
	for _, o := range have {
		if !o.short && !s.short && o.index == s.index && o.end == s.end && o.cols == s.cols && o.vars == s.vars {
			return
		}
	}
	r.m.Store(key, append(have[:len(have):len(have)], s))
}

// check tests the records of a page whose structure is sound.
func (r *rowShapes) check(p *page.Page) error {
	index := p.Type() == page.TypeIndex
	if p.Type() != page.TypeData && !index || p.Level() > 0 {
		return nil
	}
	v, ok := r.m.Load(shapeKey{p.ObjectID(), p.IndexID()})
	if !ok {
		return nil // no table's: who wanted one says so
	}
	shapes := v.([]*rowShape)
	for i, n := 0, p.SlotCount(); i < n; i++ {
		rec := p.Raw(i)
		if rec == nil || page.RecordKind(rec) == page.KindStub || fitsOne(shapes, p, rec) {
			continue
		}
		end, cols, vars := p.MinLen(), 0, 0
		if index {
			cols, vars = page.IndexParts(rec, end)
		} else {
			end, cols, vars = page.FixedEnd(rec), page.Columns(rec), page.Vars(rec)
		}
		return &page.DamageError{Page: p.ID(), What: fmt.Sprintf(
			"the record in slot %d is none of its table's: a fixed part up to %d, %d columns, %d of variable length", i, end, cols, vars)}
	}
	return nil
}

func fitsOne(shapes []*rowShape, p *page.Page, rec []byte) bool {
	for i := len(shapes) - 1; i >= 0; i-- {
		if shapes[i].fits(p, rec) {
			return true
		}
	}
	return false
}
