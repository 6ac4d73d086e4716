package ddl

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// checkDef is a CHECK constraint as written.
type checkDef struct {
	name, text string
	column     string // whose constraint it is; "": the table's
}

func checkOf(n *ast.CheckConstraintDefinition, column string, source func(any) string) (checkDef, error) {
	if query.HasSubquery(n.CheckCondition) {
		_, err := expr.NoScope{}.Subquery(nil, 0)
		return checkDef{}, err
	}
	text := written(n.CheckCondition, source)
	if text == "" {
		return checkDef{}, sqltype.Errorf(102, "Incorrect syntax near 'CHECK'.")
	}
	return checkDef{syntax.ConstraintName(n.ConstraintIdentifier), enclosed(text), column}, nil
}

// written is a node's text, "" when there is none.
func written(n any, source func(any) string) string {
	return strings.TrimSpace(expr.WithoutHelp(source(n)))
}

// enclosed puts parentheses around a text that has none around all of it.
func enclosed(text string) string {
	if strings.HasPrefix(text, "(") && wrapped(text) {
		return text
	}
	return "(" + text + ")"
}

// resolve adds the constraint to those of a table: name and columns are the table's, whose ids are their places while they have none.
func (d *checkDef) resolve(h Host, db *engine.Database, schema, table string, cols []engine.Column, list []*engine.Check) ([]*engine.Check, error) {
	_, refs, err := (&query.Compiler{Host: h}).Condition(d.text, table, cols)
	if err != nil {
		return nil, err
	}
	ck := &engine.Check{Name: d.name, Text: d.text}
	column := "" // the only one it is about
	for _, i := range refs {
		c := &cols[i]
		if d.column != "" && !strings.EqualFold(c.Name, d.column) {
			return nil, sqltype.Errorf(8141, "Column CHECK constraint for column '%s' references another column, table '%s'.", d.column, table)
		}
		column = c.Name
		ck.Columns = append(ck.Columns, columnID(cols, i))
	}
	if len(refs) == 1 {
		ck.Column = ck.Columns[0]
	} else {
		column = ""
	}
	taken := func(name string) bool {
		return db.NameTaken(schema, name) || strings.EqualFold(name, table) ||
			slices.ContainsFunc(list, func(o *engine.Check) bool { return strings.EqualFold(o.Name, name) })
	}
	if ck.Name == "" {
		for n := 0; ck.Name == "" || taken(ck.Name); n++ {
			ck.Name = autoName("CK", table, column, d.text, strconv.Itoa(n))
		}
	} else if taken(ck.Name) {
		e := sqltype.Errorf(2714, "There is already an object named '%s' in the database.", ck.Name)
		e.State = 5
		return nil, e
	}
	return append(list[:len(list):len(list)], ck), nil
}

func columnID(cols []engine.Column, i int) int {
	if cols[i].ID != 0 {
		return cols[i].ID
	}
	return i + 1
}

// addChecks is ADD of CHECK constraints; trusted: existing rows are held against them.
func addChecks(ctx context.Context, tx *engine.Txn, h Host, t *engine.Table, defs []checkDef, trusted bool) (*engine.Table, error) {
	list := t.Checks
	for i := range defs {
		var err error
		if list, err = defs[i].resolve(h, t.Database(), t.Schema, t.Name, t.Columns, list); err != nil {
			return nil, err
		}
		list[len(list)-1].Untrusted = !trusted
	}
	var test func([]byte) error
	if trusted {
		var err error
		if test, err = tester(h, t, list[len(t.Checks):]); err != nil {
			return nil, err
		}
	}
	return tx.SetChecks(ctx, t, list, test)
}

// tester holds existing rows against constraints.
func tester(h Host, t *engine.Table, list []*engine.Check) (func(rec []byte) error, error) {
	checks, err := (&query.Compiler{Host: h}).Checks(t, list, "ALTER TABLE")
	if err != nil {
		return nil, err
	}
	env := &expr.Env{Session: h, Stmt: &expr.Stmt{}}
	return func(rec []byte) error { return checks.Hold(env, rec) }, nil
}

// alterCheck is ALTER TABLE … [WITH CHECK|NOCHECK] CHECK|NOCHECK CONSTRAINT.
func alterCheck(n *ast.AlterTableConstraintModificationStatement) (*Statement, error) {
	parts := query.Parts(n.SchemaObjectName)
	on, test := strings.EqualFold(n.ConstraintEnforcement, "Check"), strings.EqualFold(n.ExistingRowsCheckEnforcement, "Check")
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		t, err := alterable(h, parts)
		if err != nil {
			return err
		}
		list, chosen := slices.Clone(t.Checks), []*engine.Check{}
		for i, ck := range t.Checks {
			if !n.All && !slices.ContainsFunc(n.ConstraintNames, func(id *ast.Identifier) bool { return strings.EqualFold(id.Value, ck.Name) }) {
				continue
			}
			now := *ck
			now.Disabled = !on
			now.Untrusted = ck.Untrusted && !(on && test) || !on
			list[i] = &now
			chosen = append(chosen, &now)
		}
		for _, id := range n.ConstraintNames {
			if err := switchable(t, id.Value); err != nil {
				return err
			}
		}
		if len(chosen) == 0 {
			return nil
		}
		var fits func([]byte) error
		if on && test {
			if fits, err = tester(h, t, chosen); err != nil {
				return err
			}
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		_, err = tx.SetChecks(ctx, t, list, fits)
		return err
	}}, nil
}

// switchable refuses names that are of no CHECK constraint: error 11415 for other constraints, else 4917.
func switchable(t *engine.Table, name string) error {
	switch {
	case slices.ContainsFunc(t.Checks, func(ck *engine.Check) bool { return strings.EqualFold(ck.Name, name) }):
		return nil
	case t.HasConstraint(name):
		return sqltype.Errorf(11415, "Object '%s' cannot be disabled or enabled. This action applies only to foreign key and check constraints.", name)
	}
	return sqltype.Errorf(4917, "Constraint '%s' does not exist.", name)
}
