package engine

import (
	"context"
	"slices"
)

// RecreateIndex is CREATE INDEX … WITH (DROP_EXISTING = ON): the index of that name is built anew in one step, from itself when its
// definition stays and only options change. Another clustered key has the other indexes built again once.
func (tx *Txn) RecreateIndex(ctx context.Context, t *Table, ix Index, clustered bool, workers int) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	i := t.indexNamed(ix.Name)
	if i < 0 {
		return nil, noIndex(ix.Name)
	}
	old := t.Indexes[i]
	if i == 0 && !clustered {
		return nil, errorf(1925, "Cannot convert a clustered index to a nonclustered index by using the DROP_EXISTING option. To change the index type from clustered to nonclustered, delete the clustered index, and then create a nonclustered index by using two separate statements.")
	}
	if ix.Space == 0 {
		ix.Space = old.Space
	}
	same := clustered == (i == 0) && ix.Unique == old.Unique && slices.Equal(ix.Keys, old.Keys) && slices.Equal(ix.Include, old.Include)
	n := t.next()
	switch {
	case same:
		if i > 0 && t.Indexes[0].Disabled {
			return nil, clusteredDisabled(t)
		}
		ix.ID, ix.Name, ix.PrimaryKey, ix.UniqueConstraint = old.ID, old.Name, old.PrimaryKey, old.UniqueConstraint
		n.Indexes[i] = &ix
		if i == 0 {
			n.dropBytes()
		}
		s, err := tx.rebuilt(ctx, t, n, i, workers)
		if err != nil {
			return nil, err
		}
		n.st[i] = s
		return n, tx.replace(t.db, t, n, []*storage{s}, t.st[i:i+1], nil)
	case old.PrimaryKey || old.UniqueConstraint:
		return nil, errorf(1907, "Cannot recreate index '%s'. The new index definition does not match the constraint being enforced by the existing index.", old.Name)
	}
	if i == 0 {
		n.Indexes[0] = &Index{}
	} else {
		n.Indexes, n.st = slices.Delete(n.Indexes, i, i+1), slices.Delete(n.st, i, i+1)
	}
	if err := n.addIndex(ix, clustered); err != nil {
		return nil, err
	}
	if clustered {
		return tx.cluster(ctx, t, n, workers)
	}
	if t.Indexes[0].Disabled {
		return nil, clusteredDisabled(t)
	}
	last := len(n.Indexes) - 1
	s, err := tx.buildNonclustered(ctx, t, n, last, workers)
	if err != nil {
		return nil, err
	}
	n.st = append(n.st, s)
	return n, tx.replace(t.db, t, n, []*storage{s}, t.st[i:i+1], nil)
}
