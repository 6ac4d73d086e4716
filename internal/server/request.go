package server

import (
	"context"
	"errors"
	"fmt"
	"io"

	"scanfrag/internal/tds"
)

// errMessageTooLong: the message was read to its end but not kept.
var errMessageTooLong = errors.New("message too long")

// handle answers one message, given its first packet. A returned error ends the
// connection; what the client had to be told has been sent.
func (c *conn) handle(ctx context.Context, first packet) error {
	if first.attention > 0 {
		c.packets.release(first)
		if c.attn.take(first.attention) {
			return c.acknowledge()
		}
		return nil
	}
	m := &message{c: c, ctx: ctx, typ: first.Type, status: first.Status, first: first}
	switch first.Type {
	case tds.PacketBatch, tds.PacketRPC, tds.PacketTran:
		text, err := m.all(c.s.cfg.MaxMessage)
		switch {
		case errors.Is(err, errMessageTooLong):
			return c.answer(ctx, func(context.Context) {
				c.resp.fail(errorMessage(msgTooLong, 15, "The %s is too long: more than %d bytes.", first.Type, c.s.cfg.MaxMessage))
			})
		case errors.Is(err, errIgnored):
			return c.answer(ctx, func(context.Context) { c.resp.errSeen = true })
		case errors.Is(err, errAttention):
			return nil // acknowledged already
		case err != nil:
			return err
		}
		defer m.release()
		return c.answer(ctx, func(ctx context.Context) { c.request(ctx, first.Type, first.Status, text) })
	case tds.PacketBulk:
		err := c.answer(ctx, func(ctx context.Context) { c.bulkLoad(ctx, m) })
		if err == nil {
			err = m.err
		}
		return err
	}
	c.packets.release(first)
	// What this message is cannot be known, so neither where its answer belongs.
	err := c.answer(ctx, func(context.Context) {
		c.resp.fail(errorMessage(msgBadStream, 20, "The incoming tabular data stream (TDS) protocol stream is incorrect: unexpected %s packet.", first.Type))
	})
	if err == nil {
		err = errClosing
	}
	return err
}

// answer runs a request and ends its response: with the acknowledgement when
// attention came while it ran, else with the last DONE.
func (c *conn) answer(ctx context.Context, run func(context.Context)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.resp.begin()
	c.attn.begin(cancel)
	func() {
		defer c.recovered("run request")
		run(ctx)
	}()
	if c.gone.Load() {
		c.attn.end()
		return io.EOF
	}
	if c.poisoned {
		c.resp.fail(assertionFailed(c.resp.fatal))
	}
	fatal, err := c.resp.finish(c.attn.end())
	if err != nil {
		return err
	}
	if fatal {
		return errClosing
	}
	return nil
}

// acknowledge answers an attention that found nothing running.
func (c *conn) acknowledge() error {
	if err := c.w.Put(tds.AppendDone(c.w.Buf(), tds.Done, tds.DoneAttention, 0, 0)); err != nil {
		return err
	}
	return c.w.Finish()
}

// request dispatches a complete message.
func (c *conn) request(ctx context.Context, typ tds.PacketType, status tds.Status, b []byte) {
	if status&(tds.StatusReset|tds.StatusResetKeepTran) != 0 && !c.reset(status) {
		return
	}
	switch typ {
	case tds.PacketBatch:
		_, text, err := tds.DecodeBatch(b)
		if err != nil {
			c.resp.failStream(err)
			return
		}
		c.batch(ctx, text)
	case tds.PacketRPC:
		_, calls, err := tds.DecodeRPC(b)
		if err != nil {
			c.resp.failRPC(err)
			return
		}
		c.rpc(ctx, calls)
	case tds.PacketTran:
		_, r, err := tds.DecodeTranRequest(b)
		if err != nil {
			c.resp.failStream(err)
			return
		}
		c.tranRequest(ctx, r)
	}
}

// batch runs a SQL batch; INSERT BULK is ours, since only the connection can
// tell the session what follows it.
func (c *conn) batch(ctx context.Context, text string) {
	c.bulk = nil
	if isInsertBulk(text) {
		c.insertBulk(ctx, text)
		return
	}
	c.resp.ended(c.sess.Batch(ctx, text, nil, &c.resp))
}

// reset is sp_reset_connection asked for in the packet header. Its
// acknowledgement comes first in the response. The session undoes an open
// transaction; a client that wants to keep one is refused rather than surprised.
func (c *conn) reset(status tds.Status) bool {
	if status&tds.StatusResetKeepTran != 0 && c.sess.TranCount() > 0 {
		c.resp.fail(errorMessage(msgNotSupported, 16, "Resetting the connection while keeping an open transaction is not supported."))
		return false
	}
	if err := c.sess.Reset(); err != nil {
		c.resp.fail(messageOf(fmt.Errorf("reset connection: %w", err)))
		return false
	}
	clear(c.prepared)
	c.bulk = nil
	c.resp.put(tds.AppendEnvResetAck(c.w.Buf()))
	c.resp.syncTran()
	if c.database != c.loginDB {
		c.resp.put(tds.AppendEnvDatabase(c.w.Buf(), c.loginDB, c.database))
		c.database = c.loginDB
	}
	return true
}
