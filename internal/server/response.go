package server

import (
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// response is the sink of a running request: it turns what the session produces
// into tokens. A DONE is held back until it is known whether anything follows,
// because clients stop reading at the first one without the "more" bit.
type response struct {
	c *conn
	w *tds.Writer

	held    bool // a done token waits
	kind    tds.DoneKind
	status  tds.DoneStatus
	cmd     uint16
	rows    int64
	inProc  bool   // statements end with DONEINPROC
	errSeen bool   // an error since the last done token
	anyErr  bool   // an error in this request
	severe  bool   // severity 20 and up: the connection ends
	fatal   string // of a panic: what it said

	tran uint64 // descriptor the client was told; 0: none
	cols []column
	meta []tds.Column
	args []tds.RPCParam // of the running call, to number return values
}

var _ tsql.Sink = (*response)(nil)

// begin makes ready for another request.
func (r *response) begin() {
	*r = response{c: r.c, w: r.w, tran: r.tran, cols: r.cols[:0], meta: r.meta[:0]}
}

// put hands tokens to the writer. Every token that is not a done token goes
// through here.
func (r *response) put(b []byte) error { return r.w.Put(b) }

// ready prepares for another token: the held DONE goes out, and a request that
// must stop is told so.
func (r *response) ready() error {
	if r.c.attn.pending.Load() {
		return errAttention
	}
	if r.c.gone.Load() {
		return errClosing
	}
	if r.held {
		return r.releaseDone(tds.DoneMore)
	}
	return r.w.Err()
}

// Database tells of USE.
func (r *response) Database(old, new string) error {
	if err := r.ready(); err != nil {
		return err
	}
	r.c.database = new
	return r.put(tds.AppendEnvDatabase(r.w.Buf(), new, old))
}

// Flush sends what has been produced so far without waiting for a full packet,
// for RAISERROR WITH NOWAIT: sessions find it by a type assertion on their sink.
func (r *response) Flush() error {
	if err := r.ready(); err != nil {
		return err
	}
	return r.w.Flush()
}
