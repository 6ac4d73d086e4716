package dml

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// outputs are a statement's OUTPUT clauses: one INTO a table, one to the client, either or both. A nil *outputs is none.
type outputs struct {
	ch   *query.Changed
	all  []*query.Output
	into *Plan         // inserts the rows of all[0]
	rows *query.Output // the client's
}

// compileOutputs compiles the clauses; they see ch.
func compileOutputs(c *query.Compiler, h Host, ch *query.Changed, client *ast.OutputClause, into *ast.OutputIntoClause) (*outputs, error) {
	o := &outputs{ch: ch}
	if into != nil {
		out, err := ch.Output(into.SelectColumns)
		if err != nil {
			return nil, err
		}
		if o.into, err = outputInto(c, h, into, out); err != nil {
			return nil, err
		}
		o.all = append(o.all, out)
	}
	if client != nil {
		out, err := ch.Output(client.SelectColumns)
		if err != nil {
			return nil, err
		}
		o.rows = out
		o.all = append(o.all, out)
	}
	return o, nil
}

// outputInto compiles the insertion of a clause's rows into its table.
func outputInto(c *query.Compiler, h Host, n *ast.OutputIntoClause, out *query.Output) (*Plan, error) {
	t, err := base(c, n.IntoTable)
	if err != nil {
		return nil, err
	}
	for _, ck := range t.Checks {
		if !ck.Disabled {
			return nil, sqltype.Errorf(333, "The target table '%s' of the OUTPUT INTO clause cannot have any enabled check constraints or any enabled rules. Found check constraint or rule '%s'.", t.Name, ck.Name)
		}
	}
	i := &insertion{c: c, h: h, t: t, into: &query.Into{Table: t}, scope: &query.TopScope{C: c}, verb: "INSERT", ignores: t.IgnoresDuplicates()}
	if err := i.columns(n.IntoTableColumns); err != nil {
		return nil, err
	}
	if len(i.cols) != len(out.Columns) {
		return nil, sqltype.Errorf(213, "Column name or number of supplied values does not match table definition.")
	}
	return i.fromQuery(out.Query(), nil)
}

// plan makes p give the clauses' rows when it has run.
func (o *outputs) plan(p *Plan) *Plan {
	if o == nil {
		return p
	}
	run := p.Run
	p.Light, p.Output = false, o.rows
	p.Run = func(x *query.Exec, limit int64) (int64, error) {
		p.Ignored = false
		o.reset(x)
		n, err := run(x, limit)
		if o.into != nil {
			if err == nil {
				_, err = o.into.Run(x, -1)
				p.Ignored = p.Ignored || o.into.Ignored
			}
			o.all[0].Close()
		}
		return n, err
	}
	return p
}

func (o *outputs) reset(x *query.Exec) {
	if o == nil {
		return
	}
	for _, out := range o.all {
		out.Reset(x)
	}
}

// add keeps the clauses' rows for a changed row; nil: no such image.
func (o *outputs) add(env *expr.Env, deleted, inserted []byte, action string) error {
	for _, out := range o.all {
		if err := out.Add(env, deleted, inserted, action); err != nil {
			return err
		}
	}
	return nil
}

// appendSources appends what the clauses read of FROM; readSources puts it back and gives the rest.
func (o *outputs) appendSources(dst []byte, env *expr.Env) []byte {
	if o != nil {
		for _, out := range o.all {
			dst = out.AppendSources(dst, env)
		}
	}
	return dst
}

func (o *outputs) readSources(env *expr.Env, b []byte) (rest []byte, err error) {
	for _, out := range o.all {
		if b, err = out.ReadSources(env, b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// targetOutputs compiles the clauses of UPDATE and DELETE.
func targetOutputs(c *query.Compiler, h Host, t *query.Targets, inserted bool, client *ast.OutputClause, into *ast.OutputIntoClause) (*outputs, error) {
	if client == nil && into == nil {
		return nil, nil
	}
	ch, err := t.Changed(inserted)
	if err != nil {
		return nil, err
	}
	return compileOutputs(c, h, ch, client, into)
}

// insertOutputs compiles the clauses of INSERT.
func insertOutputs(c *query.Compiler, h Host, in *query.Into, client *ast.OutputClause, into *ast.OutputIntoClause) (*outputs, error) {
	if client == nil && into == nil {
		return nil, nil
	}
	ch, err := c.Inserted(in)
	if err != nil {
		return nil, err
	}
	return compileOutputs(c, h, ch, client, into)
}
