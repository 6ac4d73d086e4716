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

// nameLock is the lock on the name of an object or schema, kept while a transaction holds or wants it.
type nameLock struct {
	lock
	users int
}

// nameUse is a transaction's use of a name lock.
type nameUse struct {
	d   *Database
	key string
}

// change readies tx for a change of d's catalog.
func (tx *Txn) change(d *Database) error {
	if tx.ended {
		return ErrEnded
	}
	if err := tx.join(d); err != nil {
		return err
	}
	return d.touch()
}

// reserve locks the name of a new object and tests it: *Error 2760 when there is no such schema, 2714 when the name is
// in use.
func (tx *Txn) reserve(ctx context.Context, d *Database, schema, name string) error {
	if err := tx.lockName(ctx, d, schema, name); err != nil {
		return err
	}
	if s := d.Schema(schema); s == nil || s.Closed() {
		return noSchema(schema)
	}
	if d.taken(schema, name) {
		return nameTaken(name)
	}
	return nil
}

// lockName keeps an object's name to the end of the transaction: two that make or drop an
// object of one name wait for each other. Its schema stays as long.
func (tx *Txn) lockName(ctx context.Context, d *Database, schema, name string) error {
	if s := d.Schema(schema); s == nil || !s.Fixed() {
		if err := tx.lockKey(ctx, d, tableKey(schema, ""), shared); err != nil {
			return err
		}
	}
	return tx.lockKey(ctx, d, tableKey(schema, name), exclusive)
}

func (tx *Txn) lockKey(ctx context.Context, d *Database, key string, m lockMode) error {
	u := nameUse{d, key}
	d.mu.Lock()
	n := d.names[u.key]
	if n == nil {
		n = &nameLock{}
		d.names[u.key] = n
	}
	n.users++
	d.mu.Unlock()
	tx.names = append(tx.names, u)
	return tx.acquire(ctx, &n.lock, m, true)
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
