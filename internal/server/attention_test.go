package server

import (
	"context"
	"errors"
	"math/rand"
	"runtime"
	"strconv"
	"testing"
	"time"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/testseed"
	"scanfrag/internal/tsql"
)

func seed(t *testing.T) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewSource(testseed.Of(t)))
}

// hang runs until cancelled, as a scan without output does.
func hang(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
	<-ctx.Done()
	return ctx.Err()
}

// flood sends rows until told to stop.
func flood(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
	if err := sink.Columns(intColumn); err != nil {
		return err
	}
	for i := int64(0); ; i++ {
		if err := sink.Row([]sqltype.Value{sqltype.IntOf(sqltype.BigInt, i)}); err != nil {
			return err
		}
	}
}

// dones sends DONE tokens until told to stop, without looking at its context.
func dones(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
	for {
		if err := sink.Done(tsql.Done{Rows: 1, HasRows: true, Command: 0xC3}); err != nil {
			return err
		}
	}
}

func TestCancelStopsRequest(t *testing.T) {
	for name, f := range map[string]script{"hang": hang, "flood": flood, "dones": dones} {
		r := newRig(t, map[string]script{"RUN": f, "SELECT": one(5)})
		c := r.pin(t)
		for i := 0; i < 3; i++ {
			// Not a deadline: the driver takes that for a network error.
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(10*time.Millisecond, cancel)
			_, err := c.ExecContext(ctx, "RUN it")
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: %v", name, err)
			}
			var n int
			if err := c.QueryRowContext(context.Background(), "SELECT 5").Scan(&n); err != nil || n != 5 {
				t.Fatalf("%s: next request: %d %v", name, n, err)
			}
		}
	}
}

// Rows closed early: the driver sends attention while the server is blocked
// writing, then reads on.
func TestCloseRowsEarly(t *testing.T) {
	r := newRig(t, map[string]script{"RUN": flood, "SELECT": one(5)})
	c := r.pin(t)
	for i := 0; i < 20; i++ {
		rows, err := c.QueryContext(context.Background(), "RUN it")
		if err != nil {
			t.Fatal(err)
		}
		for k := 0; k < i*50 && rows.Next(); k++ {
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := c.QueryRowContext(context.Background(), "SELECT 5").Scan(&n); err != nil || n != 5 {
			t.Fatalf("next request: %d %v", n, err)
		}
	}
}

// Attention at any moment, around the end of the response above all: every
// answer must belong to its own question, and the connection must live.
func TestAttentionAtRandom(t *testing.T) {
	rnd := seed(t)
	r := newRig(t, map[string]script{"ECHO": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		n, _ := strconv.ParseInt(text[5:], 10, 64)
		vals := make([]int64, n%700)
		for i := range vals {
			vals[i] = n
		}
		return sendInts(sink, append(vals, n)...)
	}})
	c := r.pin(t)
	cancelled := 0
	for i := 0; i < 1500; i++ {
		ctx, cancel := context.WithCancel(context.Background())
		wait := time.Duration(rnd.Intn(300)) * time.Microsecond
		timer := time.AfterFunc(wait, cancel)
		rows, err := c.QueryContext(ctx, "ECHO "+strconv.Itoa(i))
		if err == nil {
			for rows.Next() {
				var got int
				err := rows.Scan(&got)
				if errors.Is(err, context.Canceled) {
					break
				}
				if err != nil || got != i {
					t.Fatalf("request %d: row %d, %v", i, got, err)
				}
			}
			err = rows.Err()
			rows.Close()
		}
		if err != nil {
			cancelled++
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("request %d: %v", i, err)
			}
		}
		timer.Stop()
		cancel()
	}
	r.mu.Lock()
	sessions := len(r.sessions)
	r.mu.Unlock()
	if sessions != 1 {
		t.Errorf("%d connections were needed", sessions)
	}
	t.Logf("%d of 1500 cancelled", cancelled)
}

func TestClientGoesAway(t *testing.T) {
	for name, f := range map[string]script{"hang": hang, "flood": flood} {
		started := make(chan struct{})
		r := newRig(t, map[string]script{"RUN": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
			close(started)
			return f(ctx, s, text, sink)
		}})
		nc, w := rawLogin(t, r)
		w.batch("RUN it")
		<-started
		nc.Close()
		select {
		case <-r.session(0).closed:
		case <-time.After(5 * time.Second):
			t.Fatalf("%s: session not closed", name)
		}
	}
}

func TestCloseStopsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	started := make(chan struct{}, 2)
	r := newRig(t, map[string]script{"RUN": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		started <- struct{}{}
		return hang(ctx, s, text, sink)
	}})
	idle := r.pin(t)
	result := make(chan error)
	go func() {
		_, err := r.db.Exec("RUN it")
		result <- err
	}()
	<-started
	r.Close()
	if err := <-result; err == nil {
		t.Error("request of a stopped server succeeded")
	}
	if r.Connections() != 0 {
		t.Errorf("%d connections left", r.Connections())
	}
	if _, err := r.Dialer().DialContext(context.Background(), "tcp", ""); err == nil {
		t.Error("dialled a closed server")
	}
	idle.Close()
	r.db.Close()
	for i := 0; runtime.NumGoroutine() > before && i < 200; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		buf := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before\n%s", n, before, buf[:runtime.Stack(buf, true)])
	}
}
