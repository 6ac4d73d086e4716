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

// maxBulkRow bounds the bytes of one row of a bulk load.
const maxBulkRow = 64 << 20

// insertBulk remembers the target after checking that the session finds it.
func (c *conn) insertBulk(ctx context.Context, text string) {
	t, err := parseInsertBulk(text)
	if err != nil {
		c.resp.fail(errorMessage(msgBadSyntax, 15, "%v.", err))
		return
	}
	check := "SELECT TOP (0) " + strings.Join(quoteNames(t.columns), ", ") + " FROM " + t.table
	if err := c.sess.Batch(ctx, check, nil, &bulkSink{&c.resp}); err != nil {
		c.resp.ended(err)
		return
	}
	if !c.resp.anyErr {
		c.bulk = t
	}
}

func quoteNames(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = quoteName(n)
	}
	return out
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
	load, err := c.bulkOf(t, m)
	rows := int64(0)
	if err == nil {
		rows, err = c.sess.Bulk(ctx, t.text, load, &bulkSink{&c.resp})
	}
	var bad *badBulk
	switch {
	case errors.Is(err, errAttention): // its acknowledgement will be sent
	case errors.Is(err, errIgnored):
		c.resp.errSeen = true
	case m.err != nil: // the connection ends
	case errors.As(err, &bad):
		c.resp.fail(errorMessage(msgBadBulk, 16, "%v.", err))
	case err != nil:
		c.resp.ended(err)
	case !c.resp.anyErr:
		c.resp.holdDone(tds.Done, tds.DoneCount, tds.CmdBulkInsert, rows)
	}
}

// badBulk is an error in the data the client sent, or of reading it.
type badBulk struct{ error }

func (e *badBulk) Unwrap() error { return e.error }

// bulkOf is the load of a message's rows into t.
func (c *conn) bulkOf(t *bulkTarget, m *message) (*tsql.Bulk, error) {
	r := tds.NewBulkReader(m.next, maxBulkRow)
	cols, err := r.Columns()
	if err != nil {
		return nil, &badBulk{err}
	}
	if len(cols) != len(t.columns) {
		return nil, &badBulk{fmt.Errorf("bulk load: %d columns where INSERT BULK names %d", len(cols), len(t.columns))}
	}
	load := &tsql.Bulk{Table: t.table, Columns: t.columns, KeepNulls: t.keepNulls, TabLock: t.tabLock, Checked: t.checked, Order: t.order}
	for i := range cols {
		typ, err := typeOf(cols[i].Type)
		if err != nil {
			return nil, &badBulk{fmt.Errorf("bulk load: column %q: %w", cols[i].Name, err)}
		}
		load.Types = append(load.Types, typ)
	}
	raw := make([]tds.RawValue, len(cols))
	n := 0
	load.Next = func(vals []sqltype.Value) (bool, error) {
		more, err := r.Row(raw)
		if err != nil {
			return false, &badBulk{err}
		}
		if !more {
			return false, nil
		}
		n++
		for k, v := range raw {
			if vals[k], err = valueOf(cols[k].Type, load.Types[k], v); err != nil {
				return false, &badBulk{fmt.Errorf("bulk load: row %d: column %q: %w", n, cols[k].Name, err)}
			}
		}
		return true, nil
	}
	return load, nil
}

// bulkSink passes messages on and drops everything else.
type bulkSink struct{ *response }

func (s *bulkSink) Columns([]tsql.Column) error { return nil }
func (s *bulkSink) Row([]sqltype.Value) error   { return nil }
func (s *bulkSink) Done(tsql.Done) error        { return nil }
