package server

import (
	"crypto/tls"
	"fmt"

	"scanfrag/internal/tds"
)

// maxLogin bounds a PRELOGIN or LOGIN7 message in bytes.
const maxLogin = 128 << 10

// readLogin reads LOGIN7, encrypted when so negotiated. With EncryptOff only its
// first packet is encrypted; from then on both directions are plain.
func (c *conn) readLogin(e tds.Encryption, buf []byte) (tds.PacketType, []byte, error) {
	if e == tds.EncryptNotSup {
		return readMessage(c.raw, buf)
	}
	enc, err := startTLS(c.raw, c.s.cfg.TLS)
	if err != nil {
		return 0, nil, err
	}
	if e == tds.EncryptOn {
		c.useTLS(enc)
		return readMessage(enc, buf)
	}
	h, p, err := tds.ReadPacket(enc, buf)
	if err != nil {
		return 0, nil, err
	}
	msg := append([]byte(nil), p...)
	if h.Status&tds.StatusEOM == 0 {
		_, rest, err := readMessage(c.raw, buf)
		if err != nil {
			return 0, nil, err
		}
		msg = append(msg, rest...)
	}
	return h.Type, msg, nil
}

func (c *conn) useTLS(enc *tls.Conn) {
	c.in, c.out = enc, enc
	c.w.SetOutput(enc)
	c.maxPacket = tds.MaxTLSPacketSize
}

// readMessage joins the packets of one message, for the login only. The result
// does not alias buf.
func readMessage(r interface{ Read([]byte) (int, error) }, buf []byte) (tds.PacketType, []byte, error) {
	var msg []byte
	for {
		h, p, err := tds.ReadPacket(r, buf)
		if err != nil {
			return 0, nil, err
		}
		if msg = append(msg, p...); len(msg) > maxLogin {
			return 0, nil, fmt.Errorf("login message of more than %d bytes", maxLogin)
		}
		if h.Status&tds.StatusEOM != 0 {
			return h.Type, msg, nil
		}
	}
}
