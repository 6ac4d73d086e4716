package engine

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"scanfrag/internal/btree"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/heap"
	"scanfrag/internal/page"
)

// Locator addresses one row: a heap's home RID, or the full key of a clustered table's row
// (compact bytes, see btree.Tree.AppendKey).
type Locator struct {
	RID page.RID
	Key []byte
}

// Writer writes to one table in one transaction; made once per statement (or cached for a loop by the
// compiled plan, and asked for Valid before each use). It holds the exclusive lock.
type Writer struct {
	tx *Txn
	t  *Table
	s  *storage
	no uint32 // of s in undo records
	io *bufpool.IO

	open bool // this statement holds the pages lock for it
	key  btree.Key
	rec  []byte
	old  []byte    // the row being changed or deleted
	at   btree.Key // its key taken apart
	home []byte    // the key of the row that takes its place

	limit keyLimit
	nc    []*ncWriter
	short *reshaper
	full  []byte // a row completed by short

	bulk    *heap.Bulk    // of this statement; nil: none begun
	emptied func(page.ID) // notes pages that DeleteAndFree left empty
}

// Writer opens t for writing: the exclusive lock to the end of the transaction. ErrTableChanged when t is
// not the table's current form.
func (tx *Txn) Writer(ctx context.Context, t *Table, io *bufpool.IO) (*Writer, error) {
	for _, w := range tx.writers {
		if w.t == t && w.open && t.Current() {
			w.io = io
			return w, nil
		}
	}
	if err := tx.use(ctx, t, exclusive, true); err != nil {
		return nil, err
	}
	if err := tx.acquire(ctx, &t.state.pages, exclusive, false); err != nil {
		return nil, err
	}
	if err := t.usable(nil); err != nil {
		return nil, err
	}
	if err := t.db.touch(); err != nil {
		return nil, err
	}
	w := tx.oldWriter(t)
	w.io, w.open, w.no = io, true, tx.storeNo(w.s)
	w.s.begin(tx)
	for _, n := range w.nc {
		n.no = tx.storeNo(n.s)
		n.s.begin(tx)
	}
	return w, nil
}

// oldWriter finds the writer that t had in an earlier statement, or makes one.
func (tx *Txn) oldWriter(t *Table) *Writer {
	for _, w := range tx.writers {
		if w.t == t {
			return w
		}
	}
	w := &Writer{tx: tx, t: t, s: t.st[0], limit: newKeyLimit(t.Indexes[0], t.rowForm())}
	w.openIndexes()
	if len(tx.writers) >= maxWriters {
		tx.writers = slices.Delete(tx.writers, 0, 1)
	}
	tx.writers = append(tx.writers, w)
	return w
}

// maxWriters is how many closed writers a transaction keeps for reuse.
const maxWriters = 8

// Valid reports whether the writer may go on in this statement: nothing ended, and no DDL replaced the table.
func (w *Writer) Valid() bool { return w.open && w.t.Current() }

// closeWriters ends the writers' statement.
func (tx *Txn) closeWriters() {
	for _, w := range tx.writers {
		w.open = false
		w.endBulk()
	}
}

func (w *Writer) ready() error {
	if !w.open {
		return errors.New("write to table " + w.t.Name + ": its statement has ended")
	}
	return w.tx.log.ensure()
}

// Insert adds a record in the table's Layout (no uniquifier, variable column 0 empty in a non-unique clustered
// table). bulk takes the bulk path into a heap that has it. Duplicate key: *Error 2601 or 2627 with SQL Server's text.
func (w *Writer) Insert(rec []byte, bulk bool) error {
	if bulk {
		return w.insert(rec, wayBulk)
	}
	return w.insert(rec, wayClass)
}

// InsertBeside is Insert of a further row of a statement's VALUES list.
func (w *Writer) InsertBeside(rec []byte) error { return w.insert(rec, wayBeside) }

// way is how a heap finds the place of a new row.
type way uint8

const (
	wayClass  way = iota // by PFS class
	wayBeside            // beside the row before it
	wayBulk
)

// place puts a row into the heap. Only heaps without nonclustered indexes have a bulk path (documented condition).
func (w *Writer) place(rec []byte, how way) (page.RID, error) {
	switch {
	case how == wayBeside:
		return w.s.heap.InsertBeside(rec, w.io)
	case how == wayClass || len(w.nc) > 0:
		return w.s.heap.Insert(rec, w.io)
	case w.bulk == nil:
		w.bulk = w.s.heap.NewBulk()
	}
	return w.bulk.Append(rec, w.io)
}

