package tsql

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// What a batch produces; see package system, which the system objects share.
type (
	Column = system.Column
	// Connection is how a session's client is connected.
	Connection = system.Connection
	Message    = system.Message
	Done       = system.Done
	Sink       = system.Sink
)

// Param is one parameter of a parameterised batch (sp_executesql).
type Param struct {
	Name   string // with its @
	Type   sqltype.Type
	Value  sqltype.Value
	Output bool

	rows *engine.Table  // a table variable passed
	typ  *engine.Module // its type
}
