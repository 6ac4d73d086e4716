package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

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
	if cfg.NewSession == nil {
		panic("server: Config.NewSession is nil")
	}
	s := &Server{cfg: cfg.withDefaults(), ids: map[int]bool{}, conns: map[*conn]bool{}}
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

// accept starts connections, each counted in mine, until ctx ends or the listener fails.
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