// endBulk ends the statement's bulk path. A failure costs no more than the memory of some unallocated pages of an extent,
// which the next attach finds again.
func (w *Writer) endBulk() {
	if w.bulk != nil {
		_ = w.bulk.Close()
		w.bulk = nil
	}
}

func (w *Writer) insert(rec []byte, how way) error {
	if len(rec) > maxRow {
		return rowTooLong(len(rec))
	}
	if err := w.ready(); err != nil {
		return err
	}
	if len(w.nc) == 0 {
		_, _, err := w.insertRow(rec, how)
		return err
	}
	return w.atomically(func() error {
		stored, rid, err := w.insertRow(rec, how)
		if err != nil {
			return err
		}
		return w.added(stored, rid)
	})
}

// insertRow adds the row to the heap or clustered index, and gives it as stored.
func (w *Writer) insertRow(rec []byte, how way) (stored []byte, rid page.RID, err error) {
	s, log := w.s, &w.tx.log
	if err := w.limit.check(rec); err != nil {
		return nil, rid, err
	}
	if s.heap != nil {
		if rid, err = w.place(rec, how); err != nil {
			return nil, rid, err
		}
		stored = rec
		log.heapInsert(w.no, rid)
	} else {
		if stored, err = s.tree.Insert(rec, w.io); err != nil {
			return nil, rid, w.t.duplicateOf(0, w.t.rowForm(), err)
		}
		log.treeInsert(w.no, s.tree, stored)
	}
	s.rows.Add(1)
	s.inserts.Add(1)
	return stored, rid, nil
}

// heapInsert records an insert; one directly behind the last, on its page, extends its record.
func (l *undoLog) heapInsert(no uint32, rid page.RID) {
	if l.run >= 0 {
		b := l.cur[l.run:]
		first, n := le.Uint16(b[8:]), le.Uint16(b[10:])
		if page.ID(le.Uint64(b)) == rid.Page && rid.Slot == first+n && le.Uint32(b[13:]) == no {
			le.PutUint16(b[10:], n+1)
			return
		}
	}
	b := appendUndoRID(l.tail(), rid)
	l.add(undoHeapInsert, no, len(le.AppendUint16(b, 1)))
}

// treeInsert records an insert into a tree. One that took the place of a ghost of the same transaction is undone by that ghost.
func (l *undoLog) treeInsert(no uint32, tree *btree.Tree, stored []byte) {
	if g := tree.Overwritten(); len(g) > 0 {
		l.add(undoTreeReplace, no, len(append(l.tail(), g...)))
		return
	}
	l.add(undoTreeInsert, no, len(tree.AppendKey(l.tail(), stored)))
}

// Update replaces the row at loc; a changed clustered key moves it: the old row becomes a ghost.
func (w *Writer) Update(loc Locator, rec []byte) error {
	if len(rec) > maxRow {
		return rowTooLong(len(rec))
	}
	if err := w.ready(); err != nil {
		return err
	}
	return w.atomically(func() error {
		if w.s.heap != nil {
			return w.updateHeap(loc.RID, rec)
		}
		return w.updateTree(loc.Key, rec)
	})
}

func (w *Writer) updateHeap(rid page.RID, rec []byte) error {
	log := &w.tx.log
	b, err := w.s.heap.Get(appendUndoRID(log.tail(), rid), rid, w.io)
	if err != nil {
		return err
	}
	if err := w.s.heap.Update(rid, rec, w.io); err != nil {
		return err
	}
	log.add(undoHeapUpdate, w.no, len(b))
	w.s.updates.Add(1)
	return w.changed(b[undoRIDLen:], rec, rid, rid)
}

