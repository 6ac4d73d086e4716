package script

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/golang-sql/sqlexp"
	mssql "github.com/microsoft/go-mssqldb"
)

// Message is what a server said beside its rows: PRINT, RAISERROR, warnings
// (severity 10 and below) and errors. Line is 1-based within the batch.
type Message struct {
	Number   int32
	Severity uint8
	State    uint8
	Line     int32
	Proc     string
	Text     string
}

// String is the message as sqlcmd prints it: bare text for severity 10 and
// below, with a heading line above.
func (m Message) String() string {
	if m.Severity <= 10 {
		return m.Text
	}
	return fmt.Sprintf("Msg %d, Level %d, State %d, Line %d\n%s", m.Number, m.Severity, m.State, m.Line, m.Text)
}

// Querier is the part of *sql.DB, *sql.Conn and their sqlx forms that Run needs.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Handler receives what a batch returns, in order. Nil functions are skipped.
// Row's values are valid only during the call.
type Handler struct {
	Message  func(Message)
	Columns  func([]*sql.ColumnType) error
	Row      func([]any) error
	Affected func(int64)
}

// Run sends one batch without arguments and drains everything it returns. The
// error is the first message of severity 11 or more, as *mssql.Error through
// errors.As, or a failure of the connection; the handler has seen every message
// by then. A failure of the handler cancels the batch and is returned.
//
// The driver's message queue is bounded and must be read while rows are read,
// and later tokens can block a connection that was not drained: so there is no
// way to leave early but to cancel ctx.
func Run(ctx context.Context, q Querier, text string, h Handler) error {
	parent := ctx
	ctx, abandon := context.WithCancel(ctx)
	defer abandon()
	var ret sqlexp.ReturnMessage
	rows, err := q.QueryContext(ctx, text, &ret)
	if err != nil {
		return h.failed(err)
	}
	var first error
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	pump, stop := context.WithCancel(ctx)
	defer stop()
	msgs := newQueue(pump, &ret)
	defer rows.Close() // before msgs ends
	handle := func(m sqlexp.RawMessage) {
		switch m := m.(type) {
		case sqlexp.MsgNotice:
			h.notice(m)
		case sqlexp.MsgError:
			keep(h.failed(m.Error))
		case sqlexp.MsgRowsAffected:
			if h.Affected != nil {
				h.Affected(m.Count)
			}
		}
	}
	for active := true; active; {
		switch m := msgs.next().(type) {
		case sqlexp.MsgNext:
			if err := h.rows(rows); err != nil {
				keep(err)
				if parent.Err() == nil && rows.Err() == nil {
					abandon() // what is left may be without end
				}
			}
		case sqlexp.MsgNextResultSet:
			active = msgs.nextResultSet(rows, handle)
		default:
			handle(m)
		}
	}
	if parent.Err() != nil {
		return fmt.Errorf("batch cancelled: %w", context.Cause(parent))
	}
	if err := rows.Err(); err != nil {
		keep(err)
	}
	return first
}

func (h Handler) notice(m sqlexp.MsgNotice) {
	if h.Message == nil {
		return
	}
	if e, ok := m.Message.(mssql.Error); ok {
		h.Message(message(e))
		return
	}
	h.Message(Message{Text: m.Message.String()})
}

// failed reports every server message inside err and returns err unchanged.
func (h Handler) failed(err error) error {
	var e mssql.Error
	if h.Message == nil || !errors.As(err, &e) {
		return err
	}
	if len(e.All) == 0 {
		h.Message(message(e))
	}
	for _, each := range e.All {
		h.Message(message(each))
	}
	return err
}

func message(e mssql.Error) Message {
	return Message{Number: e.Number, Severity: e.Class, State: e.State, Line: e.LineNo, Proc: e.ProcName, Text: e.Message}
}

func (h Handler) rows(rows *sql.Rows) error {
	types, err := rows.ColumnTypes()
	if err != nil {
		return fmt.Errorf("read column types: %w", err)
	}
	if h.Columns != nil && len(types) > 0 {
		if err := h.Columns(types); err != nil {
			return err
		}
	}
	vals, ptrs := make([]any, len(types)), make([]any, len(types))
	for i := range vals {
		ptrs[i] = &vals[i]
	}
	for rows.Next() {
		if h.Row == nil {
			continue
		}
		if err := rows.Scan(ptrs...); err != nil {
			return err
		}
		if err := h.Row(vals); err != nil {
			return err
		}
	}
	return nil
}

// ServerError returns the server's error inside err, if it is one.
func ServerError(err error) (Message, bool) {
	var e mssql.Error
	if !errors.As(err, &e) {
		return Message{}, false
	}
	return message(e), true
}
