package engine

import (
	"context"
	"errors"
	"slices"

	"scanfrag/internal/btree"
)

// Defrag is what DBCC INDEXDEFRAG reports, in pages.
type Defrag struct{ Scanned, Moved, Removed int64 }

// ReorganizeIndex compacts an index's leaf level and puts its pages into key order. It holds the table's locks for a step at
// a time, so that others read and write meanwhile. What is done is kept, whether the statement is cancelled
// or the transaction rolled back, as in SQL Server: no row changes.
func (tx *Txn) ReorganizeIndex(ctx context.Context, t *Table, ix *Index) (Defrag, error) {
	var all Defrag
	for range maxRestarts {
		d, err := tx.reorganize(ctx, t, ix.ID)
		all.Scanned = max(all.Scanned, d.Scanned)
		all.Moved += d.Moved
		all.Removed += d.Removed
		if !errors.Is(err, ErrTableChanged) {
			return all, err
		}
		if t = t.db.TableByID(t.ID); t == nil {
			return all, ErrTableChanged
		}
	}
	return all, ErrTableChanged
}

// maxRestarts bounds how often it begins again because DDL replaced the table between two steps.
const maxRestarts = 10

func (tx *Txn) reorganize(ctx context.Context, t *Table, id int) (d Defrag, err error) {
	i := slices.IndexFunc(t.Indexes, func(ix *Index) bool { return ix.ID == id })
	if i < 0 || t.Indexes[i].ID == 0 || t.Indexes[i].Disabled {
		return d, ErrTableChanged
	}
	var r *btree.Reorganizer
	ghosts := !tx.holds(&t.state.data) // all are of transactions that have ended
	for more := true; more; {
		if err := tx.lockPages(ctx, t); err != nil {
			return d, err
		}
		tree := t.st[i].tree
		switch {
		case ghosts:
			ghosts, err = tree.Clean(ctx)
		default:
			if r == nil {
				r = tree.Reorganize(t.Indexes[i].FillFactor)
			}
			more, err = r.Step(ctx)
			d = Defrag{r.Scanned, r.Moved, r.Removed}
		}
		tx.EndStatement()
		if err != nil {
			return d, err
		}
	}
	return d, nil
}

func (tx *Txn) holds(lk *lock) bool {
	return slices.ContainsFunc(tx.held, func(h held) bool { return h.lk == lk })
}

// lockPages keeps others from t's pages until the statement's end.
func (tx *Txn) lockPages(ctx context.Context, t *Table) error {
	if err := tx.use(ctx, t, exclusive, false); err != nil {
		return err
	}
	if err := tx.acquire(ctx, &t.state.pages, exclusive, false); err != nil {
		return err
	}
	return t.db.touch()
}
