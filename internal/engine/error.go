package engine

import (
	"errors"
	"fmt"

	"scanfrag/internal/alloc"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// Error is an engine error with SQL Server's number, severity and state.
type Error struct {
	Number int32
	Class  uint8
	State  uint8
	Text   string

	dup *Index // whose key is taken
}

func (e *Error) Error() string { return e.Text }

// errorf is an error of severity 16, state 1.
func errorf(number int32, format string, args ...any) *Error {
	return &Error{Number: number, Class: 16, State: 1, Text: fmt.Sprintf(format, args...)}
}

// ErrTableChanged is returned by whatever takes a table's lock when the *Table is
// not the current one any more: DDL replaced or dropped it meanwhile. The statement
// should look the table up and compile again.
var ErrTableChanged = errors.New("the table was changed or dropped since the statement was compiled")

// ErrEnded is returned for a transaction that was committed or rolled back.
var ErrEnded = errors.New("the transaction has ended")

// maxRow is the longest in-row record (page.MaxRecord) as error texts give it.
const maxRow = 8060

// rowTooLong is error 511 for a record of n bytes.
func rowTooLong(n int) *Error {
	return errorf(511, "Cannot create a row of size %d which is greater than the allowable maximum row size of %d. Row-overflow pages are not supported.", n, maxRow)
}

// minRowTooLong is error 1701: the fixed part alone, bytes of dropped columns included, is too long.
func minRowTooLong(table string, size, overhead int) *Error {
	return errorf(1701, "Creating or altering table '%s' failed because the minimum row size would be %d, including %d bytes of internal overhead. This exceeds the maximum allowable table row size of %d bytes.",
		table, size, overhead, maxRow)
}

// nullInColumn is error 515.
func nullInColumn(d *Database, schema, table, column, verb string) *Error {
	return &Error{Number: 515, Class: 16, State: 2, Text: fmt.Sprintf(
		"Cannot insert the value NULL into column '%s', table '%s.%s.%s'; column does not allow nulls. %s fails.", column, d.Name(), schema, table, verb)}
}

// AsError finds the *Error inside err. Failures of the storage below get SQL Server's: a damaged page is
// 824 (severity 24), a drive or filegroup without room 1105. nil: err is neither.
func AsError(err error) *Error {
	var e *Error
	var damage *page.DamageError
	var full *alloc.FullError
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &damage):
		return &Error{Number: 824, Class: 24, State: 2, Text: err.Error()}
	case errors.As(err, &full):
		return filegroupFull(full)
	case errors.Is(err, pagefile.ErrNoSpace):
		return &Error{Number: 1105, Class: 17, State: 2, Text: err.Error()}
	}
	return nil
}
