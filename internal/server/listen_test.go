package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/tsql"
)

const rigPassword = "p@ss#w/:?%+ é;{}"

// listen serves a rig on loopback and returns the address and the ending of Serve.
func (r *rig) listen(t *testing.T) (addr string, stop func() error) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Serve(ctx, ln) }()
	var res error
	stopped := false
	stop = func() error {
		if !stopped {
			stopped = true
			cancel()
			res = <-ended
		}
		return res
	}
	t.Cleanup(func() { stop() })
	return ln.Addr().String(), stop
}

func open(t *testing.T, addr, password string, opts map[string]string) *sql.DB {
	t.Helper()
	q := url.Values{"database": {"test"}}
	for k, v := range opts {
		q.Set(k, v)
	}
	u := url.URL{Scheme: "sqlserver", User: url.UserPassword("sa", password), Host: addr, RawQuery: q.Encode()}
	db, err := sql.Open("sqlserver", u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestListenWithAndWithoutEncryption(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	r := newRig(t, map[string]script{"SELECT": one(9), "RUN": hang, "MANY": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		return sendInts(sink, make([]int64, 20_000)...)
	}})
	var err error
	if r.cfg.TLS, err = SelfSigned(); err != nil {
		t.Fatal(err)
	}
	addr, _ := r.listen(t)
	for _, encrypt := range []string{"disable", "false", "true"} {
		for _, size := range []string{"512", "4096", "32767"} {
			name := encrypt + " " + size
			// The long application name spreads LOGIN7 over several packets of 512.
			db := open(t, addr, rigPassword, map[string]string{"encrypt": encrypt, "packet size": size, "TrustServerCertificate": "true", "app name": strings.Repeat("a", 400)})
			c, err := db.Conn(context.Background())
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var n int
			if err := c.QueryRowContext(context.Background(), "SELECT 9 -- "+long).Scan(&n); err != nil || n != 9 {
				t.Errorf("%s: %d %v", name, n, err)
			}
			rows, err := c.QueryContext(context.Background(), "MANY rows")
			if err != nil {
				t.Fatal(err)
			}
			k := 0
			for rows.Next() {
				k++
			}
			if rows.Err() != nil || k != 20_000 {
				t.Errorf("%s: %d rows, %v", name, k, rows.Err())
			}
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(5*time.Millisecond, cancel)
			if _, err := c.ExecContext(ctx, "RUN it"); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: cancel: %v", name, err)
			}
			if err := c.QueryRowContext(context.Background(), "SELECT 9").Scan(&n); err != nil {
				t.Errorf("%s: after cancel: %v", name, err)
			}
			c.Close()
			db.Close()
		}
	}
}

func TestUntrustedCertificate(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(9)})
	var err error
	if r.cfg.TLS, err = SelfSigned("example.test"); err != nil {
		t.Fatal(err)
	}
	addr, _ := r.listen(t)
	_, err = open(t, addr, rigPassword, map[string]string{"encrypt": "true"}).Exec("SELECT 9")
	if err == nil || !strings.Contains(err.Error(), "certificate") || strings.Contains(err.Error(), "serial") {
		t.Errorf("got %v", err)
	}
}

func TestNoTLSOffered(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(9)})
	addr, _ := r.listen(t)
	if _, err := open(t, addr, rigPassword, map[string]string{"encrypt": "true"}).Exec("SELECT 9"); err == nil {
		t.Error("encrypted without a certificate")
	}
	if _, err := open(t, addr, rigPassword, map[string]string{"encrypt": "false"}).Exec("SELECT 9"); err != nil {
		t.Error(err)
	}
}

func TestLoginFailed(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(9)})
	addr, _ := r.listen(t)
	var e mssql.Error
	_, err := open(t, addr, "wrong", map[string]string{"encrypt": "disable"}).Exec("SELECT 9")
	if !errors.As(err, &e) || e.Number != 18456 || e.Message != "login error: Login failed for user 'sa'." {
		t.Errorf("wrong password: %v", err)
	}
	db := r.open(t, "nowhere")
	defer db.Close()
	_, err = db.Exec("SELECT 9")
	if !errors.As(err, &e) || e.Number != 4060 || !strings.Contains(e.Message, `Cannot open database "nowhere"`) || len(e.All) != 2 || e.All[0].Number != 18456 {
		t.Errorf("unknown database: %v", err)
	}
}

func TestServeNeedsAuth(t *testing.T) {
	s := New(Config{NewSession: func(Login) (Session, error) { return nil, errors.New("no") }})
	defer s.Close()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Serve(context.Background(), ln); !errors.Is(err, ErrNoAuth) {
		t.Errorf("got %v", err)
	}
}

// Stopping answers the running request, then ends everything of the listener
// and nothing else.
func TestServeStops(t *testing.T) {
	started := make(chan struct{}, 1)
	r := newRig(t, map[string]script{"SELECT": one(9), "RUN": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		started <- struct{}{}
		return hang(ctx, s, text, sink)
	}})
	addr, stop := r.listen(t)
	db := open(t, addr, rigPassword, map[string]string{"encrypt": "disable"})
	result := make(chan error, 1)
	go func() {
		_, err := db.Exec("RUN it")
		result <- err
	}()
	<-started
	if err := stop(); err != nil {
		t.Errorf("serve: %v", err)
	}
	err := <-result
	var fatal mssql.ServerError
	if !errors.As(err, &fatal) || !strings.Contains(fmt.Sprint(errors.Unwrap(fatal)), "SHUTDOWN") {
		t.Errorf("request: %T %v", err, err)
	}
	if _, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
		t.Error("listener still accepts")
	}
	if _, err := r.db.Exec("SELECT 9"); err != nil {
		t.Errorf("in-memory connection: %v", err)
	}
}

// Nobody may hold the server up by connecting and saying nothing.
func TestSilentClientIsDropped(t *testing.T) {
	r := newRig(t, nil)
	r.cfg.LoginTimeout = 10 * time.Millisecond
	addr, _ := r.listen(t)
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	nc.SetReadDeadline(time.Now().Add(5 * time.Second))
	if n, err := nc.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("read %d, %v", n, err)
	} else if ne, ok := err.(net.Error); ok && ne.Timeout() {
		t.Error("connection stays open")
	}
}
