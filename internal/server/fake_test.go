package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"
)

// fakeSession runs scripts in place of T-SQL: the first word of a batch picks one.
type fakeSession struct {
	login   Login
	scripts map[string]script
	tran    int

	mu     sync.Mutex
	log    []string // calls in order
	params []tsql.Param
	closed chan struct{}
}

type script func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error

func (s *fakeSession) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, fmt.Sprintf(format, args...))
}

func (s *fakeSession) notes() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.log, "\n")
}

func (s *fakeSession) Batch(ctx context.Context, text string, params []tsql.Param, sink tsql.Sink) error {
	s.note("batch %s", text)
	word, _, _ := strings.Cut(text, " ")
	if f := s.scripts[word]; f != nil {
		return f(ctx, s, text, sink)
	}
	switch word {
	case "BEGIN":
		s.tran++
		return sink.Done(tsql.Done{Command: 0xD4})
	case "ROLLBACK":
		s.tran = 0
		return sink.Done(tsql.Done{Command: 0xD2})
	case "SAVE", "SET":
		return sink.Done(tsql.Done{})
	}
	return sink.Message(tsql.Message{Number: 2812, State: 62, Class: 16, Line: 1, Text: "no script " + word})
}

// Bulk reads the rows of a load and stores nothing.
func (s *fakeSession) Bulk(ctx context.Context, text string, load *tsql.Bulk, sink tsql.Sink) (rows int64, err error) {
	s.note("bulk %s", text)
	vals := make([]sqltype.Value, len(load.Columns))
	for {
		more, err := load.Next(vals)
		if err != nil || !more {
			return rows, err
		}
		rows++
	}
}

func (s *fakeSession) Call(ctx context.Context, proc string, params []tsql.Param, sink tsql.Sink) error {
	s.note("call %s", proc)
	s.mu.Lock()
	s.params = append([]tsql.Param(nil), params...)
	s.mu.Unlock()
	if proc == "sp_executesql" {
		if err := s.Batch(ctx, params[0].Value.S, nil, sink); err != nil {
			return err
		}
		return sink.ReturnStatus(0)
	}
	if f := s.scripts[proc]; f != nil {
		return f(ctx, s, proc, sink)
	}
	return sink.Message(tsql.Message{Number: 2812, State: 62, Class: 16, Line: 1, Text: "Could not find stored procedure '" + proc + "'."})
}

func (s *fakeSession) Begin(isolation uint8) error {
	s.note("begin %d", isolation)
	s.tran++
	return nil
}

func (s *fakeSession) Commit() error {
	s.note("commit")
	if s.tran == 0 {
		return sqltype.Errorf(3902, "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.")
	}
	s.tran--
	return nil
}

func (s *fakeSession) Rollback() error {
	s.note("rollback")
	s.tran = 0
	return nil
}

func (s *fakeSession) Reset() error {
	s.note("reset")
	s.tran = 0
	return nil
}

func (s *fakeSession) TranCount() int { return s.tran }

func (s *fakeSession) Close() error {
	close(s.closed)
	return nil
}

// rig is a server over fake sessions with a client pool.
type rig struct {
	*Server
	db       *sql.DB
	mu       sync.Mutex
	sessions []*fakeSession
}

func newRig(t *testing.T, scripts map[string]script) *rig {
	t.Helper()
	r := &rig{}
	r.Server = New(Config{
		NewSession: func(l Login) (Session, error) {
			if l.Database == "nowhere" {
				return nil, &sqltype.Error{Number: 4060, Class: 11, State: 1, Text: `Cannot open database "nowhere" requested by the login. The login failed.`}
			}
			s := &fakeSession{login: l, scripts: scripts, closed: make(chan struct{})}
			r.mu.Lock()
			r.sessions = append(r.sessions, s)
			r.mu.Unlock()
			return s, nil
		},
		ServerName: "rig", StopGrace: 2 * time.Second,
		Auth: func(user, password string) error {
			if user != "sa" || password != "p@ss#w/:?%+ é;{}" {
				return errors.New("wrong")
			}
			return nil
		},
		Log: t.Logf,
	})
	r.db = r.open(t, "test")
	t.Cleanup(func() {
		r.db.Close()
		r.Close()
	})
	return r
}

func (r *rig) open(t *testing.T, database string) *sql.DB {
	t.Helper()
	c, err := mssql.NewConnector(DSN(database))
	if err != nil {
		t.Fatal(err)
	}
	c.Dialer = r.Dialer()
	return sql.OpenDB(c)
}

// session returns the n-th session opened.
func (r *rig) session(n int) *fakeSession {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sessions[n]
}

// pin takes one connection for the whole test.
func (r *rig) pin(t *testing.T) *sql.Conn {
	t.Helper()
	c, err := r.db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// one is a result set of one int.
func one(v int64) script {
	return func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		return sendInts(sink, v)
	}
}

var intColumn = []tsql.Column{{Name: "n", Type: sqltype.Of(sqltype.BigInt)}}

func sendInts(sink tsql.Sink, vals ...int64) error {
	if err := sink.Columns(intColumn); err != nil {
		return err
	}
	for _, v := range vals {
		if err := sink.Row([]sqltype.Value{sqltype.IntOf(sqltype.BigInt, v)}); err != nil {
			return err
		}
	}
	return sink.Done(tsql.Done{Rows: int64(len(vals)), HasRows: true, Command: 0xC1})
}
