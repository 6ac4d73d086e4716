package sqltype

import "fmt"

// Error is an error as SQL Server raises it. Class is the severity: 16 for
// nearly everything a wrong value or expression causes.
type Error struct {
	Number int32
	State  uint8
	Class  uint8
	Text   string
}

func (e *Error) Error() string { return e.Text }

// Errorf builds a severity 16, state 1 error.
func Errorf(number int32, format string, args ...any) *Error {
	return &Error{Number: number, State: 1, Class: 16, Text: fmt.Sprintf(format, args...)}
}

// errorState is Errorf with another state.
func errorState(number int32, state uint8, format string, args ...any) *Error {
	e := Errorf(number, format, args...)
	e.State = state
	return e
}
