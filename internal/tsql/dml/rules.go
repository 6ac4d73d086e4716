package dml

import (
	"slices"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// rules are what a changed record is given and must pass before it is written: the values of its persisted computed
// columns, then the table's CHECK constraints. A nil *rules: there are none.
type rules struct {
	t        *engine.Table
	verb     string // in error texts
	computed []computed
	checks   *query.Checks // nil: none

	bufs [2][]byte // records with new variable columns, in turns
	val  []byte
}

type computed struct {
	c     *engine.Column
	value func(rec []byte) (sqltype.Value, error)
}

// compileRules compiles the rules of t for a statement that changes the columns for which changes says so; nil: all.
func compileRules(c *query.Compiler, h Host, t *engine.Table, verb string, changes func(columnID int) bool) (*rules, error) {
	r := &rules{t: t, verb: verb}
	for i := range t.Columns {
		col := &t.Columns[i]
		if col.Computed == nil || col.Virtual() || changes != nil && !changes(col.ID) {
			continue
		}
		value, err := query.Computed(t.Columns, col)
		if err != nil {
			return nil, err
		}
		r.computed = append(r.computed, computed{col, value})
	}
	var list []*engine.Check
	for _, ck := range t.Checks {
		if !ck.Disabled && !h.Unchecked() && (changes == nil || slices.ContainsFunc(ck.Columns, changes)) {
			list = append(list, ck)
		}
	}
	if list == nil && r.computed == nil {
		return nil, nil
	}
	if list == nil {
		return r, nil
	}
	var err error
	r.checks, err = c.Checks(t, list, verb)
	return r, err
}

// apply gives the record as it is to be written, in rec's array or until the next call.
func (r *rules) apply(env *expr.Env, rec []byte) ([]byte, error) {
	turn := 0
	for i := range r.computed {
		k := &r.computed[i]
		v, err := k.value(rec)
		if err != nil {
			return nil, err
		}
		if v.Null && !k.c.Nullable {
			return nil, NullError(r.t, k.c, r.verb)
		}
		page.SetNull(rec, k.c.Bit, v.Null)
		if k.c.Offset >= 0 {
			putFixed(rec, k.c, v)
			continue
		}
		r.val = r.val[:0]
		if !v.Null {
			r.val = sqltype.AppendVar(r.val, k.c.Type, v)
		}
		b := &r.bufs[turn]
		*b = page.WithVar((*b)[:0], rec, k.c.Var, r.val, false)
		rec, turn = *b, 1-turn
	}
	if r.checks == nil {
		return rec, nil
	}
	return rec, r.checks.Hold(env, rec)
}

// notModifiable is error 271.
func notModifiable(c *engine.Column) error {
	return sqltype.Errorf(271, "The column \"%s\" cannot be modified because it is either a computed column or is the result of a UNION operator.", c.Name)
}
