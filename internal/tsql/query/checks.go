package query

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/syntax"
)

// Checks holds records of a table against CHECK constraints.
type Checks struct {
	t     *engine.Table
	verb  string
	list  []*engine.Check
	conds []*expr.Cond // of list
	env   expr.Env
}

// Checks compiles constraints of t for a statement that error texts call verb.
func (c *Compiler) Checks(t *engine.Table, list []*engine.Check, verb string) (*Checks, error) {
	k := &Checks{t: t, verb: verb, list: list, env: expr.Env{Rows: make([]expr.Row, 1)}}
	for _, ck := range list {
		cond, _, err := c.Condition(ck.Text, t.Name, t.Columns)
		if err != nil {
			return nil, err
		}
		k.conds = append(k.conds, cond)
	}
	return k, nil
}

// Condition compiles the text of a CHECK constraint of a table, and gives the places in cols of the columns it reads.
func (c *Compiler) Condition(text, table string, cols []engine.Column) (*expr.Cond, []int, error) {
	n, err := syntax.Condition(text)
	if err != nil {
		return nil, nil, err
	}
	s := &rowScope{c: c, cols: cols, refuse: func(c *engine.Column) error {
		if c.Virtual() {
			return sqltype.Errorf(1764, "Computed Column '%s' in table '%s' is invalid for use in 'CHECK CONSTRAINT' because it is not persisted.", c.Name, table)
		}
		return nil
	}}
	cond, err := expr.CompileBool(s, expr.ReassociateBool(n))
	return cond, s.refs, err
}

// Hold is error 547 for a record that a constraint is false of; env is the statement's.
func (k *Checks) Hold(env *expr.Env, rec []byte) error {
	k.env.Session, k.env.Stmt, k.env.Ext = env.Session, env.Stmt, env.Ext
	k.env.Rows[0].Rec = rec
	for i, cond := range k.conds {
		if v, err := cond.Eval(&k.env); err != nil {
			return err
		} else if v == expr.False {
			return k.conflict(k.list[i])
		}
	}
	return nil
}

func (k *Checks) conflict(ck *engine.Check) error {
	column := ""
	if c := columnByID(k.t, ck.Column); c != nil {
		column = ", column '" + c.Name + "'"
	}
	e := sqltype.Errorf(547, "The %s statement conflicted with the CHECK constraint \"%s\". The conflict occurred in database \"%s\", table \"%s.%s\"%s.",
		k.verb, ck.Name, k.t.Database().Name(), k.t.Schema, k.t.Name, column)
	e.State = 0
	return e
}
