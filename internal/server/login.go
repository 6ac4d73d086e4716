package server

import (
	"crypto/tls"
	"errors"
	"net"
	"time"

	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// login runs PRELOGIN, TLS and LOGIN7 up to the open session. It works on the
// bare connection, before the reader goroutine starts, under the login timeout.
func (c *conn) login() error {
	c.raw.SetDeadline(time.Now().Add(c.s.cfg.LoginTimeout))
	buf := make([]byte, tds.MaxPacketSize)
	typ, msg, err := readMessage(c.raw, buf)
	if err != nil {
		return err
	}
	encryption := tds.EncryptNotSup
	if typ == tds.PacketPrelogin {
		pre, err := tds.DecodePrelogin(msg)
		if err != nil {
			return err
		}
		encryption = c.s.negotiate(pre.Encryption, c.inMemory)
		if err := c.w.Put(tds.AppendPrelogin(c.w.Buf(), c.s.cfg.prelogin(encryption))); err != nil {
			return err
		}
		if err := c.w.Finish(); err != nil {
			return err
		}
		if typ, msg, err = c.readLogin(encryption, buf); err != nil {
			return err
		}
	}
	if typ != tds.PacketLogin7 {
		return c.refuse(errorMessage(msgBadStream, 16, "The incoming tabular data stream (TDS) protocol stream is incorrect: %s in place of LOGIN7.", typ))
	}
	l, err := tds.DecodeLogin7(msg)
	if err != nil {
		return c.refuse(errorMessage(msgBadStream, 16, "The incoming tabular data stream (TDS) protocol stream is incorrect: %v.", err))
	}
	if err := c.open(l); err != nil {
		return err
	}
	c.raw.SetDeadline(time.Time{})
	return nil
}

// open judges the login, opens the session and acknowledges.
func (c *conn) open(l tds.Login7) error {
	failed := errorMessage(msgLoginFailed, 14, "Login failed for user '%s'.", l.UserName)
	switch {
	case l.Version < tds.Version73A:
		return c.refuse(errorMessage(msgLoginFailed, 14, "TDS version 0x%08x is not supported, the oldest is 7.3.", l.Version))
	case l.Integrated:
		return c.refuse(errorMessage(msgIntegrated, 14, "Login failed. The login is from an untrusted domain and cannot be used with Integrated authentication."))
	case l.ChangePassword:
		return c.refuse(failed, errorMessage(msgNotSupported, 16, "Changing the password at login is not supported."))
	}
	if !c.inMemory {
		if err := c.s.cfg.Auth(l.UserName, l.Password); err != nil {
			c.s.cfg.Log("login of %q from %s: %v", l.UserName, c.raw.RemoteAddr(), err)
			return c.refuse(failed)
		}
	}
	if c.id = c.s.takeID(); c.id == 0 {
		return c.refuse(errorMessage(msgTooManySessions, 20, "Could not connect because the maximum number of '%d' user connections has already been reached.", maxSessions))
	}
	c.w.SetSPID(uint16(c.id))
	database := l.Database
	if database == "" {
		database = c.s.cfg.Database
	}
	sess, err := c.newSession(Login{
		SessionID: c.id, User: l.UserName, Host: l.HostName, App: l.AppName, Library: l.Library,
		Database: database, Address: c.raw.RemoteAddr().String(), InMemory: c.inMemory, Client: c.client(l),
	})
	if c.poisoned {
		return c.refuse(assertionFailed(c.resp.fatal))
	}
	if err != nil {
		m := messageOf(err)
		if m.Number == msgCannotOpen {
			// The order is not documented; with this one clients that show the last
			// error show the one that tells what is wrong.
			return c.refuse(failed, m)
		}
		return c.refuse(m)
	}
	c.sess = sess
	c.database, c.loginDB = database, database
	return c.welcome(l)
}

// newSession opens the session; a panic leaves the connection poisoned.
func (c *conn) newSession(l Login) (Session, error) {
	defer c.recovered("open session")
	return c.s.cfg.NewSession(l)
}

// packetSize is the size of packets after the login.
func (c *conn) packetSize(l tds.Login7) int {
	if l.PacketSize == 0 {
		return tds.DefaultPacketSize
	}
	return int(min(max(l.PacketSize, tds.MinPacketSize), uint32(c.maxPacket)))
}

// client is what sys.dm_exec_connections tells.
func (c *conn) client(l tds.Login7) tsql.Connection {
	k := tsql.Connection{Transport: "Shared memory", PacketSize: c.packetSize(l), Version: min(l.Version, tds.Version74), Library: l.Library, ClientPID: l.ClientPID}
	if _, ok := c.in.(*tls.Conn); ok {
		k.Encrypted = true
	}
	if a, ok := c.raw.RemoteAddr().(*net.TCPAddr); ok {
		k.Transport, k.Client = "TCP", a.AddrPort()
	}
	if a, ok := c.raw.LocalAddr().(*net.TCPAddr); ok {
		k.Local = a.AddrPort()
	}
	return k
}

// welcome sends LOGINACK and the environment, still in packets the client's
// first offer allows, and changes to the negotiated size afterwards.
func (c *conn) welcome(l tds.Login7) error {
	size := c.packetSize(l)
	c.w.SetSize(min(size, tds.DefaultPacketSize))
	info := func(b []byte, number int32, state uint8, text string) []byte {
		return tds.AppendMessage(b, c.s.message(tsql.Message{Number: number, State: state, Class: 10, Line: 1, Text: text}))
	}
	b := tds.AppendEnvDatabase(c.w.Buf(), c.database, "master")
	b = info(b, msgDatabaseContext, 2, "Changed database context to '"+c.database+"'.")
	b = tds.AppendEnvCollation(b, tds.Latin1CICollation)
	b = tds.AppendEnvLanguage(b, "us_english", "")
	b = info(b, msgLanguage, 1, "Changed language setting to us_english.")
	b = tds.AppendLoginAck(b, tds.LoginAck{Version: min(l.Version, tds.Version74), Program: c.s.cfg.Program, Product: c.s.cfg.Version})
	b = tds.AppendEnvPacketSize(b, size, tds.DefaultPacketSize)
	if l.Extended && l.Version >= tds.Version74 {
		b = tds.AppendFeatureExtAck(b)
	}
	b = tds.AppendDone(b, tds.Done, tds.DoneFinal, 0, 0)
	if err := c.w.Put(b); err != nil {
		return err
	}
	if err := c.w.Finish(); err != nil {
		return err
	}
	c.w.SetSize(size)
	return nil
}

// refuse sends errors and ends the connection.
func (c *conn) refuse(ms ...tsql.Message) error {
	b := c.w.Buf()
	for _, m := range ms {
		b = tds.AppendMessage(b, c.s.message(m))
	}
	if err := c.w.Put(tds.AppendDone(b, tds.Done, tds.DoneError, 0, 0)); err != nil {
		return err
	}
	return errors.Join(c.w.Finish(), errClosing)
}

// linger lets the client read the last response before the connection is torn
// down: closing a socket with unread input would reset it and lose the output.
func linger(nc net.Conn) {
	if t, ok := nc.(interface{ CloseWrite() error }); ok {
		t.CloseWrite()
		nc.SetReadDeadline(time.Now().Add(time.Second))
		var b [512]byte
		for {
			if _, err := nc.Read(b[:]); err != nil {
				return
			}
		}
	}
}
