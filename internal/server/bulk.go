package server

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// A bulk load runs as multi-row INSERTs with parameters, all or nothing: the
// session has no bulk entry of its own. Rows are stored as they come: of a whole load, unlike the server, nothing is
// sorted into key order. Bounds of one INSERT: SQL Server's row
// limit of VALUES and its parameter limit.
const (
	bulkRows   = 1000
	bulkParams = maxParams
	maxBulkRow = 64 << 20 // bytes of one row
)

const bulkSavepoint = "scanfrag_bulk_load"

// insertBulk remembers the target after checking that the session finds it.
func (c *conn) insertBulk(ctx context.Context, text string) {
	t, err := parseInsertBulk(text)
	if err != nil {
		c.resp.fail(errorMessage(msgBadSyntax, 15, "%v.", err))
		return
	}
	check := "SELECT TOP (0) " + strings.Join(quoteNames(t.columns), ", ") + " FROM " + t.table
	if err := c.sess.Batch(ctx, check, nil, &bulkSink{response: &c.resp}); err != nil {
		c.resp.ended(err)
		return
	}
	if !c.resp.anyErr {
		c.bulk = t
	}
}

// bulkLoad reads a bulk load message into the target.
func (c *conn) bulkLoad(ctx context.Context, m *message) {
	defer m.drain()
	t := c.bulk
	c.bulk = nil
	if t == nil {
		c.resp.fail(errorMessage(msgBadStream, 16, "The incoming tabular data stream (TDS) protocol stream is incorrect: bulk load data without INSERT BULK."))
		return
	}
	rows, err := c.loadRows(ctx, t, m)
	switch {
	case errors.Is(err, errBulkFailed), errors.Is(err, errAttention): // the message was sent; the acknowledgement will be
	case errors.Is(err, errIgnored):
		c.resp.errSeen = true
	case m.err != nil: // the connection ends
	case err != nil:
		var bad *badBulk
		if errors.As(err, &bad) {
			c.resp.fail(errorMessage(msgBadBulk, 16, "%v.", err))
			return
		}
		c.resp.ended(err)
	default:
		c.resp.holdDone(tds.Done, tds.DoneCount, tds.CmdBulkInsert, rows)
	}
}

// badBulk is an error in the data the client sent, or of reading it.
type badBulk struct{ error }

func (b *badBulk) Unwrap() error { return b.error }

// errBulkFailed: a statement of the load failed and its message was sent.
var errBulkFailed = errors.New("bulk load failed")

// loadRows runs the load inside a transaction, the client's or its own.
func (c *conn) loadRows(ctx context.Context, t *bulkTarget, m *message) (n int64, err error) {
	r := tds.NewBulkReader(m.next, maxBulkRow)
	cols, err := r.Columns()
	if err != nil {
		return 0, &badBulk{err}
	}
	if len(cols) != len(t.columns) {
		return 0, &badBulk{fmt.Errorf("bulk load: %d columns where INSERT BULK names %d", len(cols), len(t.columns))}
	}
	types := make([]sqltype.Type, len(cols))
	for i := range cols {
		if types[i], err = typeOf(cols[i].Type); err != nil {
			return 0, &badBulk{fmt.Errorf("bulk load: column %q: %w", cols[i].Name, err)}
		}
	}
	nested := c.sess.TranCount() > 0
	if nested {
		err = c.runBulk(ctx, "SAVE TRANSACTION "+bulkSavepoint, nil)
	} else {
		err = c.sess.Begin(0)
	}
	if err != nil {
		return 0, err
	}
	ins := &inserter{c: c, t: t, cols: cols, types: types}
	if !t.checked {
		var resume func()
		resume, err = c.sess.SkipChecks(ctx, t.table)
		defer resume()
	}
	if err == nil {
		n, err = ins.run(ctx, r)
	}
	if err == nil {
		if !nested {
			err = c.sess.Commit()
		}
		return n, err
	}
	// The load's own error is the one to tell; the way back must not stop at
	// the cancelled context.
	undo := context.WithoutCancel(ctx)
	switch {
	case c.sess.TranCount() == 0: // the error ended the transaction
	case nested:
		err = errors.Join(err, c.sess.Batch(undo, "ROLLBACK TRANSACTION "+bulkSavepoint, nil, &bulkSink{response: &response{c: c, w: c.w}, deaf: true}))
	default:
		err = errors.Join(err, c.sess.Rollback())
	}
	return 0, err
}

// runBulk runs one statement of the load, its messages going to the client.
func (c *conn) runBulk(ctx context.Context, text string, params []tsql.Param) error {
	if err := c.sess.Batch(ctx, text, params, &bulkSink{response: &c.resp}); err != nil {
		return err
	}
	if c.resp.anyErr {
		return errBulkFailed
	}
	return nil
}

// bulkSink passes messages on and drops everything else, all of it when deaf.
type bulkSink struct {
	*response
	deaf bool
	told bool // that duplicate keys were ignored, once for a load
}

func (s *bulkSink) Columns([]tsql.Column) error { return nil }
func (s *bulkSink) Row([]sqltype.Value) error   { return nil }
func (s *bulkSink) Done(tsql.Done) error        { return nil }

func (s *bulkSink) Message(m tsql.Message) error {
	if s.deaf {
		s.c.s.cfg.Log("session %d: undo bulk load: %s", s.c.id, m.Text)
		return nil
	}
	if m.Number == msgDuplicateIgnored {
		if s.told {
			return nil
		}
		s.told = true
	}
	return s.response.Message(m)
}
