package tsql

import (
	"fmt"
	"runtime/debug"

	"scanfrag/internal/sqltype"
)

// guard turns a panic of compilation into error 8630. The parser builds trees with holes from text it
// should refuse; compilation holds no lock and changes nothing, so that it can be given up safely. Execution is not guarded.
func guard(err *error) {
	r := recover()
	if r == nil {
		return
	}
	if OnCompilePanic != nil {
		OnCompilePanic(r, debug.Stack())
	}
	*err = &sqltype.Error{Number: 8630, Class: 16, State: 1, Text: fmt.Sprintf("Internal Query Processor Error: the statement could not be compiled (%v).", r)}
}

// OnCompilePanic, set by tests, sees what guard recovers.
var OnCompilePanic func(r any, stack []byte)
