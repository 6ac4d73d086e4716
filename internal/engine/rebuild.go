package engine

import (
	"context"
	"errors"
)

// Rebuild says how an index is built again; what is not given stays as it is.
type Rebuild struct {
	FillFactor int   // 0: as it is
	PadIndex   *bool // nil: as it is
	IgnoreDup  *bool // nil: as it is
	QuietDup   bool  // with IgnoreDup
	Workers    int   // at most
}

// apply is ix with what r changes, enabled.
func (r *Rebuild) apply(ix *Index) *Index {
	n := *ix
	n.Disabled = false
	if r.FillFactor > 0 {
		n.FillFactor = r.FillFactor
	}
	if r.PadIndex != nil {
		n.PadIndex = *r.PadIndex
	}
	if r.IgnoreDup != nil {
		n.IgnoreDup, n.QuietDup = *r.IgnoreDup, r.QuietDup
	}
	return &n
}

// RebuildIndex builds an index again from itself, a disabled nonclustered one from the table. The old pages go at commit.
// Rebuilding the clustered index leaves the others alone: their rows find the table's by key, and rows keep their uniquifiers.
func (tx *Txn) RebuildIndex(ctx context.Context, t *Table, name string, r Rebuild) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	i := t.indexNamed(name)
	if i < 0 {
		return nil, noIndex(name)
	}
	return tx.rebuild(ctx, t, i, i+1, r)
}

// RebuildIndexes is RebuildIndex for all; of a heap only the nonclustered ones are built again (documented).
func (tx *Txn) RebuildIndexes(ctx context.Context, t *Table, r Rebuild) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	return tx.rebuild(ctx, t, one(t.IsHeap()), len(t.Indexes), r)
}

// RebuildTable is ALTER TABLE … REBUILD: the clustered index, or the heap, whose forwarded rows come home, and then all its indexes,
// since every row moves.
func (tx *Txn) RebuildTable(ctx context.Context, t *Table, r Rebuild) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	if !t.IsHeap() {
		return tx.rebuild(ctx, t, 0, 1, r)
	}
	n := t.next()
	n.dropBytes()
	s, err := tx.buildHeap(ctx, t, n)
	if err != nil {
		return nil, err
	}
	return tx.replaceBase(ctx, t, n, s, r.Workers)
}

// rebuild builds indexes from..to-1 again.
func (tx *Txn) rebuild(ctx context.Context, t *Table, from, to int, r Rebuild) (*Table, error) {
	n := t.next()
	if from == 0 {
		n.dropBytes()
	}
	if from > 0 && t.Indexes[0].Disabled {
		return nil, clusteredDisabled(t)
	}
	var made, gone []*storage
	for i := from; i < to; i++ {
		n.Indexes[i] = r.apply(t.Indexes[i])
		s, err := tx.rebuilt(ctx, t, n, i, r.Workers)
		if err != nil {
			return nil, errors.Join(err, dropAll(made))
		}
		n.st[i] = s
		made, gone = append(made, s), append(gone, t.st[i])
	}
	return n, tx.replace(t.db, t, n, made, gone, nil)
}

// rebuilt is new storage for index i of n with the rows that it has in t.
func (tx *Txn) rebuilt(ctx context.Context, t, n *Table, i, workers int) (*storage, error) {
	switch {
	case i == 0:
		return tx.buildClustered(ctx, t, n, true, workers)
	case t.st[i] == nil:
		return tx.buildNonclustered(ctx, n, n, i, workers)
	}
	return tx.copyNonclustered(ctx, t, n, i, workers)
}

// clusteredDisabled is error 1974.
func clusteredDisabled(t *Table) error {
	return errorf(1974, "Cannot perform the specified operation on table '%s' because its clustered index '%s' is disabled.", t.Name, t.Indexes[0].Name)
}
