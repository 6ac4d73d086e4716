package system

import "scanfrag/internal/sqltype"

// Column describes one column of a result set or of a virtual table.
type Column struct {
	Name     string
	Type     sqltype.Type
	Nullable bool
}

// Message is an informational message (Class <= 10) or an error (Class >= 11),
// with the fields SQL Server sends.
type Message struct {
	Number int32
	State  uint8
	Class  uint8 // severity
	Line   int32 // 1-based line in the batch
	Proc   string
	Text   string
}

// Done ends one statement.
type Done struct {
	// Rows is the row count when HasRows is set (NOCOUNT OFF and a counting statement).
	Rows    int64
	HasRows bool
	// Command is the TDS CurCmd code (SELECT 0xC1, INSERT 0xC3, DELETE 0xC4, UPDATE 0xC5 …).
	Command uint16
	Error   bool
}

// Sink receives what a batch produces, in order. A non-nil error from any
// method aborts the batch (the client is gone). Calls come from one goroutine.
// A row's values are valid only during the call.
type Sink interface {
	Columns(cols []Column) error
	Row(vals []sqltype.Value) error
	Done(d Done) error
	Message(m Message) error
	// Database reports a changed current database (USE).
	Database(old, new string) error
	// ReturnStatus and ReturnValue end a procedure call made by RPC.
	ReturnStatus(code int32) error
	ReturnValue(name string, t sqltype.Type, v sqltype.Value) error
}
