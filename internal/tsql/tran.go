package tsql

import (
	"slices"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/system"
)

// tran is the session's transaction. Count > 0 is an explicit (or implicit-mode) transaction; the
// engine's begins with the first statement that needs it.
type tran struct {
	tx     *engine.Txn
	idle   *engine.Txn // ended, kept for Restart
	count  int
	name   string
	doomed bool
	saves  []savepoint
	wrote  bool // DDL happened: a rollback makes plans stale
}

type savepoint struct {
	name string
	mark engine.Mark
}

// Txn is the running statement's transaction, begun on first use.
func (s *Session) Txn() (*engine.Txn, error) {
	if s.tran.tx == nil {
		if tx := s.tran.idle; tx != nil {
			tx.Restart()
			s.tran.tx, s.tran.idle = tx, nil
		} else {
			s.tran.tx = s.inst.Begin()
			s.tran.tx.SetProcess(s.opt.ID)
		}
	}
	return s.tran.tx, nil
}

// TranCount is @@TRANCOUNT.
func (s *Session) TranCount() int { return s.tran.count }

// XactState is XACT_STATE().
func (s *Session) XactState() int {
	switch {
	case s.tran.count == 0:
		return 0
	case s.tran.doomed:
		return -1
	}
	return 1
}

// Begin serves TDS transaction manager requests; isolation 0 keeps the session's level.
func (s *Session) Begin(isolation uint8) error {
	if isolation > 0 && isolation <= 5 {
		if system.Isolation(isolation) == system.Snapshot {
			return errorf(3952, 16, "Snapshot isolation transaction failed accessing database '%s' because snapshot isolation is not allowed in this database.", s.db.Name())
		}
		s.set.Isolation = system.Isolation(isolation)
	}
	s.begin("")
	return nil
}

func (s *Session) begin(name string) {
	if s.tran.count == 0 {
		s.tran.name = name
	}
	s.tran.count++
	s.info.TranCount.Store(int64(s.tran.count))
}

// Commit is COMMIT: error 3902 without a transaction, 3930 of a doomed one. Only the outermost commits.
func (s *Session) Commit() error {
	switch {
	case s.tran.count == 0:
		return errorf(3902, 16, "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.")
	case s.tran.doomed:
		return errDoomed()
	case s.tran.count > 1:
		s.tran.count--
		s.info.TranCount.Store(int64(s.tran.count))
		return nil
	}
	return s.end((*engine.Txn).Commit)
}

// Rollback undoes the whole transaction: error 3903 when there is none.
func (s *Session) Rollback() error {
	if s.tran.count == 0 {
		return errorf(3903, 16, "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.")
	}
	return s.rollbackAll()
}

func errDoomed() error {
	return errorf(3930, 16, "The current transaction cannot be committed and cannot support operations that write to the log file. Roll back the transaction.")
}

// rollbackAll undoes whatever is open.
func (s *Session) rollbackAll() error {
	ddl := s.tran.wrote
	if ddl {
		s.SchemaChanged()
	}
	err := s.end((*engine.Txn).Rollback)
	if ddl {
		s.SchemaChanged()
	}
	return err
}

func (s *Session) end(how func(*engine.Txn) error) error {
	tx := s.tran.tx
	s.tran = tran{idle: s.tran.idle}
	s.info.TranCount.Store(0)
	if tx == nil {
		return nil
	}
	err := how(tx)
	if err == nil {
		s.tran.idle = tx
	}
	return err
}

// save is SAVE TRANSACTION.
func (s *Session) save(name string) error {
	switch {
	case s.tran.count == 0:
		return errorf(628, 16, "Cannot issue SAVE TRANSACTION when there is no active transaction.")
	case s.tran.doomed:
		return errorf(3931, 16, "The current transaction cannot be committed and cannot be rolled back to a savepoint. Roll back the entire transaction.")
	}
	tx, err := s.Txn()
	if err != nil {
		return err
	}
	s.tran.saves = append(s.tran.saves, savepoint{name, tx.Mark()})
	return nil
}

// saved reports a savepoint of the name.
func (s *Session) saved(name string) bool {
	return slices.ContainsFunc(s.tran.saves, func(sp savepoint) bool { return strings.EqualFold(sp.name, name) })
}

// rollbackTo is ROLLBACK TRANSACTION name: a savepoint, or the outermost transaction's name.
func (s *Session) rollbackTo(name string) error {
	if s.tran.count == 0 {
		return s.Rollback()
	}
	for i := len(s.tran.saves) - 1; i >= 0; i-- {
		sp := s.tran.saves[i]
		if !strings.EqualFold(sp.name, name) {
			continue
		}
		if s.tran.doomed {
			return errorf(3931, 16, "The current transaction cannot be committed and cannot be rolled back to a savepoint. Roll back the entire transaction.")
		}
		s.tran.saves = s.tran.saves[:i+1]
		s.SchemaChanged()
		err := s.tran.tx.RollbackTo(sp.mark)
		s.SchemaChanged()
		return err
	}
	if strings.EqualFold(s.tran.name, name) {
		return s.rollbackAll()
	}
	return errorf(6401, 16, "Cannot roll back %s. No transaction or savepoint of that name was found.", name)
}
