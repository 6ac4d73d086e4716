package engine

import (
	"slices"

	"scanfrag/internal/btree"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// ncShape is the shape of a nonclustered index's leaf rows: the key columns, then the locator of the
// table's row:
//
//	heap                    page number (4), file (2), slot (2) in one binary(8)
//	clustered index         its key columns that the index does not have already
//	… a non-unique one      also the uniquifier, of variable length, NULL when the row has none
//
// and behind it the included columns that are not there yet. They are index records, with a NULL bitmap
// when one of the columns is nullable.
// The tree's key is the index's key alone when it is unique, else key and locator; so no
// uniquifier of its own is ever needed.
type ncShape struct {
	cols    []Column    // as they lie in the index row; ID 0: the RID, -1: the uniquifier
	layout  page.Layout // FixedEnd is pminlen; Cols 0: no NULL bitmap
	def     btree.Def
	from    []*Column        // the table's columns they come from; nil for RID and uniquifier
	virtual []*virtualColumn // of cols; nil for stored ones

	clustered []int // heap: nil; else which of cols are the clustered key's columns, in its order
	uniq      int   // index in cols of the uniquifier, -1: none
	rid       int   // heap: offset of the RID

	fixed, nulls []byte // of the row being put together; fixed has the status byte's place before it
	vars         [][]byte
}

const (
	ridColumn  = 0
	uniqColumn = -1
)

// ncShape describes nonclustered index i of t (i > 0).
func (t *Table) ncShape(i int) *ncShape {
	ix := t.Indexes[i]
	x := &ncShape{uniq: -1, layout: page.Layout{FixedEnd: 1}}
	var keys []btree.KeyColumn
	add := func(c *Column, desc bool) int {
		n := Column{ID: c.ID, Name: c.Name, Type: c.Type, Nullable: c.Nullable}
		if n.Type.Kind == sqltype.Bit {
			n.Type = sqltype.Of(sqltype.TinyInt) // a byte of its own, so that bytes compare as values do
		}
		var v *virtualColumn
		if c.Virtual() {
			v = &virtualColumn{t: t, c: c, typ: n.Type}
		}
		x.cols, x.from, x.virtual = append(x.cols, n), append(x.from, c), append(x.virtual, v)
		keys = append(keys, btree.KeyColumn{Desc: desc})
		return len(x.cols) - 1
	}
	for _, k := range ix.Keys {
		add(t.columnByID(k.ColumnID), k.Desc)
	}
	keyCols := len(x.cols)
	if t.IsHeap() {
		add(&Column{ID: ridColumn, Type: sqltype.BinaryOf(8)}, false)
		x.from[keyCols] = nil
	} else {
		for _, k := range t.Indexes[0].Keys {
			n := slices.IndexFunc(x.cols, func(c Column) bool { return c.ID == k.ColumnID })
			if n < 0 {
				n = add(t.columnByID(k.ColumnID), k.Desc)
			}
			x.clustered = append(x.clustered, n)
		}
		if t.phys.Uniquifier {
			x.uniq = add(&Column{ID: uniqColumn, Type: sqltype.Of(sqltype.Int), Nullable: true}, false)
			x.from[x.uniq] = nil
		}
	}
	locator := len(x.cols)
	for _, id := range ix.Include {
		if !slices.ContainsFunc(x.cols, func(c Column) bool { return c.ID == id }) {
			add(t.columnByID(id), false)
		}
	}
	for n := range x.cols { // place gives ids to columns that have none
		c := &x.cols[n]
		id, typ := c.ID, c.Type
		if c.ID = 1; n == x.uniq {
			c.Type = sqltype.VarBinaryOf(page.UniquifierLen)
		}
		p := physical{}
		place(c, &x.layout, &p)
		c.ID, c.Type = id, typ
	}
	if !slices.ContainsFunc(x.cols, func(c Column) bool { return c.Nullable }) {
		x.layout.Cols = 0
	}
	keys = keys[:locator]
	if ix.Unique {
		keys = keys[:keyCols]
	}
	if t.IsHeap() {
		x.rid = x.cols[keyCols].Offset
	}
	for n := range keys {
		c := &x.cols[n]
		keys[n] = btree.KeyColumn{Type: c.Type, Offset: c.Offset, Var: c.Var, NullBit: c.Bit, Nullable: c.Nullable, Desc: keys[n].Desc}
	}
	x.def = btree.Def{Layout: x.layout, Keys: keys, Unique: true, Index: true, ObjID: t.ID, IndexID: uint16(ix.ID), Space: ix.Space}
	x.fixed = make([]byte, x.layout.FixedEnd)
	x.nulls = make([]byte, (x.layout.Cols+7)/8)
	x.vars = make([][]byte, x.layout.Vars)
	return x
}

// row appends the index row for a complete record of the table at rid (heap).
func (x *ncShape) row(dst, rec []byte, rid page.RID) ([]byte, error) {
	clear(x.nulls)
	for n := range x.cols {
		c := &x.cols[n]
		var b []byte
		ok := true
		switch from := x.from[n]; {
		case c.ID == ridColumn:
			x.putRID(c, rid)
			continue
		case c.ID == uniqColumn:
			b, _ = page.Var(rec, 0)
			ok = len(b) > 0
		case x.virtual[n] != nil:
			var err error
			if b, ok, err = x.virtual[n].raw(rec); err != nil {
				return nil, err
			}
		case from.Type.Kind == sqltype.Bit:
			if b, ok = from.raw(rec); ok {
				x.fixed[c.Offset] = b[0] >> from.BitPos & 1
				continue
			}
		default:
			b, ok = from.raw(rec)
		}
		switch {
		case !ok:
			if len(x.nulls) > 0 {
				x.nulls[c.Bit>>3] |= 1 << (c.Bit & 7)
			}
			if c.Offset >= 0 {
				clear(x.fixed[c.Offset:][:c.Type.FixedLen()])
			} else {
				x.vars[c.Var] = nil
			}
		case c.Offset >= 0:
			copy(x.fixed[c.Offset:], b)
		default:
			x.vars[c.Var] = b
		}
	}
	return page.AppendIndexLeaf(dst, x.layout, x.fixed[1:], x.nulls, x.vars), nil
}

func (x *ncShape) putRID(c *Column, rid page.RID) {
	b := x.fixed[c.Offset:]
	le.PutUint32(b, rid.Page.No())
	le.PutUint16(b[4:], rid.Page.File())
	le.PutUint16(b[6:], rid.Slot)
}

// raw is Column.raw for a column of x.
func (x *ncShape) raw(c *Column, row []byte) ([]byte, bool) {
	if c.Nullable && page.IndexIsNull(row, x.layout.FixedEnd, c.Bit) {
		return nil, false
	}
	if c.Offset >= 0 {
		return row[c.Offset : c.Offset+c.Type.FixedLen()], true
	}
	return page.IndexVar(row, x.layout.FixedEnd, c.Var), true
}

func (x *ncShape) form() rowForm { return rowForm{x.cols, x.raw} }

// locator writes the address of the table's row that an index row belongs to.
func (x *ncShape) locator(dst *Locator, row []byte) {
	if x.clustered == nil {
		b := row[x.rid:]
		dst.RID = page.RID{Page: page.MakeID(le.Uint16(b[4:]), le.Uint32(b)), Slot: le.Uint16(b[6:])}
		return
	}
	// The compact form of btree.Tree.AppendKey.
	dst.Key = dst.Key[:0]
	if x.uniq >= 0 {
		u := []byte{0, 0, 0, 0}
		if b, ok := x.raw(&x.cols[x.uniq], row); ok && len(b) == len(u) {
			u = b
		}
		dst.Key = append(dst.Key, u...)
	}
	for _, n := range x.clustered {
		b, ok := x.raw(&x.cols[n], row)
		if !ok {
			dst.Key = append(dst.Key, 0, 0)
			continue
		}
		dst.Key = le.AppendUint16(dst.Key, uint16(len(b)+1))
		dst.Key = append(dst.Key, b...)
	}
}

// readShape is ncShape(i) for reading; scans share it.
func (t *Table) readShape(i int) *ncShape {
	if x, ok := t.shapes.Load(t.Indexes[i]); ok {
		return x.(*ncShape)
	}
	x, _ := t.shapes.LoadOrStore(t.Indexes[i], t.ncShape(i))
	return x.(*ncShape)
}

// MinLen is pminlen of the index's leaf pages.
func (t *Table) MinLen(ix *Index) int {
	if i := slices.Index(t.Indexes, ix); i > 0 {
		return t.readShape(i).layout.FixedEnd
	}
	return t.Layout.FixedEnd
}

// Covers reports whether rows of the index have the column: a scan of it alone can give it.
func (t *Table) Covers(ix *Index, columnID int) bool {
	i := slices.Index(t.Indexes, ix)
	return i == 0 || slices.ContainsFunc(t.readShape(i).cols, func(c Column) bool { return c.ID == columnID })
}
