package engine

import (
	"scanfrag/internal/btree"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/heap"
	"scanfrag/internal/page"
)

// Rows is one worker's cursor over a scan.
type Rows struct {
	t     *Table
	s     *storage
	heap  *heap.Scan // exactly one of heap, tree and probe is set
	tree  *btree.Scan
	probe *probe
	nc    *ncShape // of a nonclustered index's rows
	wide  *widener // of nc
	look  *lookup  // not nil: the table's rows are fetched

	complete *reshaper // not nil: rows with fewer than columns columns are completed
	columns  int
	buf      []byte
	closed   bool
}

// Next moves on; Record (in the table's Layout, forwarded rows resolved) and Locator are valid until the next call.
func (r *Rows) Next() bool {
	switch {
	case r.heap != nil:
		return r.heap.Next()
	case r.look != nil:
		return r.look.next(r.index(), r.nc)
	case r.probe != nil:
		return r.probe.Next()
	}
	return r.tree.Next()
}

// Keep has rows of a scan with look-ups pass a condition on the index's own columns first: rec is as Record of a
// scan without them would be.
func (r *Rows) Keep(f func(rec []byte) (bool, error)) {
	if r.look != nil {
		r.look.keep = f
	}
}

func (r *Rows) stored() []byte {
	switch {
	case r.heap != nil:
		return r.heap.Record()
	case r.probe != nil:
		return r.probe.Record()
	}
	return r.tree.Record()
}

// index is the cursor whose rows are looked up.
func (r *Rows) index() indexRows {
	if r.probe != nil {
		return r.probe
	}
	return r.tree
}

// Record is the current row; of a nonclustered index without look-ups only its own columns count.
func (r *Rows) Record() []byte {
	switch {
	case r.look != nil:
		return r.look.rec
	case r.wide != nil:
		return r.wide.widen(r.stored())
	}
	rec := r.stored()
	if r.complete == nil || page.Columns(rec) >= r.columns {
		return rec
	}
	r.buf = r.complete.reshape(r.buf[:0], rec)
	return r.buf
}

// Whole reports that Record has all columns of the table: it is not made of a nonclustered index's row.
func (r *Rows) Whole() bool { return r.wide == nil }

// Locator is the address of the current row, or of the table's row that the current index row belongs to. Key reuses dst.Key's array.
func (r *Rows) Locator(dst *Locator) {
	switch {
	case r.look != nil:
		l := &r.look.batch[r.look.at]
		dst.RID, dst.Key = l.RID, append(dst.Key[:0], l.Key...)
		return
	case r.nc != nil:
		r.nc.locator(dst, r.stored())
		return
	}
	if r.heap != nil {
		dst.RID = r.heap.RID()
		return
	}
	dst.Key = r.s.tree.AppendKey(dst.Key[:0], r.stored())
}

// Place is where the current row's record lies: of a forwarded row where it was fetched from, of a scan of a
// nonclustered index without look-ups the index row.
func (r *Rows) Place() (page.RID, error) {
	switch {
	case r.heap != nil:
		return r.heap.Place(), nil
	case r.look != nil:
		return r.look.place()
	case r.probe != nil:
		return r.probe.place(), nil
	}
	return r.tree.Place(), nil
}

// Err is why Next answered false before the end.
func (r *Rows) Err() error {
	switch {
	case r.heap != nil:
		return r.heap.Err()
	case r.look != nil && r.look.failed != nil:
		return r.look.failed
	case r.probe != nil:
		return nil
	}
	return r.tree.Err()
}

// Close ends the scan; it may be called twice.
func (r *Rows) Close() {
	if r.closed {
		return
	}
	r.closed = true
	switch {
	case r.heap != nil:
		r.s.forwarded.Add(r.heap.Forwarded())
		r.heap.Close()
	case r.tree != nil:
		r.tree.Close()
	}
}

func (r *Rows) count() (int64, error) {
	if r.heap != nil {
		return r.heap.Count()
	}
	return r.tree.Count()
}

// fetch appends the row at loc to dst, as stored. key is scratch.
func (s *storage) fetch(dst []byte, loc Locator, key *btree.Key, io *bufpool.IO) (rec []byte, ok bool, err error) {
	if s.heap != nil {
		rec, err = s.heap.Get(dst, loc.RID, io)
		if err == heap.ErrNoRow {
			return nil, false, nil
		}
		if err != nil {
			return nil, false, err
		}
	} else {
		if err := s.tree.ReadKey(key, loc.Key); err != nil {
			return nil, false, err
		}
		if rec, ok, err = s.tree.Get(dst, *key, io); err != nil || !ok {
			return nil, false, err
		}
	}
	s.lookups.Add(1)
	return rec, true, nil
}
