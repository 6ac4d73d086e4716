package server

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// pipeBuffer is the bytes in flight each way: a few packets of the largest
// size. net.Pipe has none, so that a client sending attention while the server
// sends rows would block both.
const pipeBuffer = 128 << 10

// newPipe makes a buffered in-memory connection and returns its two ends.
func newPipe() (client, server net.Conn) {
	up, down := newStream(), newStream()
	return &pipeConn{r: down, w: up, name: "client"}, &pipeConn{r: up, w: down, name: "server"}
}

type pipeConn struct {
	r, w *stream
	name string
}

func (c *pipeConn) Read(p []byte) (int, error)  { return c.r.read(p) }
func (c *pipeConn) Write(p []byte) (int, error) { return c.w.write(p) }

// Close ends both directions: the peer reads what is buffered and then EOF, its
// writes fail.
func (c *pipeConn) Close() error {
	c.w.closeWrite()
	c.r.closeRead()
	return nil
}

func (c *pipeConn) LocalAddr() net.Addr  { return pipeAddr(c.name) }
func (c *pipeConn) RemoteAddr() net.Addr { return pipeAddr("peer of " + c.name) }

func (c *pipeConn) SetDeadline(t time.Time) error {
	c.r.readBy.set(c.r, t)
	c.w.writeBy.set(c.w, t)
	return nil
}

func (c *pipeConn) SetReadDeadline(t time.Time) error {
	c.r.readBy.set(c.r, t)
	return nil
}

func (c *pipeConn) SetWriteDeadline(t time.Time) error {
	c.w.writeBy.set(c.w, t)
	return nil
}

type pipeAddr string

func (pipeAddr) Network() string  { return "memory" }
func (a pipeAddr) String() string { return "memory (" + string(a) + ")" }

// stream is one direction: a ring of bytes.
type stream struct {
	mu        sync.Mutex
	cond      sync.Cond
	ring      []byte
	start, n  int
	noMore    bool // writer closed
	abandoned bool // reader closed
	readBy    deadline
	writeBy   deadline
}

func newStream() *stream {
	s := &stream{ring: make([]byte, pipeBuffer)}
	s.cond.L = &s.mu
	return s
}

func (s *stream) read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(p) == 0 {
		return 0, nil
	}
	for {
		switch {
		case s.abandoned:
			return 0, net.ErrClosed
		case s.readBy.passed:
			return 0, os.ErrDeadlineExceeded
		case s.n > 0:
			total := 0
			for total < len(p) && s.n > 0 {
				k := copy(p[total:], s.ring[s.start:min(s.start+s.n, len(s.ring))])
				total += k
				s.n -= k
				s.start = (s.start + k) % len(s.ring)
			}
			s.cond.Broadcast()
			return total, nil
		case s.noMore:
			return 0, io.EOF
		}
		s.cond.Wait()
	}
}

func (s *stream) write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	total := 0
	for {
		switch {
		case s.noMore:
			return total, net.ErrClosed
		case s.abandoned:
			return total, io.ErrClosedPipe
		case s.writeBy.passed:
			return total, os.ErrDeadlineExceeded
		}
		for total < len(p) && s.n < len(s.ring) {
			at := (s.start + s.n) % len(s.ring)
			end := len(s.ring)
			if at < s.start {
				end = s.start
			}
			k := copy(s.ring[at:end], p[total:])
			total += k
			s.n += k
		}
		s.cond.Broadcast()
		if total == len(p) {
			return total, nil
		}
		s.cond.Wait()
	}
}

func (s *stream) closeWrite() {
	s.mu.Lock()
	s.noMore = true
	s.writeBy.stop()
	s.cond.Broadcast()
	s.mu.Unlock()
}

func (s *stream) closeRead() {
	s.mu.Lock()
	s.abandoned = true
	s.readBy.stop()
	s.cond.Broadcast()
	s.mu.Unlock()
}

// deadline is guarded by its stream's mutex. A timer of an earlier deadline
// that fires late is told apart by its generation.
type deadline struct {
	timer  *time.Timer
	gen    int
	passed bool
}

func (d *deadline) stop() {
	d.gen++
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
}

func (d *deadline) set(s *stream, t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d.stop()
	d.passed = false
	if !t.IsZero() {
		wait := time.Until(t)
		if wait <= 0 {
			d.passed = true
		} else {
			gen := d.gen
			d.timer = time.AfterFunc(wait, func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				if d.gen == gen {
					d.passed = true
					s.cond.Broadcast()
				}
			})
		}
	}
	s.cond.Broadcast()
}
