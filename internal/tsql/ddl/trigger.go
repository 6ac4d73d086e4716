package ddl

import (
	"context"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

// There are no triggers: CREATE TRIGGER is refused. What scripts do around a load in case there are some is done.

// switchTriggers is ENABLE and DISABLE TRIGGER of all triggers of a table, or of those named.
func switchTriggers(all bool, parts []string) (*Statement, error) {
	if !all {
		return nil, query.Unsupported("ENABLE or DISABLE TRIGGER of a named trigger")
	}
	return onTable(parts, cannotFind(4902)), nil
}

// dropTrigger finds none of those named: error 3701 unless IF EXISTS is said.
func dropTrigger(n *ast.DropTriggerStatement) *Statement {
	return &Statement{Run: func(context.Context, Host, func(int32, string) error) error {
		if n.IsIfExists || len(n.Objects) == 0 {
			return nil
		}
		e := sqltype.Errorf(3701, "Cannot drop the trigger '%s', because it does not exist or you do not have permission.", strings.Join(query.Parts(n.Objects[0]), "."))
		e.Class, e.State = 11, 5
		return e
	}}
}

// alterSet is ALTER TABLE … SET (LOCK_ESCALATION = …): granularity of locks is ours to choose.
func alterSet(n *ast.AlterTableSetStatement) (*Statement, error) {
	for _, o := range n.Options {
		if _, ok := o.(*ast.LockEscalationTableOption); !ok {
			return nil, query.Unsupported("ALTER TABLE … SET with the " + query.NodeName(o))
		}
	}
	return onTable(query.Parts(n.SchemaObjectName), cannotFind(4902)), nil
}

// onTable needs the table to be there and does nothing to it.
func onTable(parts []string, missing func(name string) error) *Statement {
	return &Statement{Run: func(_ context.Context, h Host, _ func(int32, string) error) error {
		_, err := table(h, parts, missing)
		return err
	}}
}
