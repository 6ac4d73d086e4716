package engine

import "context"

// Estimate is about how many rows the spec's range has, from the index itself. It takes the scan's locks.
func (tx *Txn) Estimate(ctx context.Context, spec ScanSpec) (float64, error) {
	if err := tx.lockFor(ctx, &spec); err != nil {
		return 0, err
	}
	s, err := spec.storage()
	if err != nil {
		return 0, err
	}
	return s.tree.Estimate(*spec.Range, s.rows.Load(), spec.IO)
}

// Leaves is how many leaf pages the index at that place in Indexes has (of a heap, all its pages), and from how many
// pages a key of it is reached.
func (t *Table) Leaves(i int) (pages int64, depth int) {
	s := t.st[i]
	if s == nil {
		return 0, 0
	}
	if s.tree == nil {
		return s.leafPages(), 1
	}
	return s.leafPages(), s.tree.Meta().Depth
}

// Readable reports whether the index at that place can be read.
func (t *Table) Readable(i int) bool { return t.st[i] != nil }
