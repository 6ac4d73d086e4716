package server

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

func TestPipeCarriesBytes(t *testing.T) {
	rnd := seed(t)
	a, b := newPipe()
	data := make([]byte, 3_000_000)
	rnd.Read(data)
	writes, reads := rnd.Int63(), rnd.Int63()
	go func() {
		for rest := data; len(rest) > 0; {
			writes = writes*6364136223846793005 + 1442695040888963407
			n := min(len(rest), int(uint64(writes)>>33)%300_000)
			if _, err := a.Write(rest[:n]); err != nil {
				t.Error(err)
				return
			}
			rest = rest[n:]
		}
		a.Close()
	}()
	var got []byte
	buf := make([]byte, 200_000)
	for {
		reads = reads*6364136223846793005 + 1442695040888963407
		n, err := b.Read(buf[:1+int(uint64(reads)>>33)%(len(buf)-1)])
		got = append(got, buf[:n]...)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(got, data) {
		t.Errorf("%d bytes of %d, or different ones", len(got), len(data))
	}
}

func TestPipeClose(t *testing.T) {
	a, b := newPipe()
	if _, err := a.Write([]byte("bye")); err != nil {
		t.Fatal(err)
	}
	a.Close()
	a.Close()
	got, err := io.ReadAll(b)
	if string(got) != "bye" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
	if _, err := b.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("write to a closed peer: %v", err)
	}
	if _, err := a.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
		t.Errorf("read after close: %v", err)
	}
	if _, err := a.Write([]byte("x")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("write after close: %v", err)
	}
}

func TestPipeCloseWakesBoth(t *testing.T) {
	for _, side := range []int{0, 1} {
		a, b := newPipe()
		ends := []net.Conn{a, b}
		errs := make(chan error, 2)
		go func() { _, err := a.Read(make([]byte, 1)); errs <- err }()
		go func() { _, err := a.Write(make([]byte, 2*pipeBuffer)); errs <- err }()
		time.Sleep(time.Millisecond)
		ends[side].Close()
		for i := 0; i < 2; i++ {
			if err := <-errs; err == nil {
				t.Errorf("closing end %d: a blocked call succeeded", side)
			}
		}
	}
}

func TestPipeDeadlines(t *testing.T) {
	a, b := newPipe()
	defer a.Close()
	one := make([]byte, 1)
	wait := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: %v", what, err)
		}
		if ne, ok := err.(net.Error); !ok || !ne.Timeout() {
			t.Errorf("%s: %v is no net timeout", what, err)
		}
	}
	a.SetReadDeadline(time.Now().Add(-time.Second))
	_, err := a.Read(one)
	wait("past deadline", err)
	a.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
	_, err = a.Read(one)
	wait("blocked read", err)
	a.SetWriteDeadline(time.Now().Add(5 * time.Millisecond))
	n, err := a.Write(make([]byte, pipeBuffer+1))
	wait("blocked write", err)
	if n != pipeBuffer {
		t.Errorf("%d bytes written before the deadline", n)
	}
	// A deadline set while blocked, and one taken back.
	go func() { time.Sleep(2 * time.Millisecond); a.SetDeadline(time.Unix(1, 0)) }()
	a.SetDeadline(time.Now().Add(time.Hour))
	_, err = a.Read(one)
	wait("deadline moved", err)
	a.SetDeadline(time.Time{})
	go b.Write([]byte("x"))
	if _, err := a.Read(one); err != nil {
		t.Errorf("read without deadline: %v", err)
	}
}
