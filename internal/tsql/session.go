package tsql

import (
	"context"

	"scanfrag/internal/engine"
)

// Options fix what a session knows of its client.
type Options struct {
	Database string // initial database; "" is master
	Login    string
	Host     string
	App      string
	ID       int // session id (spid), from 51 up
}

// Session is one connection's state: current database, SET options,
// transaction, temp tables. It is used by one goroutine at a time.
type Session struct {
	inst *engine.Instance
	opt  Options
}

// NewSession opens a session. An unknown database is error 4060.
func NewSession(inst *engine.Instance, opt Options) (*Session, error) {
	return &Session{inst: inst, opt: opt}, nil
}

// Batch runs one batch. Errors of the batch itself go to the sink as messages
// and are not returned; a returned error means that the sink failed or ctx was
// cancelled (attention): the statement is undone, the batch ends, the session
// stays usable.
func (s *Session) Batch(ctx context.Context, text string, params []Param, sink Sink) error {
	panic("not yet")
}

// Call runs a system or user procedure by name (RPC), params in order.
// sp_executesql is handled here too.
func (s *Session) Call(ctx context.Context, proc string, params []Param, sink Sink) error {
	panic("not yet")
}

// Begin, Commit and Rollback serve TDS transaction manager requests.
func (s *Session) Begin(isolation uint8) error { panic("not yet") }

// Commit ends the outermost transaction.
func (s *Session) Commit() error { panic("not yet") }

// Rollback undoes the whole transaction.
func (s *Session) Rollback() error { panic("not yet") }

// Reset is sp_reset_connection: rolls back, drops temp tables, restores SET
// options and the initial database.
func (s *Session) Reset() error { panic("not yet") }

// TranCount is @@TRANCOUNT.
func (s *Session) TranCount() int { panic("not yet") }

// Close rolls back and releases everything.
func (s *Session) Close() error { panic("not yet") }
