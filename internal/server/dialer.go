package server

import (
	"context"
	"net"
	"net/url"
)

// Host is the host name of the in-memory connection in DSN.
const Host = "scanfrag.memory"

// Dialer connects clients in the same process. It satisfies go-mssqldb's Dialer
// and HostDialer: with the latter the driver looks up no name.
type Dialer struct{ s *Server }

// Dialer returns the dialer of the server's in-memory connections.
func (s *Server) Dialer() *Dialer { return &Dialer{s} }

// DialContext opens an in-memory connection; network and address are ignored.
// The server's half runs until the connection is closed by either end.
func (d *Dialer) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	client, server := newPipe()
	if !d.s.start(d.s.ctx, server, true, func() {}) {
		client.Close()
		return nil, &net.OpError{Op: "dial", Net: "memory", Err: net.ErrClosed}
	}
	return client, nil
}

// HostName says that names are resolved on the other side: there is none.
func (d *Dialer) HostName() string { return Host }

// DSN is the go-mssqldb connection string for Dialer. Database "" is master.
// Packets are of the largest size, and connections never time out: a scan is
// silent until its end.
func DSN(database string) string {
	q := url.Values{
		"encrypt":            {"disable"},
		"packet size":        {"32767"},
		"connection timeout": {"0"},
		"app name":           {"scanfrag"},
	}
	if database != "" {
		q.Set("database", database)
	}
	u := url.URL{Scheme: "sqlserver", User: url.UserPassword("scanfrag", "in-memory"), Host: Host, RawQuery: q.Encode()}
	return u.String()
}
