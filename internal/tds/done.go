package tds

import "encoding/binary"

// DoneStatus is the status field of DONE, DONEPROC and DONEINPROC.
type DoneStatus uint16

// DONE status bits. A message ends with the first DONE or DONEPROC that lacks
// DoneMore; clients stop reading there.
const (
	DoneFinal       DoneStatus = 0
	DoneMore        DoneStatus = 0x001
	DoneError       DoneStatus = 0x002
	DoneInTran      DoneStatus = 0x004
	DoneCount       DoneStatus = 0x010
	DoneAttention   DoneStatus = 0x020
	DoneServerError DoneStatus = 0x100 // severity 20 and up: the client drops the connection
)

// DoneKind is the token: which of the three.
type DoneKind byte

// DONE ends a statement of a batch, DONEINPROC one inside a procedure, DONEPROC
// the procedure.
const (
	Done       DoneKind = tokenDone
	DoneProc   DoneKind = tokenDoneProc
	DoneInProc DoneKind = tokenDoneInProc
)

// CurCmd codes for requests that no statement reports.
const (
	CmdBulkInsert uint16 = 0xF0
	CmdBeginTran  uint16 = 0xD4
	CmdEndTran    uint16 = 0xD5
	CmdAbortTran  uint16 = 0xD2
)

// AppendDone writes a done token with its 64-bit row count (since TDS 7.2).
func AppendDone(dst []byte, kind DoneKind, status DoneStatus, cmd uint16, rows int64) []byte {
	dst = append(dst, byte(kind), byte(status), byte(status>>8), byte(cmd), byte(cmd>>8))
	return binary.LittleEndian.AppendUint64(dst, uint64(rows))
}
