package tds

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Procedure numbers a client may send in place of a name.
const (
	ProcCursor        uint16 = 1
	ProcCursorClose   uint16 = 9
	ProcExecuteSQL    uint16 = 10
	ProcPrepare       uint16 = 11
	ProcExecute       uint16 = 12
	ProcPrepExec      uint16 = 13
	ProcPrepExecRPC   uint16 = 14
	ProcUnprepare     uint16 = 15
	maxRPCParams             = 2100 + 2 // and the two of sp_executesql itself
	maxRPCCalls              = 1000
	rpcNoExec         byte   = 0xFE
	rpcBatchSeparator byte   = 0xFF
)

var procNames = [...]string{
	1: "sp_cursor", "sp_cursoropen", "sp_cursorprepare", "sp_cursorexecute", "sp_cursorprepexec",
	"sp_cursorunprepare", "sp_cursorfetch", "sp_cursoroption", "sp_cursorclose", "sp_executesql",
	"sp_prepare", "sp_execute", "sp_prepexec", "sp_prepexecrpc", "sp_unprepare",
}

// ErrTooManyParams: more than 2100 parameters (SQL Server's error 8003).
var ErrTooManyParams = errors.New("more than 2100 parameters")

// RPCParam is one parameter of a call.
type RPCParam struct {
	Name    string // with its @, or empty: by position
	ByRef   bool   // OUTPUT
	Default bool   // use the procedure's default; the value is NULL
	Type    TypeInfo
	Value   RawValue
}

// RPC is one procedure call.
type RPC struct {
	Proc   string // name, also for a numbered procedure
	ProcID uint16 // 0: called by name
	Params []RPCParam
}

// DecodeRPC reads an RPC request: ALL_HEADERS, then calls of name or number,
// option flags and parameters, a 0xFF byte between two calls. Parameter values
// alias b.
func DecodeRPC(b []byte) (Headers, []RPC, error) {
	h, rest, err := decodeHeaders(b)
	if err != nil {
		return h, nil, fmt.Errorf("RPC: %w", err)
	}
	c := &cursor{b: rest}
	var calls []RPC
	for {
		call, err := c.rpc()
		if err != nil {
			return h, nil, fmt.Errorf("RPC %s: %w", call.Proc, err)
		}
		calls = append(calls, call)
		if c.left() == 0 {
			return h, calls, nil
		}
		if len(calls) == maxRPCCalls {
			return h, nil, fmt.Errorf("RPC: more than %d calls in one request", maxRPCCalls)
		}
	}
}

func (c *cursor) rpc() (RPC, error) {
	var r RPC
	n := c.u16()
	if n == 0xFFFF {
		r.ProcID = c.u16()
		if c.err == nil && (r.ProcID == 0 || int(r.ProcID) >= len(procNames)) {
			return r, fmt.Errorf("unknown procedure number %d", r.ProcID)
		}
		r.Proc = procNames[r.ProcID]
	} else {
		r.Proc = c.ucs2(int(n))
	}
	c.u16() // option flags: recompile, no metadata; both only hints
	for c.err == nil && c.left() > 0 {
		if sep := c.b[c.off]; sep == rpcBatchSeparator || sep == rpcNoExec {
			c.off++
			break
		}
		if len(r.Params) == maxRPCParams {
			return r, ErrTooManyParams
		}
		p, err := c.rpcParam()
		if err != nil {
			if p.Name == "" {
				return r, fmt.Errorf("parameter %d: %w", len(r.Params)+1, err)
			}
			return r, fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		r.Params = append(r.Params, p)
	}
	return r, c.err
}

func (c *cursor) rpcParam() (RPCParam, error) {
	var p RPCParam
	p.Name = c.bVarchar()
	status := c.u8()
	p.ByRef, p.Default = status&1 != 0, status&2 != 0
	if status&8 != 0 {
		return p, errors.New("encrypted parameters are not supported")
	}
	p.Type = c.typeInfo()
	if c.err == nil {
		p.Value = c.value(p.Type)
	}
	return p, c.err
}

// AppendRPC writes one call by name; param appends a parameter's TYPE_INFO and
// value. It exists for tests of servers and decoders.
func AppendRPC(dst []byte, h Headers, proc string, params []RPCParam, value func(dst []byte, i int) []byte) []byte {
	dst = appendUSVarchar(appendHeaders(dst, h), proc, 65534)
	dst = append(dst, 0, 0)
	for i, p := range params {
		dst = appendBVarchar(dst, p.Name)
		dst = append(dst, boolByte(p.ByRef)|boolByte(p.Default)<<1)
		dst = AppendTypeInfo(dst, p.Type)
		dst = value(dst, i)
	}
	return dst
}

// AppendRPCByID is AppendRPC for a numbered procedure.
func AppendRPCByID(dst []byte, h Headers, id uint16, params []RPCParam, value func(dst []byte, i int) []byte) []byte {
	at := len(dst)
	dst = AppendRPC(dst, h, "", params, value)
	// The empty name is two zero bytes after the headers: make it 0xFFFF, id.
	at += 22
	dst = append(dst, 0, 0)
	copy(dst[at+4:], dst[at+2:len(dst)-2])
	binary.LittleEndian.PutUint16(dst[at:], 0xFFFF)
	binary.LittleEndian.PutUint16(dst[at+2:], id)
	return dst
}
