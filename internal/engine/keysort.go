package engine

import (
	"context"

	"scanfrag/internal/btree"
	"scanfrag/internal/extsort"
)

// KeySort sorts rows for a clustered table, in the form that Insert wants, into the order of its key. It borrows at most a quarter
// of the pool, and spills as the sort of CreateIndex.
type KeySort struct{ sort *extsort.Sorter }

// KeySort begins one; the caller closes it.
func (w *Writer) KeySort(ctx context.Context) *KeySort {
	pool := w.tx.inst.pool
	return &KeySort{w.s.tree.NewSort(ctx, pool, btree.BuildOptions{Scratch: w.tx.sortDir(w.t.db), MemPages: pool.Frames() / 4})}
}

// Add takes a copy of a record.
func (s *KeySort) Add(rec []byte) error {
	if len(rec) > maxRow {
		return rowTooLong(len(rec))
	}
	return s.sort.Add(rec)
}

// Each ends the adding and gives the records back, those of equal key in the order in which they came.
func (s *KeySort) Each(fn func(rec []byte) error) error {
	rows, err := s.sort.Sort()
	if err != nil {
		return err
	}
	defer rows.Close()
	for {
		rec, err := rows.Next()
		if rec == nil || err != nil {
			return err
		}
		if err := fn(rec); err != nil {
			return err
		}
	}
}

// Close gives the memory and the scratch file back.
func (s *KeySort) Close() error { return s.sort.Close() }

// Follows is error 4819 unless rec may come behind last in a bulk load said to be in the order of the clustered key.
func (w *Writer) Follows(last, rec []byte) error {
	r := w.s.tree.CompareKeys(last, rec)
	ix := w.t.Indexes[0]
	if r < 0 || r == 0 && (!ix.Unique || ix.IgnoreDup) {
		return nil
	}
	form := w.t.rowForm()
	return errorf(4819, "Cannot bulk load. The bulk data stream was incorrectly specified as sorted or the data violates a uniqueness constraint imposed by the target table. "+
		"Sort order incorrect for the following two rows: primary key of first row: %s, primary key of second row: %s.", keyText(ix, form, last), keyText(ix, form, rec))
}
