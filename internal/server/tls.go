package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"time"

	"scanfrag/internal/tds"
)

// SelfSigned makes a TLS configuration with a fresh certificate for this host
// and hosts (names or addresses), valid for a year. Clients must be told to
// trust it. The serial number is positive: Go clients refuse any other before
// they look at trust.
func SelfSigned(hosts ...string) (*tls.Config, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	serial.Add(serial, big.NewInt(1))
	cert := x509.Certificate{
		SerialNumber:          serial,
		Subject:               pkix.Name{CommonName: "scanfrag self-signed"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().AddDate(1, 0, 0),
		KeyUsage:              x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	hosts = append([]string{"localhost", "127.0.0.1", "::1"}, hosts...)
	if name, err := os.Hostname(); err == nil {
		hosts = append(hosts, name)
	}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			cert.IPAddresses = append(cert.IPAddresses, ip)
		} else if h != "" {
			cert.DNSNames = append(cert.DNSNames, h)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &cert, &cert, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, nil
}

// negotiate answers the client's ENCRYPTION option as the specification's table does.
func (s *Server) negotiate(client tds.Encryption, inMemory bool) tds.Encryption {
	if inMemory || s.cfg.TLS == nil || client == tds.EncryptNotSup {
		return tds.EncryptNotSup
	}
	if client == tds.EncryptOff {
		return tds.EncryptOff
	}
	return tds.EncryptOn
}

// startTLS runs the handshake inside PRELOGIN packets and returns the encrypted
// stream. TLS 1.3 exists in TDS only outside of it (version 8.0), so the version
// is held at 1.2, as SQL Server does.
func startTLS(raw net.Conn, cfg *tls.Config) (*tls.Conn, error) {
	cfg = cfg.Clone()
	cfg.MinVersion, cfg.MaxVersion = tls.VersionTLS12, tls.VersionTLS12
	cfg.SessionTicketsDisabled = true
	cfg.DynamicRecordSizingDisabled = true
	h := &handshakeConn{Conn: raw, wrapped: true}
	c := tls.Server(h, cfg)
	if err := c.Handshake(); err != nil {
		return nil, fmt.Errorf("TLS handshake: %w", err)
	}
	if err := h.flush(); err != nil {
		return nil, fmt.Errorf("TLS handshake: %w", err)
	}
	h.wrapped = false
	return c, nil
}

// handshakeConn is what TLS reads and writes. While wrapped, records travel as
// payload of PRELOGIN packets, and all that is written between two reads goes
// out as one message: clients read one message a flight. Afterwards it passes
// through, handing out at most one TLS record a read, so that nothing of the
// plain text that follows an encrypted login is swallowed.
type handshakeConn struct {
	net.Conn
	wrapped bool
	in      []byte // payload not yet read
	out     []byte // written, not yet sent
	left    int    // bytes of the current record not yet read
	header  []byte // header of the current record not yet handed out
}

func (h *handshakeConn) Read(p []byte) (int, error) {
	if h.wrapped {
		if err := h.flush(); err != nil {
			return 0, err
		}
		for len(h.in) == 0 {
			hdr, payload, err := tds.ReadPacket(h.Conn, make([]byte, tds.MaxPacketSize))
			if err != nil {
				return 0, err
			}
			if hdr.Type != tds.PacketPrelogin {
				return 0, fmt.Errorf("%s in place of a handshake packet", hdr.Type)
			}
			h.in = payload
		}
		n := copy(p, h.in)
		h.in = h.in[n:]
		return n, nil
	}
	if h.left == 0 {
		var b [5]byte
		if _, err := io.ReadFull(h.Conn, b[:]); err != nil {
			return 0, err
		}
		h.header = b[:]
		h.left = 5 + int(binary.BigEndian.Uint16(b[3:]))
	}
	if len(h.header) > 0 {
		n := copy(p, h.header)
		h.header = h.header[n:]
		h.left -= n
		return n, nil
	}
	n, err := h.Conn.Read(p[:min(len(p), h.left)])
	h.left -= n
	return n, err
}

func (h *handshakeConn) Write(p []byte) (int, error) {
	if h.wrapped {
		h.out = append(h.out, p...)
		return len(p), nil
	}
	return h.Conn.Write(p)
}

// flush sends what was written as one message.
func (h *handshakeConn) flush() error {
	if len(h.out) == 0 {
		return nil
	}
	// The smallest size: the client's is not known before its login.
	w := tds.NewWriter(h.Conn, tds.MinPacketSize)
	w.SetType(tds.PacketPrelogin)
	if err := w.Put(append(w.Buf(), h.out...)); err != nil {
		return err
	}
	h.out = h.out[:0]
	return w.Finish()
}
