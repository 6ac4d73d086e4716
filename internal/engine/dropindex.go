package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// DropIndex drops an index, or the constraint behind it. Without its clustered index the table becomes a heap, packed in key
// order, and its other indexes are built again.
func (tx *Txn) DropIndex(ctx context.Context, t *Table, name string) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	i := t.indexNamed(name)
	if i < 0 {
		return nil, &Error{Number: 3701, Class: 11, State: 7, Text: fmt.Sprintf(
			"Cannot drop the index '%s.%s', because it does not exist or you do not have permission.", t.Name, name)}
	}
	n := t.next()
	if i > 0 {
		n.Indexes, n.st = slices.Delete(n.Indexes, i, i+1), slices.Delete(n.st, i, i+1)
		return n, tx.replace(t.db, t, n, nil, t.st[i:i+1], nil)
	}
	n.Indexes[0] = &Index{Space: t.Indexes[0].Space}
	if n.phys.Uniquifier {
		n.Columns, n.Layout, n.phys = withoutUniquifier(n.Columns, n.Layout, n.phys)
	}
	n.dropBytes()
	s, err := tx.buildHeap(ctx, t, n)
	if err != nil {
		return nil, err
	}
	return tx.replaceBase(ctx, t, n, s, 1)
}

// buildHeap packs t's rows into a new heap for n.
func (tx *Txn) buildHeap(ctx context.Context, t, n *Table) (*storage, error) {
	sp, err := t.db.Space()
	if err != nil {
		return nil, err
	}
	s, err := n.createStorage(sp, 0)
	if err != nil {
		return nil, err
	}
	rows, err := t.st[0].serial(ctx, t, true)
	if err != nil {
		return nil, errors.Join(err, s.drop())
	}
	defer rows.Close()
	cast := recast(t, n)
	bulk := s.heap.NewBulk()
	for i := 0; err == nil && rows.Next(); i++ {
		if i&1023 == 0 {
			err = ctx.Err()
		}
		s.rows.Add(1)
		if err == nil {
			_, err = bulk.Append(cast(rows.Record()), noIO)
		}
	}
	if err == nil {
		err = errors.Join(rows.Err(), bulk.Close())
	}
	if err != nil {
		return nil, errors.Join(err, s.drop())
	}
	return s, nil
}
