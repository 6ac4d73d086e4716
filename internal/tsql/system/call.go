// Package system is what the objects of the system surface are made of: the
// registries of virtual tables, system procedures, DBCC commands and metadata
// functions, the session and server state they may ask for, and the sink they write to.
// It knows neither the syntax tree nor how statements run.
package system

import (
	"context"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
)

// Session is what a system object may ask of the session that uses it.
type Session interface {
	ID() int // spid
	Login() string
	Host() string
	App() string
	Server() *Server
	Instance() *engine.Instance
	// Database is the current database.
	Database() *engine.Database
	// Txn is the running statement's transaction, begun on first use.
	Txn() (*engine.Txn, error)
	TranCount() int
	// Options are the session's SET options, by reference.
	Options() *Options
	// FindTable resolves a one- to three-part name, temp tables included; nil when there is none.
	FindTable(parts ...string) *engine.Table
	// Parameters are those of a module; a first one without a name is what a function returns.
	Parameters(m *engine.Module) []Param
	// SchemaChanged makes every cached plan of the server stale. DDL calls it before and after.
	SchemaChanged()
}

// Call is one use of a system object.
type Call struct {
	Ctx     context.Context
	Session Session
	// Database is the one the object was named in (master..spt_values), else the current one.
	Database *engine.Database
	// Sink takes a procedure's or DBCC command's result sets and messages; nil in virtual tables.
	Sink Sink
	// Columns are those of a virtual table that are read; the others' values do not matter. nil: all.
	Columns []int
	// Line of the calling statement.
	Line int32
}

// Info sends an informational message (severity 0; 10 reads the same to clients).
func (c *Call) Info(number int32, text string) error {
	return c.Sink.Message(Message{Number: number, State: 1, Line: c.Line, Text: text})
}

// Result sends a whole small result set.
func (c *Call) Result(cols []Column, rows [][]sqltype.Value) error {
	if err := c.Sink.Columns(cols); err != nil {
		return err
	}
	for _, r := range rows {
		if err := c.Sink.Row(r); err != nil {
			return err
		}
	}
	return c.Sink.Done(Done{Rows: int64(len(rows)), HasRows: !c.Session.Options().NoCount, Command: 0xC1})
}
