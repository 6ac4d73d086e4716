package server

import (
	"bytes"
	"context"
	"encoding/binary"
	"net"
	"testing"
	"time"

	"scanfrag/internal/tds"
)

// rawClient speaks TDS by hand, for what the driver never sends.
type rawClient struct {
	t  *testing.T
	nc net.Conn
}

// rawLogin connects and logs in.
func rawLogin(t *testing.T, r *rig) (net.Conn, *rawClient) {
	t.Helper()
	nc, err := r.Dialer().DialContext(context.Background(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close() })
	nc.SetDeadline(time.Now().Add(10 * time.Second))
	w := &rawClient{t, nc}
	w.send(tds.PacketLogin7, tds.StatusEOM, tds.AppendLogin7(nil, tds.Login7{Version: tds.Version74, PacketSize: 512, UserName: "u", Extended: true}))
	msg := w.receive()
	if !bytes.Contains(msg, []byte{0xAD}) || msg[len(msg)-13] != 0xFD {
		t.Fatalf("login answer % x", msg)
	}
	return nc, w
}

func (w *rawClient) send(typ tds.PacketType, status tds.Status, payload []byte) {
	w.t.Helper()
	b := tds.Header{Type: typ, Status: status, Length: uint16(tds.HeaderSize + len(payload)), Seq: 1}.Append(nil)
	if _, err := w.nc.Write(append(b, payload...)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *rawClient) batch(text string) {
	w.t.Helper()
	w.send(tds.PacketBatch, tds.StatusEOM, tds.AppendBatch(nil, tds.Headers{}, text))
}

// receive reads one message, or nil at the end of the connection.
func (w *rawClient) receive() []byte {
	w.t.Helper()
	_, msg, err := readMessage(w.nc, make([]byte, tds.MaxPacketSize))
	if err != nil {
		if isGone(err) {
			return nil
		}
		w.t.Fatal(err)
	}
	return msg
}

// done is the status of the DONE token a message ends with.
func done(msg []byte) tds.DoneStatus {
	if len(msg) < 13 || msg[len(msg)-13] < 0xFD {
		return 0xFFFF
	}
	return tds.DoneStatus(binary.LittleEndian.Uint16(msg[len(msg)-12:]))
}

// errorNumber is the number of the first ERROR token in a message of nothing before it.
func errorNumber(msg []byte) int32 {
	i := bytes.IndexByte(msg, 0xAA)
	if i < 0 || i+7 > len(msg) {
		return 0
	}
	return int32(binary.LittleEndian.Uint32(msg[i+3:]))
}

func TestAttentionWhileIdle(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(1)})
	_, w := rawLogin(t, r)
	w.send(tds.PacketAttention, tds.StatusEOM, nil)
	if msg := w.receive(); len(msg) != 13 || done(msg) != tds.DoneAttention {
		t.Fatalf("answer % x", msg)
	}
	w.batch("SELECT 1")
	if msg := w.receive(); done(msg) != tds.DoneCount {
		t.Fatalf("next answer % x", msg)
	}
}

// The attention waits behind its request before the request starts.
func TestAttentionRightBehindRequest(t *testing.T) {
	r := newRig(t, map[string]script{"RUN": hang, "SELECT": one(1)})
	_, w := rawLogin(t, r)
	for i := 0; i < 50; i++ {
		w.batch("RUN it")
		w.send(tds.PacketAttention, tds.StatusEOM, nil)
		if msg := w.receive(); done(msg) != tds.DoneAttention {
			t.Fatalf("answer % x", msg)
		}
	}
	w.batch("SELECT 1")
	if msg := w.receive(); done(msg) != tds.DoneCount {
		t.Fatalf("next answer % x", msg)
	}
}

func TestIgnoredMessage(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(1)})
	_, w := rawLogin(t, r)
	w.send(tds.PacketBatch, 0, tds.AppendBatch(nil, tds.Headers{}, "SELECT"))
	w.send(tds.PacketBatch, tds.StatusEOM|tds.StatusIgnore, nil)
	if msg := w.receive(); done(msg) != tds.DoneError {
		t.Fatalf("answer % x", msg)
	}
	// Attention inside a message.
	w.send(tds.PacketBatch, 0, tds.AppendBatch(nil, tds.Headers{}, "SELECT"))
	w.send(tds.PacketAttention, tds.StatusEOM, nil)
	if msg := w.receive(); done(msg) != tds.DoneAttention {
		t.Fatalf("answer % x", msg)
	}
	w.batch("SELECT 1")
	if msg := w.receive(); done(msg) != tds.DoneCount {
		t.Fatalf("next answer % x", msg)
	}
	if s := r.session(0).notes(); s != "batch SELECT 1" {
		t.Errorf("session saw %s", s)
	}
}

