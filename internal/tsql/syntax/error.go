package syntax

import (
	"errors"

	"scanfrag/internal/sqltype"
)

// Error is an error of the batch text with its line.
type Error struct {
	Err  *sqltype.Error
	Line int32
}

func (e *Error) Error() string { return e.Err.Text }
func (e *Error) Unwrap() error { return e.Err }

func at(line int, err *sqltype.Error) error { return &Error{err, int32(line)} }

// near is error 102, or 156 for a keyword.
func near(line int, word string) error {
	e := sqltype.Errorf(102, "Incorrect syntax near '%s'.", word)
	if reserved(word) {
		e = sqltype.Errorf(156, "Incorrect syntax near the keyword '%s'.", word)
	}
	e.Class = 15
	return at(line, e)
}

// LineOf is the line an error names, 0 when it names none.
func LineOf(err error) int32 {
	var e *Error
	if errors.As(err, &e) {
		return e.Line
	}
	return 0
}
