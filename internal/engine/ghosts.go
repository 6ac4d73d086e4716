package engine

import (
	"context"
	"errors"
	"time"

	"scanfrag/internal/btree"
	"scanfrag/internal/page"
)

// ghostInterval is how long after a transaction its ghosts are cleaned up (documented: every 5 seconds).
const ghostInterval = 5 * time.Second

// begin tells a tree that tx writes to it from now on.
func (s *storage) begin(tx *Txn) {
	if s.tree == nil {
		return
	}
	if tx.xact == 0 {
		tx.xact = tx.inst.xacts.Add(1)
	}
	s.tree.Begin(tx.xact, !tx.inst.keepGhosts.Load())
}

// ghost deletes the row of a tree with the given key. It stays as a ghost, so that its key is all that undo needs.
func (w *Writer) ghost(s *storage, no uint32, key btree.Key, keyBytes []byte) error {
	ok, err := s.tree.Delete(key, w.io)
	if err != nil {
		return err
	}
	if !ok {
		return errRowGone
	}
	log := &w.tx.log
	log.add(undoTreeDelete, no, len(append(log.tail(), keyBytes...)))
	s.rows.Add(-1)
	s.ghosts.Add(1)
	w.tx.ghosts = true
	return nil
}

// undoTree undoes one change of a tree.
func (s *storage) undoTree(kind undoKind, b []byte) error {
	if kind == undoTreeReplace {
		if ok, err := s.tree.Replace(b, noIO); err != nil || !ok {
			return errors.Join(errUndoRow, err)
		}
		if page.IsGhost(b) {
			s.rows.Add(-1)
		}
		return nil
	}
	key, err := s.tree.ParseKey(b)
	if err != nil {
		return err
	}
	back, rows := s.tree.Remove, int64(-1)
	if kind == undoTreeDelete {
		back, rows = s.tree.Revive, 1
	}
	if ok, err := back(key, noIO); err != nil || !ok {
		return errors.Join(errUndoRow, err)
	}
	s.rows.Add(rows)
	return nil
}

// KeepGhosts is trace flag 661: while it is on, ghosts are removed only when that is forced.
func (i *Instance) KeepGhosts(on bool) {
	i.keepGhosts.Store(on)
	if !on {
		for _, d := range i.Databases() {
			d.sweep.ghostsLater()
		}
	}
}

// ForceGhostCleanup removes the ghosts of all tables that no transaction is using, trace flag 661 or not. A table whose
// ghosts could not be removed does not keep the others from being cleaned up; the error tells of all.
func (d *Database) ForceGhostCleanup(ctx context.Context) error {
	_, err := d.cleanGhosts(ctx)
	return err
}

// cleanGhosts does so; left: tables in use were passed over.
func (d *Database) cleanGhosts(ctx context.Context) (left bool, err error) {
	d.sweep.pass.Lock()
	defer d.sweep.pass.Unlock()
	var errs []error
	for _, t := range d.Tables() {
		for more := true; more; {
			var err error
			idle := d.inst.locks.sweep(t.state, func() { more, err = t.state.cleanBatch(ctx) })
			if !idle {
				left = true
				break
			}
			if err != nil {
				errs = append(errs, err)
				break
			}
		}
	}
	return left, errors.Join(errs...)
}

// cleanBatch removes some of the table's ghosts; its locks are held, so they are of transactions that have ended.
func (ts *tableState) cleanBatch(ctx context.Context) (more bool, err error) {
	t := ts.cur.Load()
	if t == nil {
		return false, nil
	}
	for _, s := range t.st {
		if s == nil || s.tree == nil || s.unit().GhostPages() == 0 {
			continue
		}
		if err := t.db.touch(); err != nil {
			return false, err
		}
		if more, err = s.tree.Clean(ctx); more || err != nil {
			return more, err
		}
	}
	return false, nil
}
