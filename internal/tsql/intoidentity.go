package tsql

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/ddl"
	"scanfrag/internal/tsql/query"
)

// identities makes identity columns of those of a SELECT INTO that call the IDENTITY function or inherit the property: errors 8109
// and 8108 for more than one.
func identities(table string, cols []engine.Column, q *query.Query) error {
	made, inherits := -1, -1
	for i := range cols {
		c := &cols[i]
		switch call, of := q.Identity(i); {
		case call != nil:
			if made >= 0 {
				return errorf(8109, 16, "Attempting to add multiple identity columns to table '%s' using the SELECT INTO statement.", table)
			}
			id, err := ddl.Identity(c.Name, c.Type, call.Seed, call.Increment)
			if err != nil {
				return err
			}
			made, c.Identity, c.Nullable = i, id, false
		case of != nil:
			inherits, c.Identity, c.Nullable = i, &engine.Identity{Seed: of.Seed, Increment: of.Increment}, false
		}
	}
	if made >= 0 && inherits >= 0 {
		return errorf(8108, 16, "Cannot add identity column, using the SELECT INTO statement, to table '%s', which already has column '%s' that inherits the identity property.", table, cols[inherits].Name)
	}
	return nil
}
