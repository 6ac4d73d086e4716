package tsql

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/dml"
	"scanfrag/internal/tsql/query"
)

// cmdSelect is the TDS code of SELECT.
const cmdSelect = 0xC1

// rowLimit is SET ROWCOUNT for the running statement; negative: none.
func (f *frame) rowLimit() int64 {
	if n := f.s.set.RowCount; n > 0 {
		return n
	}
	return -1
}

func (p *program) selects(n *ast.SelectStatement) (*stmt, error) {
	if n.Into != nil {
		return p.selectInto(n)
	}
	pl := newPlan(n, func(f *frame, c *query.Compiler) (*query.Query, error) { return c.Statement(n) })
	return &stmt{bind: pl.bind, drop: pl.drop, run: func(f *frame) (signal, error) {
		if err := f.implicitTran(n); err != nil {
			return sigNext, err
		}
		open := false // the result set's columns were sent
		rows, err := pl.run(f, func(q *query.Query, x *query.Exec) (int64, error) {
			open = !q.Assigns
			return f.sendRows(q, x)
		})
		if err != nil {
			if open && f.try > 0 && !cancelled(f.ctx, err) {
				// The CATCH block says what went wrong; the client must see the result end.
				if derr := f.done(Done{Command: cmdSelect, Rows: rows, HasRows: !f.s.set.NoCount}); derr != nil {
					return sigNext, derr
				}
			}
			return sigNext, err
		}
		f.count(rows)
		if pl.what.Assigns {
			return sigNext, nil
		}
		return sigNext, f.done(Done{Command: cmdSelect, Rows: rows, HasRows: !f.s.set.NoCount})
	}}, nil
}

// sendRows runs a query into the sink.
func (f *frame) sendRows(q *query.Query, x *query.Exec) (rows int64, err error) {
	limit := f.rowLimit()
	if limit < 0 {
		limit = 1<<63 - 1
	}
	if q.Assigns {
		err = q.RunLimit(x, x.Env, limit, func([]sqltype.Value) error { rows++; return nil })
		return rows, err
	}
	if err := f.sink.Columns(q.Columns); err != nil {
		return 0, sunk(err)
	}
	if f.s.set.FmtOnly {
		return 0, nil
	}
	err = q.RunLimit(x, x.Env, limit, func(vals []sqltype.Value) error {
		if err := f.sink.Row(vals); err != nil {
			return sunk(err)
		}
		rows++
		return nil
	})
	return rows, err
}

// changes compiles INSERT, UPDATE, DELETE and MERGE.
func (p *program) changes(n ast.Statement) (*stmt, error) {
	if err := p.checkTarget(n); err != nil {
		return nil, err
	}
	if i, ok := n.(*ast.InsertStatement); ok {
		if src, ok := i.InsertSpecification.InsertSource.(*ast.ExecuteInsertSource); ok {
			return p.insertExec(i, src)
		}
	}
	var client *ast.OutputClause
	var into *ast.OutputIntoClause
	if m, ok := n.(*ast.MergeStatement); ok {
		var err error
		if client, into, err = p.f.batch.MergeOutput(m); err != nil {
			return nil, err
		}
	}
	pl := newPlan(n, func(f *frame, c *query.Compiler) (*dml.Plan, error) {
		switch n := n.(type) {
		case *ast.InsertStatement:
			return dml.Insert(c, f.s, n)
		case *ast.UpdateStatement:
			return dml.Update(c, f.s, n)
		case *ast.DeleteStatement:
			return dml.Delete(c, f.s, n)
		case *ast.MergeStatement:
			return dml.Merge(c, f.s, n, client, into)
		}
		return nil, unsupported(query.NodeName(n))
	})
	return &stmt{bind: pl.bind, drop: pl.drop, run: func(f *frame) (signal, error) {
		s := f.s
		if s.tran.doomed {
			return sigNext, errDoomed()
		}
		if err := f.implicitTran(n); err != nil {
			return sigNext, err
		}
		if s.set.FmtOnly {
			return sigNext, nil
		}
		if !pl.ready {
			if err := pl.bind(f); err != nil {
				return sigNext, err
			}
		}
		pl.light = pl.what.Light
		limit := int64(-1)
		if s.set.RowCount > 0 {
			limit = s.set.RowCount
		}
		rows, err := pl.run(f, func(d *dml.Plan, x *query.Exec) (int64, error) {
			n, err := d.Run(x, limit)
			if err == nil && d.Ignored {
				err = f.duplicateIgnored()
			}
			if d.Output != nil {
				err = f.sendOutput(d.Output, err)
			}
			return n, err
		})
		s.settleIdentity()
		if err != nil {
			return sigNext, err
		}
		s.rowCount, s.lastError = rows, 0
		if s.set.NoCount && pl.what.Output == nil {
			return sigNext, nil
		}
		return sigNext, f.done(Done{Command: pl.what.Command, Rows: rows, HasRows: !s.set.NoCount})
	}}, nil
}

// duplicateIgnored is the message of an INSERT that IGNORE_DUP_KEY let pass over rows, one for the statement.
func (f *frame) duplicateIgnored() error {
	return f.message(Message{Number: 3604, Line: f.line, Text: "Duplicate key was ignored."})
}

// sendOutput sends the rows of a statement's OUTPUT clause unless the statement failed with err.
func (f *frame) sendOutput(o *query.Output, err error) error {
	defer o.Close()
	if err != nil {
		return err
	}
	if err := f.sink.Columns(o.Columns); err != nil {
		return sunk(err)
	}
	return o.Each(func(vals []sqltype.Value) error { return sunk(f.sink.Row(vals)) })
}

// implicitTran begins a transaction under SET IMPLICIT_TRANSACTIONS ON: for statements that change
// data, and SELECTs that name a table.
func (f *frame) implicitTran(n any) error {
	if !f.s.set.ImplicitTransactions || f.s.tran.count > 0 {
		return nil
	}
	if s, ok := n.(*ast.SelectStatement); ok {
		if q, ok := s.QueryExpression.(*ast.QuerySpecification); ok && q.FromClause == nil {
			return nil
		}
	}
	f.s.begin("")
	return nil
}
