package tsql

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/dml"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/spool"
)

// collector is the sink of the execution whose rows INSERT … EXECUTE takes: results of any number, all of
// the insert's columns. The rest goes to the client.
type collector struct {
	Sink
	columns []Column
	rows    *spool.List
	trans   int // @@TRANCOUNT at its begin
	buf     []byte
}

func (c *collector) Columns(cols []Column) error {
	if c.columns != nil && len(c.columns) != len(cols) {
		return errorf(213, 16, "Column name or number of supplied values does not match table definition.")
	}
	if c.columns == nil {
		c.columns = append([]Column{}, cols...)
	}
	return nil
}

func (c *collector) Row(vals []sqltype.Value) error {
	c.buf = c.buf[:0]
	for i, v := range vals {
		if v.Kind != c.columns[i].Type.Kind && !v.Null { // of a later result set: as its first has it
			var err error
			if v, err = sqltype.ConvertFrom(v, sqltype.Of(v.Kind), c.columns[i].Type, 0, false); err != nil {
				return err
			}
		}
		c.buf = spool.AppendValue(c.buf, v)
	}
	return c.rows.Add(c.buf)
}

func (c *collector) Done(d Done) error {
	if d.Error {
		return c.Sink.Done(d)
	}
	return nil
}

// each gives the rows back.
func (c *collector) each(emit func([]sqltype.Value) error) error {
	vals := make([]sqltype.Value, len(c.columns))
	return c.rows.Each(func(row []byte) (err error) {
		for i := range vals {
			if vals[i], row, err = spool.Value(row); err != nil {
				return err
			}
		}
		return emit(vals)
	})
}

// insertExec is INSERT … EXECUTE: the execution runs to its end, then its rows are inserted as one statement.
func (p *program) insertExec(n *ast.InsertStatement, src *ast.ExecuteInsertSource) (*stmt, error) {
	exec, err := p.execute(&ast.ExecuteStatement{Fragment: src.Fragment, ExecuteSpecification: src.Execute})
	if err != nil {
		return nil, err
	}
	p.eager = false
	return &stmt{run: func(f *frame) (signal, error) {
		s := f.s
		if s.tran.doomed {
			return sigNext, errDoomed()
		}
		if _, nested := f.sink.(*collector); nested {
			return sigNext, errorf(8164, 16, "An INSERT EXEC statement cannot be nested.")
		}
		if err := f.implicitTran(n); err != nil {
			return sigNext, err
		}
		c := &collector{Sink: f.sink, rows: &spool.List{Dir: query.ScratchDir(s.db)}, trans: s.tran.count}
		defer c.rows.Close()
		f.sink = c
		sig, err := exec.run(f)
		f.sink = c.Sink
		if se, ok := err.(*sinkError); ok && isServerError(se.error) {
			err = se.error // the collector's own
		}
		if err != nil {
			return sig, err
		}
		rows := int64(0)
		if c.columns != nil {
			pl := newPlan(n, func(f *frame, qc *query.Compiler) (*dml.Plan, error) {
				return dml.InsertRows(qc, f.s, n, query.Rows(c.columns, c.each))
			})
			rows, err = pl.run(f, func(d *dml.Plan, x *query.Exec) (int64, error) { return d.Run(x, f.rowLimit()) })
			s.settleIdentity()
			if err != nil {
				return sigNext, err
			}
		}
		f.count(rows)
		if s.set.NoCount {
			return sigNext, nil
		}
		return sigNext, f.done(Done{Command: dml.CmdInsert, Rows: rows, HasRows: true})
	}}, nil
}

func isServerError(err error) bool {
	_, ok := err.(*sqltype.Error)
	return ok
}
