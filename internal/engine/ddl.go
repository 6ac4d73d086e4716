package engine

import (
	"context"
	"errors"
)

// DDL follows one pattern: take the table's exclusive locks, make the new *Table beside the old one,
// record a step that puts the old one back and gives up what was made, and only then
// install the new one. What is dropped is freed at commit.

// lockDDL takes a table's locks for DDL.
func (tx *Txn) lockDDL(ctx context.Context, t *Table) error {
	if err := tx.use(ctx, t, exclusive, true); err != nil {
		return err
	}
	if err := tx.acquire(ctx, &t.state.pages, exclusive, false); err != nil {
		return err
	}
	tx.closeWriters()
	return t.db.touch()
}

// lockName reserves a table name to the end of the transaction: two that make or drop a
// table of one name wait for each other.
func (tx *Txn) lockName(ctx context.Context, d *Database, schema, name string) error {
	key := tableKey(schema, name)
	d.mu.Lock()
	lk := d.names[key]
	if lk == nil {
		lk = &lock{}
		d.names[key] = lk
	}
	d.mu.Unlock()
	return tx.acquire(ctx, lk, exclusive, true)
}

// replace installs now for was (either may be nil) with the step that undoes it. made is storage
// that goes when it is undone, gone storage that goes at commit.
func (tx *Txn) replace(d *Database, was, now *Table, made, gone []*storage, alsoUndo func()) error {
	at := tx.log.pos()
	err := tx.logStep(step{
		undo: func() error {
			d.install(now, was)
			if alsoUndo != nil {
				alsoUndo()
			}
			return dropAll(made)
		},
		commit: func() error { return dropAll(gone) },
	})
	if err != nil {
		return errors.Join(err, dropAll(made))
	}
	for _, s := range made {
		s.bornIn, s.bornAt = tx, at
		tx.born = append(tx.born, s)
	}
	d.install(was, now)
	return nil
}

func dropAll(st []*storage) error {
	var errs []error
	for _, s := range st {
		errs = append(errs, s.drop())
	}
	return errors.Join(errs...)
}

// skipUndo reports whether a rollback to pos drops s itself, so that its rows need not be taken back.
func (tx *Txn) skipUndo(s *storage, pos int64) bool { return s.bornIn == tx && s.bornAt >= pos }
