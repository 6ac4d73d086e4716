package server

import (
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// releaseDone sends the done token that waits, with more status bits.
func (r *response) releaseDone(more tds.DoneStatus) error {
	r.held = false
	return r.w.Put(tds.AppendDone(r.w.Buf(), r.kind, r.status|more, r.cmd, r.rows))
}

// holdDone makes a done token wait for what follows it.
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

// syncTran tells the client of a transaction begun or ended since it was last
// told. Commit and rollback look the same from here; an error in the request
// makes it a rollback. Clients do the same on either.
func (r *response) syncTran() { r.syncTranAs(!r.anyErr) }

// syncTranAs is syncTran with the way a transaction ended.
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

// finish ends the message and reports whether the connection must end with it.
func (r *response) finish(attention bool) (fatal bool, err error) {
	if !r.c.poisoned {
		if open := r.c.sess.TranCount() > 0; open != (r.tran != 0) && r.held {
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
	if r.held && (r.errSeen || r.kind == tds.DoneInProc) {
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
