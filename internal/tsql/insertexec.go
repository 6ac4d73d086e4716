package tsql

import (
	"errors"
	"slices"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/dml"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/spool"
)

// collector is the sink of the execution whose rows INSERT … EXECUTE takes: results of any number, all of
// the insert's columns. The rest goes to the client.
type collector struct {
	Sink
	dir   string
	parts []*part
	trans int // @@TRANCOUNT at its begin
	buf   []byte
}

// part is the rows of results of the same types.
type part struct {
	columns []Column
	rows    *spool.List
}

func (c *collector) Columns(cols []Column) error {
	if n := len(c.parts); n > 0 {
		last := c.parts[n-1].columns
		if len(last) != len(cols) {
			return errorf(213, 16, "Column name or number of supplied values does not match table definition.")
		}
		if slices.EqualFunc(last, cols, func(a, b Column) bool { return a.Type == b.Type }) {
			return nil
		}
	}
	c.parts = append(c.parts, &part{slices.Clone(cols), &spool.List{Dir: c.dir}})
	return nil
}

func (c *collector) Row(vals []sqltype.Value) error {
	c.buf = c.buf[:0]
	for _, v := range vals {
		c.buf = spool.AppendValue(c.buf, v)
	}
	return c.parts[len(c.parts)-1].rows.Add(c.buf)
}

func (c *collector) Done(d Done) error {
	if d.Error {
		return c.Sink.Done(d)
	}
	return nil
}

func (c *collector) close() {
	for _, p := range c.parts {
		p.rows.Close()
	}
}

// each gives the rows back.
func (p *part) each(emit func([]sqltype.Value) error) error {
	vals := make([]sqltype.Value, len(p.columns))
	return p.rows.Each(func(row []byte) (err error) {
		for i := range vals {
			if vals[i], row, err = spool.Value(row); err != nil {
				return err
			}
		}
		return emit(vals)
	})
}

// insert inserts the rows of all parts as one statement.
func (c *collector) insert(f *frame, n *ast.InsertStatement) (int64, error) {
	return f.atomically(func() (rows int64, err error) {
		limit, ignored := f.rowLimit(), false
		for _, p := range c.parts {
			pl := newPlan(n, func(f *frame, qc *query.Compiler) (*dml.Plan, error) {
				return dml.InsertRows(qc, f.s, n, query.Rows(p.columns, p.each))
			})
			took, err := pl.run(f, func(d *dml.Plan, x *query.Exec) (int64, error) {
				n, err := d.Run(x, limit)
				ignored = ignored || d.Ignored
				return n, err
			})
			if err != nil {
				return 0, err
			}
			if rows += took; limit > 0 {
				if limit -= took; limit <= 0 {
					break
				}
			}
		}
		if ignored {
			return rows, f.duplicateIgnored()
		}
		return rows, nil
	})
}

// insertExec is INSERT … EXECUTE: the execution runs to its end, then its rows are inserted. All of that is one statement: outside a
// transaction it is one of its own, which the execution sees in @@TRANCOUNT.
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
		auto := s.tran.count == 0
		if auto {
			s.begin("")
		}
		sig, rows, err := f.collect(n, exec)
		if auto && s.tran.count > 0 {
			if err == nil {
				err = s.Commit()
			} else if rerr := s.rollbackAll(); rerr != nil {
				err = errors.Join(rerr, err)
			}
		}
		if err != nil {
			return sig, err
		}
		f.count(rows)
		if s.set.NoCount {
			return sigNext, nil
		}
		return sigNext, f.done(Done{Command: dml.CmdInsert, Rows: rows, HasRows: true})
	}}, nil
}

// collect runs exec and inserts what it gives.
func (f *frame) collect(n *ast.InsertStatement, exec *stmt) (sig signal, rows int64, err error) {
	s := f.s
	target := func() *engine.Table { return nil }
	if r, ok := n.InsertSpecification.Target.(*ast.NamedTableReference); ok {
		parts := query.Parts(r.SchemaObject)
		target = func() *engine.Table { return s.FindTable(parts...) }
		if target() == nil {
			return sigNext, 0, query.NoTable(parts)
		}
	}
	before := target()
	c := &collector{Sink: f.sink, dir: query.ScratchDir(s.db), trans: s.tran.count}
	defer c.close()
	f.sink = c
	sig, err = exec.run(f)
	f.sink = c.Sink
	if se, ok := err.(*sinkError); ok && isServerError(se.error) {
		err = se.error // the collector's own
	}
	switch {
	case err != nil:
		return sig, 0, err
	case target() != before:
		return sigNext, 0, errorf(556, 16, "INSERT EXEC failed because the stored procedure altered the schema of the target table.")
	}
	rows, err = c.insert(f, n)
	return sigNext, rows, err
}

func isServerError(err error) bool {
	_, ok := err.(*sqltype.Error)
	return ok
}
