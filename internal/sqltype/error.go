package sqltype

import "fmt"

// Error is an error as SQL Server raises it. Class is the severity: 16 for
// nearly everything a wrong value or expression causes.
type Error struct {
	Number int32
	State  uint8
	Class  uint8
	Text   string
	Before []*Error // that are sent first; a CATCH block sees this one alone
}

func (e *Error) Error() string { return e.Text }

// Errorf builds an error of state 1 with its number's severity.
func Errorf(number int32, format string, args ...any) *Error {
	return &Error{Number: number, State: 1, Class: severity(number), Text: fmt.Sprintf(format, args...)}
}

// severity is 15 for errors of the text, as SQL Server's reports show them, and 16 for the rest.
func severity(number int32) uint8 {
	switch number {
	case 102, 107, 109, 110, 127, 130, 137, 141, 145, 147, 156, 168, 174, 175, 189, 191, 195, 1007, 1031, 1033, 1060, 4108:
		return 15
	}
	if number >= 11709 && number <= 11725 {
		return 15
	}
	return 16
}

// errorState is Errorf with another state.
func errorState(number int32, state uint8, format string, args ...any) *Error {
	e := Errorf(number, format, args...)
	e.State = state
	return e
}
