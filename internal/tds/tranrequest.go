package tds

import (
	"encoding/binary"
	"fmt"
)

// Transaction manager request types.
const (
	TranGetDTCAddress uint16 = 0
	TranPropagate     uint16 = 1
	TranBegin         uint16 = 5
	TranPromote       uint16 = 6
	TranCommit        uint16 = 7
	TranRollback      uint16 = 8
	TranSave          uint16 = 9
)

// TranRequest is a transaction manager request.
type TranRequest struct {
	Type      uint16
	Isolation uint8 // begin: 0 keep, 1 read uncommitted … 4 serializable, 5 snapshot
	Name      string
	// Restart: after commit or rollback begin another transaction, with
	// NewIsolation and NewName.
	Restart      bool
	NewIsolation uint8
	NewName      string
}

// DecodeTranRequest reads a transaction manager request. The payload of the
// distributed kinds is not looked at.
func DecodeTranRequest(b []byte) (Headers, TranRequest, error) {
	var r TranRequest
	h, rest, err := decodeHeaders(b)
	if err != nil {
		return h, r, fmt.Errorf("transaction manager request: %w", err)
	}
	c := &cursor{b: rest}
	r.Type = c.u16()
	switch r.Type {
	case TranBegin:
		r.Isolation = c.u8()
		r.Name = c.bVarchar()
	case TranCommit, TranRollback:
		r.Name = c.bVarchar()
		if r.Restart = c.u8()&1 != 0; r.Restart {
			r.NewIsolation = c.u8()
			r.NewName = c.bVarchar()
		}
	case TranSave:
		r.Name = c.bVarchar()
	}
	if c.err != nil {
		return h, r, fmt.Errorf("transaction manager request %d: %w", r.Type, c.err)
	}
	return h, r, nil
}

// AppendTranRequest writes a transaction manager request.
func AppendTranRequest(dst []byte, h Headers, r TranRequest) []byte {
	dst = binary.LittleEndian.AppendUint16(appendHeaders(dst, h), r.Type)
	switch r.Type {
	case TranBegin:
		dst = appendBVarchar(append(dst, r.Isolation), r.Name)
	case TranCommit, TranRollback:
		dst = append(appendBVarchar(dst, r.Name), boolByte(r.Restart))
		if r.Restart {
			dst = appendBVarchar(append(dst, r.NewIsolation), r.NewName)
		}
	case TranSave:
		dst = appendBVarchar(dst, r.Name)
	}
	return dst
}
