package server

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

func str(s string) (tds.RPCParam, func([]byte) []byte) {
	ti := tds.TypeInfo{ID: tds.TypeNVarChar, Len: 200}
	return tds.RPCParam{Type: ti}, func(b []byte) []byte { return tds.AppendNVarChar(b, ti, s) }
}

func num(n int64) (tds.RPCParam, func([]byte) []byte) {
	return tds.RPCParam{Name: "@h", ByRef: true, Type: tds.TypeInfo{ID: tds.TypeIntN, Len: 4}}, func(b []byte) []byte { return tds.AppendInt(b, n, 4) }
}

type arg struct {
	p tds.RPCParam
	v func([]byte) []byte
}

func args(as ...arg) ([]tds.RPCParam, func([]byte, int) []byte) {
	var ps []tds.RPCParam
	for _, a := range as {
		ps = append(ps, a.p)
	}
	return ps, func(b []byte, i int) []byte { return as[i].v(b) }
}

func s(text string) arg { p, v := str(text); return arg{p, v} }
func n(i int64) arg     { p, v := num(i); return arg{p, v} }

func TestPreparedStatements(t *testing.T) {
	r := newRig(t, map[string]script{"SELECT": one(1)})
	_, w := rawLogin(t, r)
	ask := func(id uint16, as ...arg) []byte {
		ps, vs := args(as...)
		w.send(tds.PacketRPC, tds.StatusEOM, tds.AppendRPCByID(nil, tds.Headers{}, id, ps, vs))
		return w.receive()
	}
	// RETURNVALUE @h int 1, then DONEPROC.
	value := func(h byte) []byte {
		return []byte{0xAC, 0, 0, 2, '@', 0, 'h', 0, 1, 0, 0, 0, 0, 1, 0, 0x26, 4, 4, h, 0, 0, 0, 0xFE}
	}
	if msg := ask(tds.ProcPrepare, n(0), s("@p1 int"), s("SELECT @p1")); !bytes.Contains(msg, value(1)) || done(msg) != 0 {
		t.Errorf("prepare: % x", msg)
	}
	if msg := ask(tds.ProcExecute, n(1), n(7)); done(msg) != 0 || !bytes.Contains(msg, []byte{0x79, 0, 0, 0, 0, 0xFE}) {
		t.Errorf("execute: % x", msg)
	}
	if p := r.session(0).params; len(p) != 3 || p[0].Value.S != "SELECT @p1" || p[1].Value.S != "@p1 int" || p[2].Value.I != 7 {
		t.Errorf("executed with %+v", p)
	}
	if msg := ask(tds.ProcPrepExec, n(0), s("@a int"), s("SELECT @a"), n(8)); !bytes.Contains(msg, value(2)) || done(msg) != 0 {
		t.Errorf("prepexec: % x", msg)
	}
	if msg := ask(tds.ProcUnprepare, n(1)); done(msg) != 0 {
		t.Errorf("unprepare: % x", msg)
	}
	if msg := ask(tds.ProcExecute, n(1)); errorNumber(msg) != msgNoPrepared || done(msg) != tds.DoneError {
		t.Errorf("execute after unprepare: % x", msg)
	}
	if msg := ask(tds.ProcPrepare, n(0)); errorNumber(msg) != msgBadRPC {
		t.Errorf("prepare of nothing: % x", msg)
	}
	for id := tds.ProcCursor; id <= tds.ProcCursorClose; id++ {
		if msg := ask(id, n(0)); errorNumber(msg) != msgNotSupported || done(msg) != tds.DoneError {
			t.Errorf("cursor procedure %d: % x", id, msg)
		}
	}
	if msg := ask(77); errorNumber(msg) != msgBadRPC {
		t.Errorf("unknown procedure: % x", msg)
	}
	// A reset forgets the handles.
	ps, vs := args(n(2))
	w.send(tds.PacketRPC, tds.StatusEOM|tds.StatusReset, tds.AppendRPCByID(nil, tds.Headers{}, tds.ProcExecute, ps, vs))
	if msg := w.receive(); !bytes.HasPrefix(msg, []byte{0xE3, 3, 0, 18, 0, 0}) || errorNumber(msg) != msgNoPrepared {
		t.Errorf("execute after reset: % x", msg)
	}
}

func TestSeveralCallsAndOutput(t *testing.T) {
	r := newRig(t, map[string]script{"addone": func(ctx context.Context, f *fakeSession, text string, sink tsql.Sink) error {
		if err := sink.Done(tsql.Done{Rows: 2, HasRows: true, Command: 0xC5}); err != nil {
			return err
		}
		if err := sink.ReturnStatus(-4); err != nil {
			return err
		}
		return sink.ReturnValue("@h", sqltype.Of(sqltype.Int), sqltype.IntOf(sqltype.Int, f.params[0].Value.I+1))
	}})
	_, w := rawLogin(t, r)
	ps, vs := args(n(41))
	b := tds.AppendRPC(nil, tds.Headers{}, "addone", ps, vs)
	b = append(b, 0xFF)
	b = append(b, tds.AppendRPC(nil, tds.Headers{}, "missing", nil, nil)[22:]...)
	w.send(tds.PacketRPC, tds.StatusEOM, b)
	msg := w.receive()
	want := "\xff\x11\x00\xc5\x00\x02\x00\x00\x00\x00\x00\x00\x00" + // DONEINPROC, more, count 2
		"\x79\xfc\xff\xff\xff" +
		"\xac\x00\x00\x02@\x00h\x00\x01\x00\x00\x00\x00\x01\x00\x26\x04\x04\x2a\x00\x00\x00" +
		"\xfe\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xaa" // DONEPROC, more; ERROR
	if !strings.HasPrefix(string(msg), want) || done(msg) != tds.DoneError || msg[len(msg)-13] != 0xFE {
		t.Errorf("answer % x", msg)
	}
}
