// Package sqlfake is a database/sql driver for tests: it answers each statement
// by a function, keeps a log of them, and speaks go-mssqldb's message protocol.
package sqlfake

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"sync"

	"github.com/golang-sql/sqlexp"
	mssql "github.com/microsoft/go-mssqldb"
)

// Answer is what one statement returns: one result set when Columns is set,
// messages before it, and an error after it. Err of type mssql.Error comes as
// the server would send it.
type Answer struct {
	Columns  []string
	Types    []string // database type names, in upper case; may be missing
	Rows     [][]driver.Value
	Messages []mssql.Error
	Err      error
}

// Scalar is one row with one value.
func Scalar(v driver.Value) Answer {
	return Answer{Columns: []string{""}, Rows: [][]driver.Value{{v}}}
}

// Server answers statements. Handle is called with the connection's number,
// from 1 up; it may block on ctx.
type Server struct {
	Handle func(ctx context.Context, conn int, text string) Answer

	mu     sync.Mutex
	log    []string
	conns  int
	closed int
}

// DB is a handle on the server.
func (s *Server) DB() *sql.DB { return sql.OpenDB(connector{s}) }

// Log is every statement so far, in order.
func (s *Server) Log() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.log...)
}

// Open is the number of connections that are open.
func (s *Server) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns - s.closed
}

type connector struct{ s *Server }

func (c connector) Connect(context.Context) (driver.Conn, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.conns++
	return &conn{s: c.s, n: c.s.conns}, nil
}

func (c connector) Driver() driver.Driver { return nil }

type conn struct {
	s   *Server
	n   int
	ret *sqlexp.ReturnMessage
}

func (c *conn) Prepare(string) (driver.Stmt, error) { return nil, errors.New("sqlfake: no Prepare") }
func (c *conn) Begin() (driver.Tx, error)           { return nil, errors.New("sqlfake: no Begin") }

func (c *conn) Close() error {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.closed++
	return nil
}

// CheckNamedValue takes the message queue out of the arguments, as go-mssqldb does.
func (c *conn) CheckNamedValue(v *driver.NamedValue) error {
	if m, ok := v.Value.(*sqlexp.ReturnMessage); ok {
		sqlexp.ReturnMessageInit(m)
		c.ret = m
		return driver.ErrRemoveArgument
	}
	return nil
}

func (c *conn) answer(ctx context.Context, text string) Answer {
	c.s.mu.Lock()
	c.s.log = append(c.s.log, text)
	c.s.mu.Unlock()
	a := c.s.Handle(ctx, c.n, text)
	if ctx.Err() != nil {
		a.Err = ctx.Err()
	}
	return a
}

func (c *conn) ExecContext(ctx context.Context, text string, _ []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(0), c.answer(ctx, text).Err
}

func (c *conn) QueryContext(ctx context.Context, text string, _ []driver.NamedValue) (driver.Rows, error) {
	a := c.answer(ctx, text)
	ret := c.ret
	c.ret = nil
	if ret == nil {
		return &rows{a: a}, a.Err
	}
	send := func(m sqlexp.RawMessage) { _ = sqlexp.ReturnMessageEnqueue(ctx, ret, m) }
	for _, m := range a.Messages {
		send(sqlexp.MsgNotice{Message: m})
	}
	if len(a.Columns) > 0 {
		send(sqlexp.MsgNext{})
	}
	if a.Err != nil {
		send(sqlexp.MsgError{Error: a.Err})
	}
	send(sqlexp.MsgNextResultSet{})
	return &rows{a: a}, nil
}

type rows struct {
	a Answer
	i int
}

func (r *rows) Columns() []string { return r.a.Columns }
func (r *rows) Close() error      { return nil }

// ColumnTypeDatabaseTypeName is what go-mssqldb would say.
func (r *rows) ColumnTypeDatabaseTypeName(i int) string {
	if i < len(r.a.Types) {
		return r.a.Types[i]
	}
	return ""
}

func (r *rows) Next(dest []driver.Value) error {
	if r.i == len(r.a.Rows) {
		return io.EOF
	}
	copy(dest, r.a.Rows[r.i])
	r.i++
	return nil
}