func (w *Writer) updateTree(keyBytes, rec []byte) error {
	tree, log := w.s.tree, &w.tx.log
	if w.home = tree.AppendKey(w.home[:0], rec); bytes.Equal(w.home, keyBytes) {
		return w.exchange(rec)
	}
	if err := tree.ReadKey(&w.at, keyBytes); err != nil {
		return err
	}
	old, ok, err := tree.Get(w.old[:0], w.at, w.io)
	if err != nil {
		return err
	}
	if !ok {
		return errRowGone
	}
	w.old = old
	if w.t.phys.Uniquifier { // the row keeps its own
		u, _ := page.Var(old, 0)
		if v, _ := page.Var(rec, 0); len(u)+len(v) > 0 {
			w.rec = page.WithVar(w.rec[:0], rec, 0, u, false)
			rec = w.rec
		}
		page.SetNull(rec, w.t.Layout.Cols-1, len(u) == 0)
	}
	if tree.Compare(old, rec) == 0 {
		if _, err := tree.Replace(rec, w.io); err != nil {
			return err
		}
		log.add(undoTreeReplace, w.no, len(append(log.tail(), old...)))
		w.s.updates.Add(1)
		return w.changed(old, rec, page.RID{}, page.RID{})
	}
	if err := w.limit.check(rec); err != nil {
		return err
	}
	if w.t.Indexes[0].Unique {
		// Look before the old row is gone: a failed insert must leave the table as it was.
		tree.KeyOf(&w.key, rec)
		if _, taken, err := tree.Get(nil, w.key, w.io); err != nil {
			return err
		} else if taken {
			return w.t.duplicateOf(0, w.t.rowForm(), &btree.DuplicateKey{Record: rec})
		}
	}
	if err := w.ghost(w.s, w.no, w.at, keyBytes); err != nil {
		return err
	}
	if err := log.ensure(); err != nil {
		return err
	}
	stored, err := tree.Insert(rec, w.io)
	if err != nil {
		return w.t.duplicateOf(0, w.t.rowForm(), err)
	}
	log.treeInsert(w.no, tree, stored)
	w.s.rows.Add(1)
	w.s.inserts.Add(1)
	return w.changed(old, stored, page.RID{}, page.RID{})
}

// exchange replaces the clustered row that has the very key of rec, byte for byte. The old row goes straight into the log.
func (w *Writer) exchange(rec []byte) error {
	if w.t.phys.Uniquifier {
		u, _ := page.Var(rec, 0)
		page.SetNull(rec, w.t.Layout.Cols-1, len(u) == 0)
	}
	log := &w.tx.log
	old, ok, err := w.s.tree.Exchange(log.tail(), rec, w.io)
	if err != nil {
		return err
	}
	if !ok {
		return errRowGone
	}
	log.add(undoTreeReplace, w.no, len(old))
	w.s.updates.Add(1)
	return w.changed(old, rec, page.RID{}, page.RID{})
}

var errRowGone = errors.New("the row to be changed is not there any more")

// Delete removes the row at loc.
func (w *Writer) Delete(loc Locator) error { return w.deleteWith(loc, nil) }

// DeleteAndFree is Delete under a table lock: pages of a heap that are empty at the end of the transaction are given back
// (documented of DELETE WITH (TABLOCK)).
func (w *Writer) DeleteAndFree(loc Locator) error {
	if w.emptied == nil {
		w.emptied = func(id page.ID) { w.tx.noteEmpty(w.s, id) }
	}
	return w.deleteWith(loc, w.emptied)
}

func (w *Writer) deleteWith(loc Locator, emptied func(page.ID)) error {
	if err := w.ready(); err != nil {
		return err
	}
	return w.atomically(func() error {
		if w.s.heap != nil {
			return w.deleteHeap(loc.RID, emptied)
		}
		return w.deleteTree(loc.Key)
	})
}

func (w *Writer) deleteHeap(rid page.RID, emptied func(page.ID)) error {
	log := &w.tx.log
	b, err := w.s.heap.Get(appendUndoRID(log.tail(), rid), rid, w.io)
	if err != nil {
		return err
	}
	if err := w.s.heap.DeleteNoting(rid, w.io, emptied); err != nil {
		return err
	}
	log.add(undoHeapDelete, w.no, len(b))
	w.s.rows.Add(-1)
	w.s.deletes.Add(1)
	return w.removed(b[undoRIDLen:], rid)
}

func (w *Writer) deleteTree(keyBytes []byte) error {
	if err := w.s.tree.ReadKey(&w.at, keyBytes); err != nil {
		return err
	}
	if len(w.nc) > 0 { // whose rows are found by it
		old, ok, err := w.s.tree.Get(w.old[:0], w.at, w.io)
		if err != nil {
			return err
		}
		if !ok {
			return errRowGone
		}
		w.old = old
	}
	if err := w.ghost(w.s, w.no, w.at, keyBytes); err != nil {
		return err
	}
	return w.removed(w.old, page.RID{})
}

// Fetch appends the row at loc to dst; ok false when it is gone.
func (w *Writer) Fetch(dst []byte, loc Locator) (rec []byte, ok bool, err error) {
	if !w.open {
		return nil, false, errors.New("read table " + w.t.Name + ": its statement has ended")
	}
	rec, ok, err = w.s.fetch(dst, loc, &w.at, w.io)
	if ok && w.t.phys.Short {
		rec = append(rec[:len(dst)], w.complete(rec[len(dst):])...)
	}
	return rec, ok, err
}
