package engine

import (
	"context"
	"errors"

	"scanfrag/internal/page"
)

// An index with IGNORE_DUP_KEY has an INSERT pass over the rows whose key it has already. Updates and the inserts of a MERGE fail as
// on any unique index (observed of the server).

// IgnoresDuplicates reports that the table has such an index.
func (t *Table) IgnoresDuplicates() bool {
	for _, ix := range t.Indexes {
		if ix.IgnoreDup && !ix.Disabled {
			return true
		}
	}
	return false
}

// InsertNew is Insert of a row unless such an index has its key: that index is the result, and nothing is written. Nonclustered ones are
// asked before the row is written, as a server's plan does; the clustered one when it takes the row.
func (w *Writer) InsertNew(rec []byte, bulk bool) (ignored *Index, err error) {
	if err := w.ready(); err != nil {
		return nil, err
	}
	for _, n := range w.nc {
		ix := w.t.Indexes[n.i]
		if !ix.IgnoreDup {
			continue
		}
		if err := n.row(&n.now, rec, page.RID{}); err != nil {
			return nil, err
		}
		n.s.tree.KeyOf(&w.key, n.now)
		row, taken, err := n.s.tree.Get(w.old[:0], w.key, w.io)
		if err != nil {
			return nil, err
		}
		if taken {
			w.old = row
			return ix, nil
		}
	}
	err = w.Insert(rec, bulk)
	var e *Error
	if errors.As(err, &e) && e.dup != nil && e.dup.IgnoreDup {
		return e.dup, nil
	}
	return nil, err
}

// SetIgnoreDup is ALTER INDEX … SET (IGNORE_DUP_KEY = …), of the index in t's definition alone.
func (tx *Txn) SetIgnoreDup(ctx context.Context, t *Table, name string, on, quiet bool) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	i := t.indexNamed(name)
	if i < 0 {
		return nil, noIndex(name)
	}
	n := t.next()
	ix := *t.Indexes[i]
	ix.IgnoreDup, ix.QuietDup = on, quiet
	n.Indexes[i] = &ix
	return n, tx.replace(t.db, t, n, nil, nil, nil)
}
