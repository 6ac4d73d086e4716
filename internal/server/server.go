package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// Session runs one connection's requests; *tsql.Session is one. Its methods are
// called by one goroutine at a time.
type Session interface {
	Batch(ctx context.Context, text string, params []tsql.Param, sink tsql.Sink) error
	Repeat(ctx context.Context, text string, params []tsql.Param, next func(params []sqltype.Value) (bool, error), sink tsql.Sink) error
	SkipChecks(ctx context.Context, table string) (resume func(), err error)
	Call(ctx context.Context, proc string, params []tsql.Param, sink tsql.Sink) error
	Begin(isolation uint8) error
	Commit() error
	Rollback() error
	Reset() error
	TranCount() int
	Close() error
}

// Login is what a client said of itself.
type Login struct {
	SessionID int // from 51 up, unique among the server's connections
	User      string
	Host      string
	App       string
	Library   string // client library
	Database  string // the one named, else Config.Database
	Address   string // where the connection comes from
	InMemory  bool
	Client    tsql.Connection
}

// Config fixes a server. Only NewSession is required.
type Config struct {
	// NewSession opens the session of a login. An error with SQL Server's number
	// is sent as it is; an unknown database is 4060.
	NewSession func(Login) (Session, error)
	// Auth judges user and password of connections that Serve accepts; any error
	// is sent as 18456 without its text. In-memory connections are never asked.
	Auth func(user, password string) error
	// TLS offers encryption on connections that Serve accepts; nil: none. See SelfSigned.
	TLS *tls.Config
	// Version is the product version in PRELOGIN and LOGINACK; zero is 16.0.1000.
	// Drivers decide by it what they may send.
	Version [4]byte
	// Program is the product name in LOGINACK.
	Program string
	// Database is where a login that names none lands, as a login's default database; "" is master.
	Database string
	// ServerName goes into every message.
	ServerName string
	// MaxMessage bounds a batch or call in bytes as sent; 0 is 64 MiB. Bulk loads
	// are streamed and not bounded.
	MaxMessage int
	// LoginTimeout bounds the time from connect to login; 0 is 15 s.
	LoginTimeout time.Duration
	// StopGrace is how long a stopping server waits for running requests to end
	// and their clients to take the rest before it cuts connections; 0 is 5 s.
	StopGrace time.Duration
	// Log takes what no client can be told (failed handshakes, panics); nil drops it.
	Log func(format string, args ...any)
}

// Limits of sessions: SQL Server's "user connections" maximum.
const (
	firstSession = 51
	maxSessions  = 32767
)

// ErrNoAuth is Serve's error when the configuration has no Auth.
var ErrNoAuth = errors.New("serve: no authentication is configured")

// AnyLogin is an Auth that accepts everybody: for listeners only this machine reaches.
func AnyLogin(user, password string) error { return nil }

// Server serves TDS connections.
type Server struct {
	cfg    Config
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu     sync.Mutex
	closed bool
	ids    map[int]bool
	conns  map[*conn]bool
	tran   uint64 // last transaction descriptor given out
}

// New makes a server. It serves nothing until Serve or a dial.
func New(cfg Config) *Server {
	if cfg.Database == "" {
		cfg.Database = "master"
	}
	if cfg.NewSession == nil {
		panic("server: Config.NewSession is nil")
	}
	if cfg.Version == [4]byte{} {
		cfg.Version = [4]byte{16, 0, 1000 >> 8, 1000 & 0xFF}
	}
	if cfg.Program == "" {
		cfg.Program = "scanfrag embedded engine"
	}
	if cfg.ServerName == "" {
		cfg.ServerName = "scanfrag"
	}
	if cfg.MaxMessage == 0 {
		cfg.MaxMessage = 64 << 20
	}
	if cfg.LoginTimeout == 0 {
		cfg.LoginTimeout = 15 * time.Second
	}
	if cfg.StopGrace == 0 {
		cfg.StopGrace = 5 * time.Second
	}
	if cfg.Log == nil {
		cfg.Log = func(string, ...any) {}
	}
	s := &Server{cfg: cfg, ids: map[int]bool{}, conns: map[*conn]bool{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Serve accepts connections until ctx is done or the server is closed, then
// stops its connections (running requests are cancelled and answered) and
// returns nil. It closes the listener. An accept that fails for good is returned.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	if s.cfg.Auth == nil {
		ln.Close()
		return ErrNoAuth
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	defer context.AfterFunc(ctx, func() { ln.Close() })()
	defer ln.Close()

	var mine sync.WaitGroup
	err := s.accept(ctx, ln, &mine)
	cancel()
	mine.Wait()
	return err
}

func (s *Server) accept(ctx context.Context, ln net.Listener, mine *sync.WaitGroup) error {
	delay := 5 * time.Millisecond
	for {
		nc, err := ln.Accept()
		switch {
		case err == nil:
			delay = 5 * time.Millisecond
			mine.Add(1)
			if !s.start(ctx, nc, false, mine.Done) {
				mine.Done()
				return nil
			}
		case ctx.Err() != nil:
			return nil
		case isTemporary(err):
			// Out of file descriptors, connection aborted: others may still be served.
			s.cfg.Log("accept: %v", err)
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(delay):
			}
			delay = min(2*delay, time.Second)
		default:
			return fmt.Errorf("serve %s: %w", ln.Addr(), err)
		}
	}
}

func isTemporary(err error) bool {
	var t interface{ Temporary() bool }
	return errors.As(err, &t) && t.Temporary()
}

// start runs a connection in its own goroutine; false when the server is closed.
func (s *Server) start(ctx context.Context, nc net.Conn, inMemory bool, ended func()) bool {
	c := newConn(s, nc, inMemory)
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		nc.Close()
		return false
	}
	s.conns[c] = true
	s.wg.Add(1)
	s.mu.Unlock()
	go func() {
		defer s.wg.Done()
		defer ended()
		defer func() {
			s.mu.Lock()
			delete(s.conns, c)
			s.mu.Unlock()
		}()
		c.run(ctx)
	}()
	return true
}

// Close stops the server: no connection is accepted or dialled any more, running
// requests are cancelled, and after StopGrace what is left is cut. It returns
// when every session is closed.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.wg.Wait()
	return nil
}

// Connections is the number of open connections.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

// takeID reserves the lowest free session id, or returns 0.
func (s *Server) takeID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := firstSession; id < firstSession+maxSessions && id <= 0xFFFF; id++ {
		if !s.ids[id] {
			s.ids[id] = true
			return id
		}
	}
	return 0
}

func (s *Server) freeID(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ids, id)
}

// nextTran gives out a transaction descriptor, unique in the server and never 0.
func (s *Server) nextTran() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tran++
	return 0x0001_0000_0000 + s.tran
}

func (s *Server) prelogin(e tds.Encryption) tds.Prelogin {
	p := tds.Prelogin{Encryption: e}
	copy(p.Version[:], s.cfg.Version[:])
	return p
}