// A bulk load that the client takes back or stops is undone and answered without an error's text.
func TestWithdrawnBulkLoad(t *testing.T) {
	r := bulkRig(t, nil)
	_, w := rawLogin(t, r)
	data := tds.AppendColMetadata(nil, []tds.Column{{Name: "id", Type: tds.TypeInfo{ID: tds.TypeIntN, Len: 4}}})
	data = tds.AppendInt(tds.BeginRow(data), 7, 4)
	for _, c := range []struct {
		typ    tds.PacketType
		status tds.Status
		want   tds.DoneStatus
	}{{tds.PacketBulk, tds.StatusEOM | tds.StatusIgnore, tds.DoneError}, {tds.PacketAttention, tds.StatusEOM, tds.DoneAttention}} {
		w.batch("INSERT BULK t (id int)")
		if msg := w.receive(); done(msg) != tds.DoneFinal {
			t.Fatalf("INSERT BULK: % x", msg)
		}
		w.send(tds.PacketBulk, 0, data)
		w.send(c.typ, c.status, nil)
		if msg := w.receive(); len(msg) != 13 || done(msg) != c.want {
			t.Errorf("%s: answer % x", c.typ, msg)
		}
	}
	if n := r.session(0).tran; n != 0 {
		t.Errorf("%d transactions are open", n)
	}
}

func TestUnknownPacketIsAnswered(t *testing.T) {
	for _, typ := range []tds.PacketType{0x02, tds.PacketReply, tds.PacketFedAuth, tds.PacketSSPI, tds.PacketPrelogin, tds.PacketLogin7, 0x7F} {
		r := newRig(t, nil)
		_, w := rawLogin(t, r)
		w.send(typ, tds.StatusEOM, []byte{1, 2, 3})
		msg := w.receive()
		if errorNumber(msg) != msgBadStream || done(msg)&tds.DoneError == 0 {
			t.Errorf("%s: answer % x", typ, msg)
		}
		if w.receive() != nil {
			t.Errorf("%s: connection stays open", typ)
		}
	}
}

func TestMalformedRequests(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(1)})
	_, w := rawLogin(t, r)
	for typ, want := range map[tds.PacketType]int32{tds.PacketBatch: msgBadStream, tds.PacketRPC: msgBadRPC, tds.PacketTran: msgBadStream, tds.PacketBulk: msgBadStream} {
		w.send(typ, tds.StatusEOM, []byte{9, 9, 9, 9, 9})
		if msg := w.receive(); errorNumber(msg) != want || done(msg) != tds.DoneError {
			t.Errorf("%s: answer % x", typ, msg)
		}
	}
	w.batch("SELECT 1")
	if msg := w.receive(); done(msg) != tds.DoneCount {
		t.Fatalf("next answer % x", msg)
	}
}

func TestBrokenFramingClosesConnection(t *testing.T) {
	r := newRig(t, nil)
	nc, w := rawLogin(t, r)
	nc.Write([]byte{1, 1, 0, 3, 0, 0, 1, 0})
	if msg := w.receive(); msg != nil {
		t.Errorf("answer % x", msg)
	}
	<-r.session(0).closed
}

func TestTranRequests(t *testing.T) {
	r := newRig(t, nil)
	_, w := rawLogin(t, r)
	ask := func(q tds.TranRequest) []byte {
		w.send(tds.PacketTran, tds.StatusEOM, tds.AppendTranRequest(nil, tds.Headers{}, q))
		return w.receive()
	}
	begin := []byte{0xE3, 11, 0, 8, 8}
	end := []byte{0xE3, 11, 0}
	if msg := ask(tds.TranRequest{Type: tds.TranBegin, Isolation: 2}); !bytes.HasPrefix(msg, begin) || done(msg) != tds.DoneInTran {
		t.Errorf("begin: % x", msg)
	}
	if msg := ask(tds.TranRequest{Type: tds.TranSave, Name: "s]p"}); done(msg) != tds.DoneInTran {
		t.Errorf("save: % x", msg)
	}
	if msg := ask(tds.TranRequest{Type: tds.TranCommit, Restart: true, NewIsolation: 4}); !bytes.HasPrefix(msg, append(end, 9)) || bytes.Count(msg, begin) != 1 || done(msg) != tds.DoneInTran {
		t.Errorf("commit and begin: % x", msg)
	}
	if msg := ask(tds.TranRequest{Type: tds.TranRollback}); !bytes.HasPrefix(msg, append(end, 10)) || done(msg) != tds.DoneFinal {
		t.Errorf("rollback: % x", msg)
	}
	if msg := ask(tds.TranRequest{Type: tds.TranCommit}); errorNumber(msg) != 3902 || done(msg) != tds.DoneError {
		t.Errorf("commit of nothing: % x", msg)
	}
	if msg := ask(tds.TranRequest{Type: tds.TranPropagate}); errorNumber(msg) != msgNoDTC {
		t.Errorf("distributed: % x", msg)
	}
	if got, want := r.session(0).notes(), "begin 2\nbatch SAVE TRANSACTION [s]]p]\ncommit\nbegin 4\nrollback\ncommit"; got != want {
		t.Errorf("session saw\n%s", got)
	}
}

