package server

import (
	"context"
	"io"
	"sync"
	"sync/atomic"

	"scanfrag/internal/tds"
)

// packet is one packet off the wire, or an attention in its place in the order.
type packet struct {
	tds.Header
	payload   []byte
	buf       []byte // to be given back; payload is a part of it
	attention int    // number of the attention, from 1; 0: a packet
}

// packetQueue is the packets read ahead of the session goroutine.
const packetQueue = 3

// reader takes packets off the wire in its own goroutine.
type reader struct {
	in   io.Reader
	out  chan packet
	free chan []byte
	done chan struct{} // closed by the session goroutine: nobody receives any more
	attn *attention
	gone func(error) // called once, when nothing can be read any more
}

func newReader(in io.Reader, attn *attention, gone func(error)) *reader {
	return &reader{
		in: in, attn: attn, gone: gone,
		out:  make(chan packet, packetQueue),
		free: make(chan []byte, packetQueue+2),
		done: make(chan struct{}),
	}
}

// run reads until the connection ends or breaks the framing.
func (r *reader) run() {
	defer close(r.out)
	for {
		buf := r.buffer()
		h, payload, err := tds.ReadPacket(r.in, buf)
		if err != nil {
			r.gone(err)
			return
		}
		p := packet{Header: h, payload: payload, buf: buf}
		if h.Type == tds.PacketAttention {
			// Seen here and now, not when its turn in the queue comes.
			p.attention = r.attn.arrived()
		}
		select {
		case r.out <- p:
		case <-r.done:
			return
		}
	}
}

func (r *reader) buffer() []byte {
	select {
	case b := <-r.free:
		return b
	default:
		return make([]byte, tds.MaxPacketSize)
	}
}

// release gives a packet's buffer back; its payload must not be used after.
func (r *reader) release(p packet) {
	if p.buf == nil {
		return
	}
	select {
	case r.free <- p.buf:
	default:
	}
}

// attention keeps the rule that every attention is answered exactly once: in the
// running request's response when it arrives before that response's last token
// is decided, else on its own when its turn in the packet queue comes.
type attention struct {
	mu      sync.Mutex
	seen    int // attentions that arrived
	acked   int // of these answered, or about to be
	cancel  context.CancelFunc
	pending atomic.Bool // a request runs and must stop: checked once per row
}

// arrived counts an attention and stops the running request.
func (a *attention) arrived() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen++
	if a.cancel != nil {
		a.pending.Store(true)
		a.cancel()
	}
	return a.seen
}

// begin declares a request running, to be stopped by cancel. An attention that
// is already waiting behind the request stops it at once: those before it have
// been answered when their turn came.
func (a *attention) begin(cancel context.CancelFunc) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cancel = cancel
	if a.seen > a.acked {
		a.pending.Store(true)
		cancel()
	}
}

// end declares the request over and reports whether its response must end with
// the acknowledgement.
func (a *attention) end() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cancel = nil
	a.pending.Store(false)
	hit := a.seen > a.acked
	a.acked = a.seen
	return hit
}

// take reports whether attention number n, met in the queue, is still to be
// answered, and marks it answered.
func (a *attention) take(n int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n <= a.acked {
		return false
	}
	a.acked = n
	return true
}
