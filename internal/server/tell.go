package server

import (
	"context"
	"errors"

	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// Message sends INFO or ERROR.
func (r *response) Message(m tsql.Message) error {
	if err := r.ready(); err != nil {
		return err
	}
	return r.tell(m)
}

// tell puts a message into the response.
func (r *response) tell(m tsql.Message) error {
	if m.Class > 10 {
		r.errSeen, r.anyErr = true, true
		r.severe = r.severe || m.Class >= 20
	}
	return r.put(tds.AppendMessage(r.w.Buf(), r.c.s.message(m)))
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

// fail sends an error of the server itself. A failure to send shows when the response is finished.
func (r *response) fail(m tsql.Message) {
	if r.held {
		r.releaseDone(tds.DoneMore)
	}
	_ = r.tell(m)
}

// failStream tells of a request that cannot be decoded.
func (r *response) failStream(err error) {
	r.fail(errorMessage(msgBadStream, 16, "The incoming tabular data stream (TDS) protocol stream is incorrect: %v.", err))
}

// failRPC tells of a procedure call that cannot be decoded.
func (r *response) failRPC(err error) {
	if errors.Is(err, tds.ErrTooManyParams) {
		r.fail(errorMessage(msgTooManyParams, 16, "The incoming request has too many parameters. The server supports a maximum of 2100 parameters. Reduce the number of parameters and resend the request."))
		return
	}
	r.fail(errorMessage(msgBadRPC, 16, "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect: %v.", err))
}
