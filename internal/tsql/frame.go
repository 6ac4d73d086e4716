package tsql

import (
	"context"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
	"scanfrag/internal/tsql/system"
)

// frame is one running batch: the text a client sent, or a string executed dynamically.
type frame struct {
	s       *Session
	ctx     context.Context
	sink    Sink
	batch   *syntax.Batch
	text    string // as the client or the dynamic batch gave it; batch.Text may be mended
	vars    *variables
	env     expr.Env
	line    int32 // of the running statement
	parent  *frame
	try     int                       // enclosing TRY blocks, those of parents included
	label   string                    // GOTO under way
	status  int32                     // of RETURN
	result  sqltype.Value             // of RETURN in a function
	tables  map[string]*engine.Table  // table variables by lower-case name
	typed   map[string]*engine.Module // the types of those that have one
	cursors cursors
	module  *engine.Module // that is running; nil: a batch
	ticks   uint
	light   []*lightPlan // light plans that ran: their I/O is counted at the end
	sizes   []tableSize  // of the tables that plans were made for
}

// signal is how control goes on after a statement.
type signal uint8

const (
	sigNext signal = iota
	sigBreak
	sigContinue
	sigReturn
	sigGoto
)

// stmt is a compiled statement.
type stmt struct {
	line  int32
	label string // of a label
	run   func(f *frame) (signal, error)
	bind  func(f *frame) error // resolves names ahead of execution; nil when there are none
	drop  func()               // forgets what bind made; nil when that is little
}

// exec runs one statement and deals with its error: outside TRY it is sent and the next statement
// follows or the batch ends; inside it travels to the CATCH block.
func (f *frame) exec(st *stmt) (signal, error) {
	if f.ticks++; f.ticks&1023 == 0 {
		if err := f.ctx.Err(); err != nil {
			return sigNext, err
		}
	}
	f.line = st.line
	sig, err := st.run(f)
	if err == nil {
		return sig, nil
	}
	return sigNext, f.fail(st, err)
}

// list runs statements in order; a GOTO to a label among them goes on there.
func (f *frame) list(sts []*stmt) (signal, error) {
	for i := 0; i < len(sts); i++ {
		sig, err := f.exec(sts[i])
		if err != nil {
			return sigNext, err
		}
		if sig == sigNext {
			continue
		}
		if sig == sigGoto {
			if j := findLabel(sts, f.label); j >= 0 {
				// A backward GOTO is a loop: it must see an attention.
				if err := f.ctx.Err(); err != nil {
					return sigNext, err
				}
				i = j
				continue
			}
		}
		return sig, nil
	}
	return sigNext, nil
}

// through runs statements that nothing comes back to, and lets go of each.
func (f *frame) through(sts []*stmt) (signal, error) {
	for i, st := range sts {
		sts[i] = nil
		if sig, err := f.exec(st); err != nil || sig != sigNext {
			return sig, err
		}
	}
	return sigNext, nil
}

func findLabel(sts []*stmt, label string) int {
	for i, s := range sts {
		if s.label != "" && strings.EqualFold(s.label, label) {
			return i
		}
	}
	return -1
}

// proc is the name that messages give as the procedure; "" in a batch, and in dynamic SQL.
func (f *frame) proc() string {
	if f.module == nil {
		return ""
	}
	return f.module.Name
}

func (f *frame) message(m Message) error { return sunk(f.sink.Message(m)) }
func (f *frame) done(d Done) error       { return sunk(f.sink.Done(d)) }

// count sets @@ROWCOUNT and clears @@ERROR after a statement that went well.
func (f *frame) count(rows int64) {
	f.s.rowCount, f.s.lastError = rows, 0
}

// compiler makes a query compiler for one statement of the frame.
func (f *frame) compiler() *query.Compiler {
	f.s.failLine = 0
	c := &query.Compiler{Host: f.s, Vars: f.vars, Self: f.module}
	if f.module != nil {
		c.Schema = f.module.Schema
	}
	return c
}

// info sends an informational message.
func (f *frame) info(number int32, text string) error {
	return f.message(Message{Number: number, State: 1, Line: f.line, Text: text})
}

var _ system.Session = (*Session)(nil)
