package server

import (
	"context"
	"errors"
	"fmt"
	"io"

	"scanfrag/internal/tds"
)

// errIgnored: the client gave the message up half-way.
var errIgnored = errors.New("message withdrawn by the client")

// message reads the packets of one message from the queue.
type message struct {
	c         *conn
	ctx       context.Context
	typ       tds.PacketType
	status    tds.Status // of the first packet
	first     packet
	held      packet // the packet whose payload is in use
	began     bool
	ended     bool
	attention int   // its number, when one came inside the message
	err       error // the connection cannot go on
}

// next returns the next packet's payload, valid until the following call, and
// io.EOF after the last one.
func (m *message) next() ([]byte, error) {
	m.release()
	if m.err != nil {
		return nil, m.err
	}
	if m.ended {
		return nil, io.EOF
	}
	p := m.first
	if m.began {
		var ok bool
		if p, ok = <-m.c.packets.out; !ok {
			m.err = io.EOF
			return nil, io.ErrUnexpectedEOF
		}
		if p.attention > 0 {
			// Attention inside a message takes the message back.
			m.c.packets.release(p)
			m.ended, m.attention = true, p.attention
			return nil, errAttention
		}
		if p.Type != m.typ {
			m.c.packets.release(p)
			m.err = fmt.Errorf("%s packet inside a %s message", p.Type, m.typ)
			return nil, m.err
		}
	}
	m.began = true
	m.held = p
	if p.Status&tds.StatusEOM != 0 {
		m.ended = true
		if p.Status&tds.StatusIgnore != 0 {
			m.release()
			return nil, errIgnored
		}
	}
	return p.payload, nil
}

// all returns the whole message. The usual single packet is not copied; the
// result is valid until release. A message above max is read to its end and not kept.
func (m *message) all(max int) ([]byte, error) {
	p, err := m.next()
	if err != nil || m.ended {
		return p, err
	}
	msg := append([]byte(nil), p...)
	for !m.ended {
		p, err := m.next()
		if errors.Is(err, errAttention) {
			if m.c.attn.take(m.attention) {
				err = errors.Join(err, m.c.acknowledge())
			}
			return nil, err
		}
		if err != nil {
			return nil, err
		}
		if len(msg) <= max {
			msg = append(msg, p...)
		}
	}
	m.release()
	if len(msg) > max {
		return nil, errMessageTooLong
	}
	return msg, nil
}

// drain reads the rest of the message.
func (m *message) drain() {
	for {
		if _, err := m.next(); err != nil {
			return
		}
	}
}

func (m *message) release() {
	m.c.packets.release(m.held)
	m.held = packet{}
}
