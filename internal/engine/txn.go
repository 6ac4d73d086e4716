package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"scanfrag/internal/bufpool"
)

// Txn is a transaction: its table locks and its undo log (64 MB in memory, then a scratch
// file). READ COMMITTED: writers hold a table's exclusive lock to the end, readers a shared one for the
// statement. A wait ends with ctx; a deadlock is *Error 1205. Not safe for concurrent use except where said.
type Txn struct {
	inst *Instance
	spid int

	held    []held
	waiting *waiter // guarded by the lock manager
	undoing bool    // rolling back: never a deadlock's victim
	ahead   undoAhead

	log    undoLog
	stores []*storage // by the number undo records give
	steps  []step     // of undoStep records
	dbs    []*Database
	names  []nameUse

	writers []*Writer  // of this transaction, see Writer
	born    []*storage // made in it
	emptied []emptyPage
	ended   bool

	versioned []*Database // whose row versions it was given, see NextRowVersion

	xact   uint64 // its number on pages with its ghosts; 0: it has written to no tree yet
	ghosts bool   // it made some

	swept chan struct{} // of a clean-up's locks, see lockManager.sweep: closed when they are released
}

// step is a change of the catalog: undo puts it back, commit makes it final.
type step struct {
	undo   func() error
	commit func() error
}

// Begin starts a transaction.
func (i *Instance) Begin() *Txn {
	tx := &Txn{inst: i}
	tx.log.blocks = &i.undo
	tx.log.scratch = tx.scratchDir
	tx.log.run = -1
	return tx
}

// Restart begins a new transaction in a Txn that has ended, keeping its buffers: cheaper than Begin in autocommit loops.
func (tx *Txn) Restart() {
	if !tx.ended {
		panic("engine: Restart of an open transaction")
	}
	tx.ended = false
}

// SetProcess gives the session's id, for texts of errors.
func (tx *Txn) SetProcess(spid int) { tx.spid = spid }

// scratchDir is where the undo log's file goes: Options.Scratch, else beside the first database with a file.
func (tx *Txn) scratchDir() string {
	if s := tx.inst.opt.Scratch; s != "" {
		return s
	}
	for _, d := range tx.dbs {
		if d.kept {
			return filepath.Dir(d.path)
		}
	}
	return os.TempDir()
}

// use readies tx for work on t with the given lock on its rows; ErrTableChanged when
// t was replaced before the lock was there.
func (tx *Txn) use(ctx context.Context, t *Table, m lockMode, untilEnd bool) error {
	if tx.ended {
		return ErrEnded
	}
	if err := tx.join(t.db); err != nil {
		return err
	}
	if err := tx.acquire(ctx, &t.state.data, m, untilEnd); err != nil {
		return err
	}
	if !t.Current() {
		return ErrTableChanged
	}
	return nil
}

// Lock takes a table lock explicitly (TABLOCK, TABLOCKX, HOLDLOCK hints).
func (tx *Txn) Lock(ctx context.Context, t *Table, exclusiveLock, untilEnd bool) error {
	if exclusiveLock {
		return tx.use(ctx, t, exclusive, untilEnd)
	}
	return tx.use(ctx, t, shared, untilEnd)
}

// EndStatement releases the shared locks taken by the statement.
func (tx *Txn) EndStatement() {
	tx.closeWriters()
	tx.release(func(h *held) bool { return h.untilEnd })
}

// Mark is a point to roll back to: a savepoint, or the start of a statement.
type Mark struct{ pos int64 }

// Mark returns the present point.
func (tx *Txn) Mark() Mark { return Mark{tx.log.pos()} }

// RollbackTo undoes all changes made after m. Locks stay, as in SQL Server.
func (tx *Txn) RollbackTo(m Mark) error { return tx.undoTo(m.pos) }

// Commit makes the changes final and frees what was dropped. An error says that dropped
// storage could not be freed; the transaction is committed nevertheless.
func (tx *Txn) Commit() error {
	if tx.ended {
		return ErrEnded
	}
	var errs []error
	if len(tx.emptied) > 0 {
		errs = append(errs, tx.freeEmptied())
	}
	for _, s := range tx.steps {
		if s.commit != nil {
			errs = append(errs, s.commit())
		}
	}
	tx.end()
	return errors.Join(errs...)
}

// Rollback undoes everything and ends the transaction.
func (tx *Txn) Rollback() error {
	if tx.ended {
		return ErrEnded
	}
	err := tx.undoTo(0)
	tx.end()
	return err
}

func (tx *Txn) end() {
	tx.closeWriters()
	tx.log.drop()
	tx.endVersions()
	for _, s := range tx.born { // under the table's lock, see skipUndo
		s.bornIn = nil
	}
	tx.release(func(*held) bool { return false })
	tx.leaveNames()
	for _, d := range tx.dbs {
		if tx.ghosts {
			d.sweep.ghostsLater()
		}
	}
	tx.xact, tx.ghosts = 0, false
	tx.leave()
	clear(tx.born)
	tx.born = tx.born[:0]
	clear(tx.emptied)
	tx.emptied = tx.emptied[:0]
	clear(tx.stores)
	clear(tx.steps)
	tx.stores, tx.steps = tx.stores[:0], tx.steps[:0]
	tx.ended = true
}

// logStep records a change of the catalog.
func (tx *Txn) logStep(s step) error {
	if err := tx.log.ensure(); err != nil {
		return err
	}
	b := le.AppendUint32(tx.log.tail(), uint32(len(tx.steps)))
	tx.steps = append(tx.steps, s)
	tx.log.add(undoStep, 0, len(b))
	return nil
}

// storeNo is the number of s in the transaction's undo records.
func (tx *Txn) storeNo(s *storage) uint32 {
	for i, o := range tx.stores {
		if o == s {
			return uint32(i)
		}
	}
	tx.stores = append(tx.stores, s)
	return uint32(len(tx.stores) - 1)
}

// noIO is for work that no statement's I/O counters see.
var noIO *bufpool.IO
