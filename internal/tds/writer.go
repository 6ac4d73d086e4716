package tds

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Writer cuts a message into packets. Tokens are appended to the slice that
// Buf returns and handed back through Put, which sends every full packet:
//
//	w.Put(AppendDone(w.Buf(), …))
//
// A token that turns out wrong half-way is dropped by not calling Put. The
// first write error sticks: every later Put and Finish returns it.
//
// Memory is one packet plus the largest single token; nothing is copied except
// the tail that did not fill a packet.
type Writer struct {
	w    io.Writer
	typ  PacketType
	buf  []byte // HeaderSize bytes of room, then the payload not yet sent
	size int    // packet size, header included
	spid uint16
	seq  byte
	err  error
}

// NewWriter makes a writer of reply packets of the given size.
func NewWriter(w io.Writer, size int) *Writer {
	return &Writer{w: w, typ: PacketReply, buf: make([]byte, HeaderSize, size+1024), size: size}
}

// SetSize changes the packet size. It takes effect for what is sent from now on.
func (w *Writer) SetSize(n int) { w.size = n }

// SetSPID sets the session id put into the headers (@@SPID).
func (w *Writer) SetSPID(id uint16) { w.spid = id }

// SetType sets the packet type; PacketReply unless changed.
func (w *Writer) SetType(t PacketType) { w.typ = t }

// SetOutput changes where packets go (TLS begins or ends).
func (w *Writer) SetOutput(out io.Writer) { w.w = out }

// Buf is the slice to append the next token to.
func (w *Writer) Buf() []byte { return w.buf }

// Err is the first write error.
func (w *Writer) Err() error { return w.err }

// Put takes back the slice of Buf with tokens appended and sends every packet
// that is full. The last packet is kept even when exactly full, because an
// empty packet must never end a message.
func (w *Writer) Put(b []byte) error {
	w.buf = b
	if len(b) <= w.size || w.err != nil {
		return w.err
	}
	start := 0 // where the next packet's header goes
	for len(b)-start > w.size {
		if err := w.send(b[start:start+w.size], 0); err != nil {
			return err
		}
		// The header of the next packet overwrites the end of the sent one.
		start += w.size - HeaderSize
	}
	n := copy(b[HeaderSize:], b[start+HeaderSize:])
	w.buf = b[:HeaderSize+n]
	if keep := 4 * MaxPacketSize; cap(w.buf) > keep {
		// One huge value must not hold its memory for the rest of the session.
		small := make([]byte, len(w.buf), w.size+1024)
		copy(small, w.buf)
		w.buf = small
	}
	return nil
}

// Finish ends the message: what is left goes out with the end-of-message bit.
// A message without any payload is a broken invariant of the caller.
func (w *Writer) Finish() error {
	if w.err != nil {
		return w.err
	}
	if len(w.buf) == HeaderSize {
		return fmt.Errorf("finish message: no payload")
	}
	err := w.send(w.buf, StatusEOM)
	w.buf = w.buf[:HeaderSize]
	w.seq = 0
	return err
}

// Flush sends what has been put so far as an intermediate packet, so that the
// client sees it before the message ends.
func (w *Writer) Flush() error {
	if w.err != nil || len(w.buf) == HeaderSize {
		return w.err
	}
	err := w.send(w.buf, 0)
	w.buf = w.buf[:HeaderSize]
	return err
}

func (w *Writer) send(p []byte, status Status) error {
	w.seq++
	p[0], p[1] = byte(w.typ), byte(status)
	binary.BigEndian.PutUint16(p[2:], uint16(len(p)))
	binary.BigEndian.PutUint16(p[4:], w.spid)
	p[6], p[7] = w.seq, 0
	if _, err := w.w.Write(p); err != nil {
		w.err = fmt.Errorf("write packet: %w", err)
	}
	return w.err
}