func TestResetKeepingTransaction(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(1)})
	_, w := rawLogin(t, r)
	w.send(tds.PacketBatch, tds.StatusEOM|tds.StatusResetKeepTran, tds.AppendBatch(nil, tds.Headers{}, "BEGIN TRAN"))
	if msg := w.receive(); !bytes.HasPrefix(msg, []byte{0xE3, 3, 0, 18, 0, 0}) || done(msg) != tds.DoneInTran {
		t.Errorf("answer % x", msg)
	}
	w.send(tds.PacketBatch, tds.StatusEOM|tds.StatusResetKeepTran, tds.AppendBatch(nil, tds.Headers{}, "SELECT 1"))
	if msg := w.receive(); errorNumber(msg) != msgNotSupported || done(msg) != tds.DoneError|tds.DoneInTran {
		t.Errorf("answer % x", msg)
	}
}

func TestLoginRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		l    tds.Login7
		want int32
	}{
		"old":        {tds.Login7{Version: tds.Version72}, msgLoginFailed},
		"integrated": {tds.Login7{Version: tds.Version74, Integrated: true}, msgIntegrated},
		"password":   {tds.Login7{Version: tds.Version74, ChangePassword: true}, msgLoginFailed},
		"database":   {tds.Login7{Version: tds.Version74, Database: "nowhere"}, msgLoginFailed},
	} {
		r := newRig(t, nil)
		nc, _ := r.Dialer().DialContext(context.Background(), "", "")
		w := &rawClient{t, nc}
		w.send(tds.PacketLogin7, tds.StatusEOM, tds.AppendLogin7(nil, tt.l))
		if msg := w.receive(); errorNumber(msg) != tt.want || done(msg) != tds.DoneError {
			t.Errorf("%s: % x", name, msg)
		}
		if w.receive() != nil {
			t.Errorf("%s: connection stays open", name)
		}
		nc.Close()
	}
}

// A panic while a session is opened ends that connection alone.
func TestPanicAtLogin(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(1)})
	open := r.cfg.NewSession
	r.cfg.NewSession = func(l Login) (Session, error) {
		if l.Database == "broken" {
			panic("broken invariant")
		}
		return open(l)
	}
	nc, err := r.Dialer().DialContext(context.Background(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	w := &rawClient{t, nc}
	w.send(tds.PacketLogin7, tds.StatusEOM, tds.AppendLogin7(nil, tds.Login7{Version: tds.Version74, Database: "broken"}))
	if msg := w.receive(); errorNumber(msg) != msgAssertion || done(msg) != tds.DoneError {
		t.Errorf("answer % x", msg)
	}
	if w.receive() != nil {
		t.Error("the connection stays open")
	}
	var one int
	if err := r.db.QueryRow("SELECT 1").Scan(&one); err != nil || one != 1 {
		t.Errorf("another connection: %d, %v", one, err)
	}
}

func FuzzServer(f *testing.F) {
	packet := func(typ tds.PacketType, payload []byte) []byte {
		return append(tds.Header{Type: typ, Status: tds.StatusEOM, Length: uint16(tds.HeaderSize + len(payload)), Seq: 1}.Append(nil), payload...)
	}
	login := packet(tds.PacketLogin7, tds.AppendLogin7(nil, tds.Login7{Version: tds.Version74}))
	f.Add([]byte{}, packet(tds.PacketPrelogin, tds.AppendPrelogin(nil, tds.Prelogin{})))
	f.Add(login, packet(tds.PacketBatch, tds.AppendBatch(nil, tds.Headers{}, "INSERT BULK t (a int)")))
	f.Add(login, packet(tds.PacketBulk, []byte{0x81, 1, 0}))
	f.Add(login, packet(tds.PacketAttention, nil))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		s := New(Config{NewSession: func(l Login) (Session, error) {
			return &fakeSession{login: l, closed: make(chan struct{})}, nil
		}, LoginTimeout: time.Second})
		nc, err := s.Dialer().DialContext(context.Background(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		nc.SetDeadline(time.Now().Add(time.Second))
		go func() {
			nc.Write(append(append([]byte(nil), first...), second...))
			nc.(*pipeConn).w.closeWrite()
		}()
		var b [4096]byte
		for {
			if _, err := nc.Read(b[:]); err != nil {
				break
			}
		}
		nc.Close()
		s.Close()
	})
}
