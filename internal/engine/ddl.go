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

// nameLock is the lock on a table name, kept while a transaction holds or wants it.
type nameLock struct {
	lock
	users int
}

// nameUse is a transaction's use of a name lock.
type nameUse struct {
	d   *Database
	key string
}

// lockName reserves a table name to the end of the transaction: two that make or drop a
// table of one name wait for each other.
func (tx *Txn) lockName(ctx context.Context, d *Database, schema, name string) error {
	u := nameUse{d, tableKey(schema, name)}
	d.mu.Lock()
	n := d.names[u.key]
	if n == nil {
		n = &nameLock{}
		d.names[u.key] = n
	}
	n.users++
	d.mu.Unlock()
	tx.names = append(tx.names, u)
	return tx.acquire(ctx, &n.lock, exclusive, true)
}

// leaveNames is called when all locks are released.
func (tx *Txn) leaveNames() {
	for _, u := range tx.names {
		u.d.mu.Lock()
		if n := u.d.names[u.key]; n.users == 1 {
			delete(u.d.names, u.key)
		} else {
			n.users--
		}
		u.d.mu.Unlock()
	}
	tx.names = tx.names[:0]
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
		commit: func() error { return d.dropLater(gone) },
	})
	if err != nil {
		return errors.Join(err, dropAll(made))
	}
	for _, s := range made {
		if s == nil {
			continue
		}
		s.bornIn, s.bornAt = tx, at
		tx.born = append(tx.born, s)
	}
	d.install(was, now)
	return nil
}

// dropLater frees storage that a committed transaction gave up: what is large in the background.
func (d *Database) dropLater(st []*storage) error {
	var errs []error
	for _, s := range st {
		if s != nil {
			errs = append(errs, s.dropLater())
		}
	}
	d.sweep.dropsNow()
	return errors.Join(errs...)
}

func dropAll(st []*storage) error {
	var errs []error
	for _, s := range st {
		if s != nil {
			errs = append(errs, s.drop())
		}
	}
	return errors.Join(errs...)
}

// skipUndo reports whether a rollback to pos drops s itself, so that its rows need not be taken back.
func (tx *Txn) skipUndo(s *storage, pos int64) bool { return s.bornIn == tx && s.bornAt >= pos }
