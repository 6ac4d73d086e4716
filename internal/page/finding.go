package page

import (
	"errors"
	"fmt"
)

// Finding is one line of a check's report, in the words of SQL Server's message of that number.
type Finding struct {
	Number int32
	Text   string
}

func (f *Finding) Error() string { return f.Text }

// InDatabase stands in a Finding's text for the database's id, which storage does not know.
const InDatabase = "{database}"

// UnitID is the id of an index's allocation unit and of its partition: the rule by which SQL Server makes the ids of its own
// base tables, so that a page's header tells its unit.
func UnitID(object uint32, index int) int64 { return int64(index)<<48 | int64(object)<<16 }

// UnitText names an allocation unit as messages do.
func UnitText(object uint32, index uint16) string {
	id := UnitID(object, int(index))
	return fmt.Sprintf("Object ID %d, index ID %d, partition ID %d, alloc unit ID %d (type In-row data)", object, index, id, id)
}

// TableError is a finding about an allocation unit.
func TableError(number int32, object uint32, index uint16, format string, args ...any) *Finding {
	return &Finding{number, "Table error: " + UnitText(object, index) + fmt.Sprintf(format, args...)}
}

// as gives a damaged page's error the words of the server's message: what follows the unit, the page or both.
func (e *DamageError) as(number int32, format string, args ...any) *DamageError {
	e.number, e.detail = number, fmt.Sprintf(format, args...)
	return e
}

// Findings are the report of an error met while a unit was checked: of a page that cannot be read what is wrong with it and
// that it was passed over. Other errors stay as they are.
func Findings(err error, object uint32, index uint16) []error {
	var e *DamageError
	if !errors.As(err, &e) || e.number == 0 {
		return []error{err}
	}
	switch e.number {
	case 8909:
		err = TableError(e.number, object, index, ", page ID %v %s", e.Page, e.detail)
	case 8927:
		err = &Finding{e.number, UnitText(object, index) + ": " + e.detail}
	default:
		err = TableError(e.number, object, index, ", page %v%s", e.Page, e.detail)
	}
	return []error{err, &Finding{8928, fmt.Sprintf("%s: Page %v could not be processed.  See other errors for details.", UnitText(object, index), e.Page)}}
}
