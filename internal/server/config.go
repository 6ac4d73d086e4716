package server

import (
	"context"
	"crypto/tls"
	"time"

	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// Session runs one connection's requests; *tsql.Session is one. Its methods are
// called by one goroutine at a time.
type Session interface {
	Batch(ctx context.Context, text string, params []tsql.Param, sink tsql.Sink) error
	Bulk(ctx context.Context, text string, load *tsql.Bulk, sink tsql.Sink) (rows int64, err error)
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

// withDefaults fills in what the zero values stand for.
func (c Config) withDefaults() Config {
	if c.Database == "" {
		c.Database = "master"
	}
	if c.Version == [4]byte{} {
		c.Version = [4]byte{16, 0, 1000 >> 8, 1000 & 0xFF}
	}
	if c.Program == "" {
		c.Program = "scanfrag embedded engine"
	}
	if c.ServerName == "" {
		c.ServerName = "scanfrag"
	}
	if c.MaxMessage == 0 {
		c.MaxMessage = 64 << 20
	}
	if c.LoginTimeout == 0 {
		c.LoginTimeout = 15 * time.Second
	}
	if c.StopGrace == 0 {
		c.StopGrace = 5 * time.Second
	}
	if c.Log == nil {
		c.Log = func(string, ...any) {}
	}
	return c
}

// prelogin is the server's answer to PRELOGIN.
func (c Config) prelogin(e tds.Encryption) tds.Prelogin {
	p := tds.Prelogin{Encryption: e}
	copy(p.Version[:], c.Version[:])
	return p
}
