package engine

import (
	"fmt"

	"scanfrag/internal/page"
)

// ncWriter keeps one nonclustered index of a table in step.
type ncWriter struct {
	i  int // in Table.Indexes
	x  *ncShape
	s  *storage
	no uint32 // of s in undo records

	key      keyLimit
	old, now []byte
}

// row makes the index row of a complete record at rid (heap).
func (n *ncWriter) row(dst *[]byte, rec []byte, rid page.RID) (err error) {
	*dst, err = n.x.row((*dst)[:0], rec, rid)
	return err
}

func (w *Writer) openIndexes() {
	for i := 1; i < len(w.t.Indexes); i++ {
		s := w.t.st[i]
		if s == nil {
			continue
		}
		x := w.t.ncShape(i)
		w.nc = append(w.nc, &ncWriter{i: i, x: x, s: s, key: newKeyLimit(w.t.Indexes[i], x.form())})
	}
}

// atomically runs one row's change of the table and its indexes; a failure takes back what was done of it.
func (w *Writer) atomically(fn func() error) error {
	if len(w.nc) == 0 {
		return fn()
	}
	at := w.tx.log.pos()
	err := fn()
	if err == nil {
		return nil
	}
	if uerr := w.tx.undo(at); uerr != nil {
		return uerr
	}
	return err
}

// complete gives rec all columns of the table.
func (w *Writer) complete(rec []byte) []byte {
	if !w.t.phys.Short || page.Columns(rec) >= w.t.Layout.Cols {
		return rec
	}
	if w.short == nil {
		w.short = w.t.completer()
	}
	w.full = w.short.reshape(w.full[:0], rec)
	return w.full
}

// added, removed and changed follow a change of the row rec at rid (heap) in all indexes.
func (w *Writer) added(rec []byte, rid page.RID) error {
	for _, n := range w.nc {
		if err := n.row(&n.now, rec, rid); err != nil {
			return err
		}
		if err := w.addEntry(n, n.now); err != nil {
			return err
		}
	}
	return nil
}

func (w *Writer) removed(rec []byte, rid page.RID) error {
	if len(w.nc) == 0 {
		return nil // rec was perhaps not read
	}
	rec = w.complete(rec)
	for _, n := range w.nc {
		if err := n.row(&n.old, rec, rid); err != nil {
			return err
		}
		if err := w.removeEntry(n, n.old); err != nil {
			return err
		}
	}
	return nil
}

func (w *Writer) changed(old, rec []byte, oldRID, rid page.RID) error {
	old = w.complete(old)
	for _, n := range w.nc {
		if err := n.row(&n.old, old, oldRID); err != nil {
			return err
		}
		if err := n.row(&n.now, rec, rid); err != nil {
			return err
		}
		if string(n.old) == string(n.now) {
			continue
		}
		if n.s.tree.Compare(n.old, n.now) == 0 {
			if err := w.replaceEntry(n); err != nil {
				return err
			}
			continue
		}
		if err := w.removeEntry(n, n.old); err != nil {
			return err
		}
		if err := w.addEntry(n, n.now); err != nil {
			return err
		}
	}
	return nil
}

// replaceEntry changes the index row n.old to n.now, which has the same key: included columns, or the case of letters.
func (w *Writer) replaceEntry(n *ncWriter) error {
	log := &w.tx.log
	if err := log.ensure(); err != nil {
		return err
	}
	if len(n.now) > maxRow {
		return rowTooLong(len(n.now))
	}
	ok, err := n.s.tree.Replace(n.now, w.io)
	if err != nil {
		return err
	}
	if !ok {
		return w.noEntry(n)
	}
	log.add(undoTreeReplace, n.no, len(append(log.tail(), n.old...)))
	n.s.updates.Add(1)
	return nil
}

func (w *Writer) noEntry(n *ncWriter) error {
	return fmt.Errorf("index %s of table %s.%s has no row for a row of the table", w.t.Indexes[n.i].Name, w.t.Schema, w.t.Name)
}

func (w *Writer) addEntry(n *ncWriter, row []byte) error {
	log := &w.tx.log
	if err := log.ensure(); err != nil {
		return err
	}
	if err := n.key.check(row); err != nil {
		return err
	}
	if len(row) > maxRow {
		return rowTooLong(len(row))
	}
	stored, err := n.s.tree.Insert(row, w.io)
	if err != nil {
		return w.t.ncError(n, err)
	}
	log.treeInsert(n.no, n.s.tree, stored)
	n.s.rows.Add(1)
	n.s.inserts.Add(1)
	return nil
}

func (w *Writer) removeEntry(n *ncWriter, row []byte) error {
	log := &w.tx.log
	if err := log.ensure(); err != nil {
		return err
	}
	n.s.tree.KeyOf(&w.key, row)
	err := w.ghost(n.s, n.no, w.key, n.s.tree.AppendKey(log.tail(), row))
	if err == errRowGone {
		return w.noEntry(n)
	}
	return err
}

// ncError turns a duplicate key of a nonclustered index into SQL Server's error.
func (t *Table) ncError(n *ncWriter, err error) error { return t.duplicateOf(n.i, n.x.form(), err) }
