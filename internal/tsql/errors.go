package tsql

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/syntax"
)

// failure is an error of a statement on its way to the client or to a CATCH block.
type failure struct {
	msg   Message
	first []*sqltype.Error // sent before msg
	abort bool             // ends the batch even outside TRY
	scope bool             // ends the text it stands in: the batch, or the dynamic string
	in    *frame           // of a scope failure: its own TRY blocks do not catch it
	dooms bool             // makes the transaction uncommittable
	ends  bool             // has ended the transaction already (deadlock victim)
	raise bool             // RAISERROR: XACT_ABORT does not apply
	inner bool             // of a function: what it does to the transaction is settled where the statement that called it fails
}

func (f *failure) Error() string { return f.msg.Text }

// errBatch ends a batch whose message was sent.
var errBatch = errors.New("batch ended")

// errScope ends the text a compile error stands in; the caller of a dynamic batch goes on.
var errScope = errors.New("text ended")

func errorf(number int32, class uint8, format string, args ...any) *sqltype.Error {
	return &sqltype.Error{Number: number, State: 1, Class: class, Text: fmt.Sprintf(format, args...)}
}

// classify makes a failure of an error. Errors of neither SQL Server nor the engine are
// ours and say so (8630).
func classify(err error, line int32, proc string) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	var first []*sqltype.Error
	m := Message{Number: 8630, State: 1, Class: 16, Line: line, Proc: proc, Text: err.Error()}
	var se *sqltype.Error
	if errors.As(err, &se) {
		m.Number, m.State, m.Class, m.Text, first = se.Number, se.State, se.Class, se.Text, se.Before
	} else if ee := engine.AsError(err); ee != nil {
		m.Number, m.State, m.Class, m.Text = ee.Number, ee.State, ee.Class, ee.Text
	}
	if l := syntax.LineOf(err); l > 0 {
		m.Line = l
	}
	switch m.Number {
	case 2601, 2627, 2705, 2714, 2744: // others show the stored name, as SQL Server's do
		m.Text = tempNames(m.Text)
	}
	if m.Class == 0 {
		m.Class = 16
	}
	if m.State == 0 && m.Number != 547 { // whose state is 0
		m.State = 1
	}
	f = &failure{msg: m, first: first}
	f.abort, f.dooms, f.scope = aborts(m.Number)
	f.ends = m.Number == 1205
	if m.Class >= 20 {
		// SQL Server closes the connection; here the batch ends, its transaction undone, and the session stays.
		f.abort = true
	}
	return f
}

// aborts says which errors end the batch rather than the statement, and whether a transaction open
// when one is caught is doomed: conversion errors do both; errors of compilation end the scope (general knowledge
// of the field, the product documents it nowhere in one place).
func aborts(number int32) (batch, dooms, scope bool) {
	switch number {
	case 241, 242, 244, 245, 248, 295, 296, 8114, 8169, 529, 235, 293, 517:
		return true, true, false
	case 102, 156, 105, 113, 191, 103, 134, 137, 178,
		206, 207, 208, 5313, 470, 11726, 209, 257, 402, 403, 8117, 8120, 8121, 8127, 4104, 4108, 147, 130, 116, 1033, 205, 120, 121, 109, 110, 213, 195, 174, 189, 243, 2715,
		107, 108, 145, 264, 544, 8155, 8156, 8158, 8159, 10709, 40517, 40000, 8144, 313, 1011, 1013, 8116:
		return false, false, true
	case 1205, 8630, 701, 824:
		return true, true, false
	}
	return false, false, false
}

// cancelled reports an error that is the context's end.
func cancelled(ctx context.Context, err error) bool { return err != nil && ctx.Err() != nil }

// storedTemp is the name that a session's temp table has in tempdb, see Place.
var storedTemp = regexp.MustCompile(`(#[^'"\]]*?)_{4,}[0-9A-F]{12}`)

// tempNames gives temp tables the names that the session knows them by.
func tempNames(text string) string {
	if !strings.Contains(text, "____") {
		return text
	}
	return storedTemp.ReplaceAllString(text, "$1")
}
