package server

import (
	"context"
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// maxParams is SQL Server's limit for a procedure call.
const maxParams = 2100

// prepared is a statement under a handle: what sp_executesql wants.
type prepared struct{ stmt, decl tsql.Param }

// rpc runs the calls of a request. Each ends with DONEPROC; a failed one does
// not stop the next.
func (c *conn) rpc(ctx context.Context, calls []tds.RPC) {
	r := &c.resp
	r.inProc = true
	for _, call := range calls {
		if ctx.Err() != nil {
			return
		}
		r.args = call.Params
		c.call(ctx, call)
		if r.w.Err() != nil || r.c.attn.pending.Load() {
			return
		}
		if r.held {
			r.releaseDone(tds.DoneMore)
		}
		r.syncTran()
		r.holdDone(tds.DoneProc, tds.DoneFinal, 0, 0)
	}
}

func (c *conn) call(ctx context.Context, call tds.RPC) {
	params, err := toParams(call.Params)
	if err != nil {
		c.resp.failRPC(err)
		return
	}
	name := strings.ToLower(call.Proc)
	if len(params) > maxParams && !(name == "sp_executesql" && len(params) <= maxParams+2) {
		c.resp.failRPC(tds.ErrTooManyParams)
		return
	}
	switch name {
	case "sp_prepare":
		if h, ok := c.prepare(params); ok {
			c.returnHandle(params, h)
		}
	case "sp_prepexec":
		if h, ok := c.prepare(params); ok {
			c.execute(ctx, h, params[3:])
			c.returnHandle(params, h)
		}
	case "sp_execute":
		if h, ok := c.handle32(params); ok {
			c.execute(ctx, h, params[1:])
		}
	case "sp_unprepare":
		if h, ok := c.handle32(params); ok {
			delete(c.prepared, h)
		}
	default:
		if strings.HasPrefix(name, "sp_cursor") || name == "sp_prepexecrpc" {
			c.resp.fail(errorMessage(msgNotSupported, 16, "Statement '%s' is not supported in this version of SQL Server.", call.Proc))
			return
		}
		c.resp.ended(c.sess.Call(ctx, call.Proc, params, &c.resp))
	}
}

// prepare is sp_prepare @handle OUTPUT, @params, @stmt[, @options], and the
// beginning of sp_prepexec. The statement is compiled when first executed, so
// that an error in it appears there.
func (c *conn) prepare(params []tsql.Param) (int32, bool) {
	if len(params) < 3 || !params[1].Value.Kind.IsString() && !params[1].Value.Null || !params[2].Value.Kind.IsString() || params[2].Value.Null {
		c.resp.fail(errorMessage(msgBadRPC, 16, "Procedure sp_prepare expects a handle, parameter declarations and a statement."))
		return 0, false
	}
	if c.prepared == nil {
		c.prepared = map[int32]prepared{}
	}
	c.lastHandle++
	h := c.lastHandle
	c.prepared[h] = prepared{stmt: tsql.Param{Type: params[2].Type, Value: params[2].Value}, decl: tsql.Param{Type: params[1].Type, Value: params[1].Value}}
	return h, true
}

// returnHandle sends the handle as output parameter. A failure to send shows
// when the response is finished.
func (c *conn) returnHandle(params []tsql.Param, h int32) {
	_ = c.resp.ReturnValue(params[0].Name, sqltype.Of(sqltype.Int), sqltype.IntOf(sqltype.Int, int64(h)))
}

// handle32 is the handle in the first parameter, checked.
func (c *conn) handle32(params []tsql.Param) (int32, bool) {
	if len(params) == 0 || !params[0].Value.Kind.IsInt() || params[0].Value.Null {
		c.resp.fail(errorMessage(msgBadRPC, 16, "Procedure expects the handle of a prepared statement."))
		return 0, false
	}
	h := int32(params[0].Value.I)
	if _, ok := c.prepared[h]; !ok || int64(h) != params[0].Value.I {
		m := errorMessage(msgNoPrepared, 16, "Could not find prepared statement with handle %d.", params[0].Value.I)
		m.State = 2
		c.resp.fail(m)
		return 0, false
	}
	return h, true
}

func (c *conn) execute(ctx context.Context, h int32, args []tsql.Param) {
	p := c.prepared[h]
	params := []tsql.Param{p.stmt}
	if !p.decl.Value.Null {
		params = append(params, p.decl)
	}
	c.resp.ended(c.sess.Call(ctx, "sp_executesql", append(params, args...), &c.resp))
}
