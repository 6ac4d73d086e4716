package engine

import "context"

// DropTable removes a table; its pages are freed at commit.
func (tx *Txn) DropTable(ctx context.Context, t *Table) error {
	if err := tx.lockDDL(ctx, t); err != nil {
		return err
	}
	if err := tx.lockName(ctx, t.db, t.Schema, t.Name); err != nil {
		return err
	}
	return tx.replace(t.db, t, nil, nil, t.st, nil)
}

// TruncateTable gives the table new, empty storage and its identity the seed again; the old pages are
// freed at commit.
func (tx *Txn) TruncateTable(ctx context.Context, t *Table) error {
	if err := tx.lockDDL(ctx, t); err != nil {
		return err
	}
	sp, err := t.db.Space()
	if err != nil {
		return err
	}
	n := t.next()
	n.st = nil
	for i, ix := range n.Indexes {
		if ix.Absent() {
			n.st = append(n.st, nil)
			continue
		}
		s, err := n.createStorage(sp, i)
		if err != nil {
			dropAll(n.st)
			return err
		}
		n.st = append(n.st, s)
	}
	next, used := t.state.identity.Load(), t.state.identityUsed.Load()
	err = tx.replace(t.db, t, n, n.st, t.st, func() {
		t.state.identity.Store(next)
		t.state.identityUsed.Store(used)
	})
	if err == nil {
		n.resetIdentity()
	}
	return err
}
