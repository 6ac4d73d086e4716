package server

import (
	"context"
	"strings"

	"scanfrag/internal/tds"
)

// tranRequest runs a transaction manager request. Beginning and ending are told
// by the difference of the session's nesting level, as for statements.
func (c *conn) tranRequest(ctx context.Context, t tds.TranRequest) {
	r := &c.resp
	var err error
	var cmd uint16
	switch t.Type {
	case tds.TranBegin:
		cmd = tds.CmdBeginTran
		err = c.sess.Begin(t.Isolation)
	case tds.TranCommit:
		cmd = tds.CmdEndTran
		err = c.sess.Commit()
	case tds.TranRollback:
		cmd = tds.CmdAbortTran
		if t.Name != "" {
			// To a savepoint, or a whole transaction by its name: the session knows.
			r.ended(c.sess.Batch(ctx, "ROLLBACK TRANSACTION "+quoteName(t.Name), nil, r))
			break
		}
		if c.sess.TranCount() > 0 || !t.Restart {
			err = c.sess.Rollback()
		}
	case tds.TranSave:
		r.ended(c.sess.Batch(ctx, "SAVE TRANSACTION "+quoteName(t.Name), nil, r))
		return
	default:
		r.fail(errorMessage(msgNoDTC, 16, "MSDTC on server '%s' is unavailable: distributed transactions are not supported.", c.s.cfg.ServerName))
		return
	}
	if err != nil {
		r.fail(messageOf(err))
		return
	}
	if r.held {
		r.releaseDone(tds.DoneMore)
	}
	r.syncTranAs(t.Type == tds.TranCommit)
	if t.Restart && !r.errSeen {
		if err := c.sess.Begin(t.NewIsolation); err != nil {
			r.fail(messageOf(err))
			return
		}
		r.syncTran()
	}
	r.holdDone(tds.Done, tds.DoneFinal, cmd, 0)
}

// quoteName brackets an identifier.
func quoteName(s string) string { return "[" + strings.ReplaceAll(s, "]", "]]") + "]" }
