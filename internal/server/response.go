package server

import (
	"context"
	"errors"
	"fmt"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// response is the sink of a running request: it turns what the session produces
// into tokens. A DONE is held back until it is known whether anything follows,
// because clients stop reading at the first one without the "more" bit.
type response struct {
	c *conn
	w *tds.Writer

	held     bool // a done token waits
	kind     tds.DoneKind
	status   tds.DoneStatus
	cmd      uint16
	rows     int64
	inProc   bool // statements end with DONEINPROC
	errSeen  bool // an error since the last done token
	anyErr   bool // an error in this request
	severe   bool // severity 20 and up: the connection ends
	statused bool // the procedure returned a status
	fatal    string

	tran uint64 // descriptor the client was told; 0: none
	cols []column
	meta []tds.Column
	args []tds.RPCParam // of the running call, to number return values
}

var _ tsql.Sink = (*response)(nil)

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

func (r *response) releaseDone(more tds.DoneStatus) error {
	r.held = false
	return r.w.Put(tds.AppendDone(r.w.Buf(), r.kind, r.status|more, r.cmd, r.rows))
}

func (r *response) holdDone(kind tds.DoneKind, status tds.DoneStatus, cmd uint16, rows int64) {
	if r.errSeen {
		status |= tds.DoneError
		r.errSeen = false
	}
	if r.severe {
		status |= tds.DoneServerError
	}
	if r.tran != 0 {
		status |= tds.DoneInTran
	}
	r.held, r.kind, r.status, r.cmd, r.rows = true, kind, status, cmd, rows
}

// Columns begins a result set.
func (r *response) Columns(cols []tsql.Column) error {
	if err := r.ready(); err != nil {
		return err
	}
	r.cols, r.meta = r.cols[:0], r.meta[:0]
	for i := range cols {
		col := newColumn(cols[i].Name, cols[i].Type)
		r.cols = append(r.cols, col)
		r.meta = append(r.meta, tds.Column{Name: cols[i].Name, Type: col.ti, Nullable: cols[i].Nullable})
	}
	return r.put(tds.AppendColMetadata(r.w.Buf(), r.meta))
}

// Row sends a row: as NBCROW when a value is NULL, so that NULLs cost a bit.
func (r *response) Row(vals []sqltype.Value) error {
	if err := r.ready(); err != nil {
		return err
	}
	if len(vals) != len(r.cols) {
		return fmt.Errorf("row of %d values for %d columns", len(vals), len(r.cols))
	}
	null := -1
	for i := range vals {
		if vals[i].Null {
			null = i
			break
		}
	}
	b, at := r.w.Buf(), 0
	if null < 0 {
		b = tds.BeginRow(b)
	} else {
		b, at = tds.BeginNBCRow(b, len(r.cols))
	}
	for i := range r.cols {
		if vals[i].Null {
			tds.SetNull(b, at, i)
			continue
		}
		var err error
		if b, err = r.cols[i].append(b, &vals[i]); err != nil {
			return err
		}
	}
	return r.put(b)
}

// Done ends a statement.
func (r *response) Done(d tsql.Done) error {
	if err := r.ready(); err != nil {
		return err
	}
	r.syncTran()
	kind, status := tds.Done, tds.DoneFinal
	if r.inProc {
		kind = tds.DoneInProc
	}
	if d.HasRows {
		status |= tds.DoneCount
	}
	if d.Error {
		status |= tds.DoneError
	}
	r.holdDone(kind, status, d.Command, d.Rows)
	return nil
}

// Message sends INFO or ERROR.
func (r *response) Message(m tsql.Message) error {
	if err := r.ready(); err != nil {
		return err
	}
	if m.Class > 10 {
		r.errSeen, r.anyErr = true, true
		r.severe = r.severe || m.Class >= 20
	}
	return r.put(tds.AppendMessage(r.w.Buf(), r.c.s.message(m)))
}

// Database tells of USE.
func (r *response) Database(old, new string) error {
	if err := r.ready(); err != nil {
		return err
	}
	r.c.database = new
	return r.put(tds.AppendEnvDatabase(r.w.Buf(), new, old))
}

// ReturnStatus sends a procedure's return code.
func (r *response) ReturnStatus(code int32) error {
	if err := r.ready(); err != nil {
		return err
	}
	r.statused = true
	return r.put(tds.AppendReturnStatus(r.w.Buf(), code))
}

// ReturnValue sends an output parameter.
func (r *response) ReturnValue(name string, t sqltype.Type, v sqltype.Value) error {
	if err := r.ready(); err != nil {
		return err
	}
	ordinal := 0
	for i := range r.args {
		if r.args[i].Name == name {
			ordinal = i
			break
		}
	}
	col := newColumn(name, t)
	b := tds.AppendReturnValue(r.w.Buf(), ordinal, name, col.ti)
	if v.Null {
		return r.put(tds.AppendNull(b, col.ti))
	}
	b, err := col.append(b, &v)
	if err != nil {
		return err
	}
	return r.put(b)
}

// Flush sends what has been produced so far without waiting for a full packet,
// for RAISERROR WITH NOWAIT: sessions find it by a type assertion on their sink.
func (r *response) Flush() error {
	if err := r.ready(); err != nil {
		return err
	}
	return r.w.Flush()
}

// syncTran tells the client of a transaction begun or ended since it was last
// told. Commit and rollback look the same from here; an error in the request
// makes it a rollback. Clients do the same on either.
func (r *response) syncTran() { r.syncTranAs(!r.anyErr) }

func (r *response) syncTranAs(committed bool) {
	open := r.c.sess.TranCount() > 0
	switch {
	case open && r.tran == 0:
		r.tran = r.c.s.nextTran()
		r.put(tds.AppendEnvBeginTran(r.w.Buf(), r.tran))
	case !open && r.tran != 0:
		r.put(tds.AppendEnvEndTran(r.w.Buf(), r.tran, committed))
		r.tran = 0
	}
}

// ended takes the error a session's method returned. Attention and a client
// that is gone are known already; anything else is told.
func (r *response) ended(err error) {
	switch {
	case err == nil, errors.Is(err, errAttention), errors.Is(err, errClosing), r.w.Err() != nil, r.c.gone.Load(), r.c.attn.pending.Load():
	case errors.Is(err, context.Canceled):
		r.fail(errorMessage(msgShutdown, 20, "SHUTDOWN is in progress."))
	default:
		r.fail(messageOf(err))
	}
}

// fail sends an error of the server itself.
func (r *response) fail(m tsql.Message) {
	if r.held {
		r.releaseDone(tds.DoneMore)
	}
	r.errSeen, r.anyErr = true, true
	r.severe = r.severe || m.Class >= 20
	r.put(tds.AppendMessage(r.w.Buf(), r.c.s.message(m)))
}

func (r *response) failStream(err error) {
	r.fail(errorMessage(msgBadStream, 16, "The incoming tabular data stream (TDS) protocol stream is incorrect: %v.", err))
}

func (r *response) failRPC(err error) {
	if errors.Is(err, tds.ErrTooManyParams) {
		r.fail(errorMessage(msgTooManyParams, 16, "The incoming request has too many parameters. The server supports a maximum of 2100 parameters. Reduce the number of parameters and resend the request."))
		return
	}
	r.fail(errorMessage(msgBadRPC, 16, "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect: %v.", err))
}

// finish ends the message and reports whether the connection must end with it.
func (r *response) finish(attention bool) (fatal bool, err error) {
	if !r.c.poisoned {
		before := r.tran
		if open := r.c.sess.TranCount() > 0; open != (before != 0) && r.held {
			r.releaseDone(tds.DoneMore)
		}
		r.syncTran()
	}
	if attention {
		if r.held {
			r.releaseDone(tds.DoneMore)
		}
		r.put(tds.AppendDone(r.w.Buf(), tds.Done, tds.DoneAttention, 0, 0))
		return r.severe, r.w.Finish()
	}
	if r.held && r.errSeen {
		r.releaseDone(tds.DoneMore)
	}
	if r.held && r.kind == tds.DoneInProc {
		r.releaseDone(tds.DoneMore)
	}
	if !r.held {
		r.holdDone(tds.Done, tds.DoneFinal, 0, 0)
	}
	if r.severe {
		r.status |= tds.DoneServerError
	}
	r.releaseDone(0)
	return r.severe, r.w.Finish()
}
