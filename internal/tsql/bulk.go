package tsql

import (
	"context"
	"slices"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/dml"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// Bulk is one batch of a bulk load.
type Bulk = dml.Bulk

// BulkOrder is one column of its ORDER hint.
type BulkOrder = dml.BulkOrder

// Bulk runs a bulk load as one statement, all or nothing; text is what statistics call it. Errors are reported as Batch does,
// those of load.Next are returned.
func (s *Session) Bulk(ctx context.Context, text string, load *Bulk, sink Sink) (rows int64, err error) {
	defer s.running(text)()
	s.lastError = 0
	f := &frame{s: s, ctx: ctx, sink: sink, vars: &variables{}, batch: &syntax.Batch{}, text: text, line: 1}
	saved := s.call
	s.call = f
	defer func() { s.call = saved }()
	f.env.Session, f.env.Stmt = s, &expr.Stmt{}
	own := *load
	own.Next = func(vals []sqltype.Value) (bool, error) {
		more, err := load.Next(vals)
		return more, sunk(err)
	}
	pl := newPlan(nil, func(f *frame, c *query.Compiler) (*dml.Plan, error) { return dml.BulkInsert(c, s, &own, f.info) })
	pl.text = text
	_, err = f.exec(&stmt{line: 1, run: func(f *frame) (signal, error) {
		if s.tran.doomed {
			return sigNext, errDoomed()
		}
		_, err := f.atomically(func() (int64, error) {
			if !load.Checked {
				if err := s.distrust(ctx, load.Table); err != nil {
					return 0, err
				}
				s.unchecked = true
				defer func() { s.unchecked = false }()
			}
			var err error
			rows, err = pl.run(f, func(d *dml.Plan, x *query.Exec) (int64, error) {
				n, err := d.Run(x, -1)
				if err == nil && d.Ignored {
					err = f.duplicateIgnored()
				}
				return n, err
			})
			return rows, err
		})
		s.settleIdentity()
		if err == nil {
			f.count(rows)
		}
		return sigNext, err
	}})
	if err == errBatch || err == errScope {
		err = nil
	}
	if err = s.afterBatch(f, err); err != nil || s.lastError != 0 {
		rows = 0
	}
	return rows, err
}

// distrust notes that rows come into a table, named as in a statement, that are not held against its CHECK constraints: those in
// force are not trusted any more (documented of BULK INSERT).
func (s *Session) distrust(ctx context.Context, table string) error {
	parts, ok := expr.SplitName(table)
	if !ok {
		return nil // the load refuses it
	}
	t := s.FindTable(parts...)
	if t == nil {
		return nil
	}
	list, changed := slices.Clone(t.Checks), false
	for i, ck := range list {
		if !ck.Disabled && !ck.Untrusted {
			now := *ck
			now.Untrusted, changed = true, true
			list[i] = &now
		}
	}
	if !changed {
		return nil
	}
	tx, err := s.Txn()
	if err == nil {
		s.tran.wrote = true
		_, err = tx.SetChecks(ctx, t, list, nil)
		s.SchemaChanged()
	}
	return err
}

// Unchecked reports a bulk load whose rows are not held against CHECK constraints.
func (s *Session) Unchecked() bool { return s.unchecked }
