package script

import (
	"context"
	"database/sql"

	"github.com/golang-sql/sqlexp"
)

// queue passes on what the driver says of a batch. The driver blocks on a queue of 15 messages, even while
// NextResultSet waits for the token that comes after them: a result set before 16 PRINTs of one statement or loop would never end.
// So messages are taken from the driver all the time, and handled while NextResultSet waits.
type queue struct {
	ctx  context.Context
	c    chan sqlexp.RawMessage
	held sqlexp.RawMessage // belongs after the result set that NextResultSet went to
}

// queueRoom is what the driver may say while rows are read, beyond its own 15 messages.
const queueRoom = 256

// newQueue reads ret until ctx ends.
func newQueue(ctx context.Context, ret *sqlexp.ReturnMessage) *queue {
	q := &queue{ctx: ctx, c: make(chan sqlexp.RawMessage, queueRoom)}
	go func() {
		for {
			m := ret.Message(ctx)
			if ctx.Err() != nil {
				return
			}
			select {
			case q.c <- m:
			case <-ctx.Done():
				return
			}
		}
	}()
	return q
}

// next is the next message; the end of the context is a MsgNextResultSet, as the driver's queue has it.
func (q *queue) next() sqlexp.RawMessage {
	if m := q.held; m != nil {
		q.held = nil
		return m
	}
	select {
	case m := <-q.c:
		return m
	case <-q.ctx.Done():
		return sqlexp.MsgNextResultSet{}
	}
}

// nextResultSet is rows.NextResultSet, with messages that come before its result given to handle.
func (q *queue) nextResultSet(rows *sql.Rows, handle func(sqlexp.RawMessage)) bool {
	done := make(chan bool, 1)
	go func() { done <- rows.NextResultSet() }()
	for {
		select {
		case more := <-done:
			return more
		case m := <-q.c:
			switch m.(type) {
			case sqlexp.MsgNext, sqlexp.MsgNextResultSet:
				// It follows the token NextResultSet waits for, so that is there.
				q.held = m
				return <-done
			}
			handle(m)
		}
	}
}
