package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"sync/atomic"
	"time"

	"scanfrag/internal/tds"
)

// conn is one connection. All fields belong to the session goroutine except
// attn and gone.
type conn struct {
	s         *Server
	raw       net.Conn
	in        io.Reader // raw, or TLS over it
	out       io.Writer
	w         *tds.Writer
	maxPacket int
	inMemory  bool

	id       int
	sess     Session
	resp     response
	attn     attention
	packets  *reader
	gone     atomic.Bool // the client went away
	poisoned bool        // a panic left the session in an unknown state

	database, loginDB string
	prepared          map[int32]prepared
	lastHandle        int32
	bulk              *bulkTarget // INSERT BULK waits for its data
}

func newConn(s *Server, nc net.Conn, inMemory bool) *conn {
	c := &conn{s: s, raw: nc, in: nc, out: nc, inMemory: inMemory, maxPacket: tds.MaxPacketSize}
	c.w = tds.NewWriter(nc, tds.DefaultPacketSize)
	c.resp.c, c.resp.w = c, c.w
	return c
}

// run serves the connection to its end. ctx is the listener's; the server's own
// stops it too.
func (c *conn) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.s.ctx, cancel)()
	// A stop while a login is under way, or a response nobody reads, must not wait.
	loggedIn, over := make(chan struct{}), make(chan struct{})
	defer close(over)
	defer context.AfterFunc(ctx, func() {
		select {
		case <-loggedIn:
			select {
			case <-over:
			case <-time.After(c.s.cfg.StopGrace):
			}
		default:
		}
		c.raw.Close()
	})()
	err := c.login()
	close(loggedIn)
	if err == nil {
		err = c.serve(ctx, cancel)
	}
	if errors.Is(err, errClosing) {
		linger(c.raw)
	} else if err != nil && !isGone(err) && ctx.Err() == nil {
		c.s.cfg.Log("connection from %s: %v", c.raw.RemoteAddr(), err)
	}
	c.raw.Close()
	if c.packets != nil {
		for range c.packets.out {
			// until the reader has seen the close
		}
	}
	c.closeSession()
}

// serve runs requests until the connection ends.
func (c *conn) serve(ctx context.Context, cancel context.CancelFunc) error {
	c.packets = newReader(c.in, &c.attn, func(error) {
		c.gone.Store(true)
		cancel()
	})
	go c.packets.run()
	defer close(c.packets.done)
	for {
		select {
		case <-ctx.Done():
			return io.EOF
		case p, ok := <-c.packets.out:
			if !ok {
				return io.EOF
			}
			if err := c.handle(ctx, p); err != nil {
				return err
			}
			if ctx.Err() != nil {
				return io.EOF
			}
		}
	}
}

func (c *conn) closeSession() {
	if c.sess != nil {
		func() {
			defer c.recovered("close session")
			if err := c.sess.Close(); err != nil {
				c.s.cfg.Log("session %d: close: %v", c.id, err)
			}
		}()
	}
	if c.id != 0 {
		c.s.freeID(c.id)
	}
}

// recovered turns a panic into a log entry: one session's bug must not end the
// others. The connection is closed by whoever sees poisoned.
func (c *conn) recovered(what string) {
	if p := recover(); p != nil {
		c.poisoned = true
		c.s.cfg.Log("session %d: %s: panic: %v\n%s", c.id, what, p, debug.Stack())
		c.resp.fatal = fmt.Sprint(p)
	}
}

// isGone reports errors that only say that the other end has closed.
func isGone(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe)
}
