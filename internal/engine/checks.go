package engine

import (
	"context"
	"slices"
	"strings"
)

// Check is a CHECK constraint. The engine keeps its text and knows nothing of its meaning. A Check is never
// changed: an ALTER makes another.
type Check struct {
	Name      string
	Text      string // the search condition, in parentheses
	Columns   []int  `json:",omitempty"` // column_ids that it reads
	Column    int    `json:",omitempty"` // column_id of the only column it is about; 0: it is the table's
	Disabled  bool   `json:",omitempty"`
	Untrusted bool   `json:",omitempty"` // there may be rows that were not held against it
}

// SetChecks gives t other CHECK constraints once every row has passed test, if it is not nil.
func (tx *Txn) SetChecks(ctx context.Context, t *Table, checks []*Check, test func(rec []byte) error) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	if test != nil {
		if err := tx.eachRow(ctx, t, test); err != nil {
			return nil, err
		}
	}
	n := t.next()
	n.Checks = checks
	return n, tx.replace(t.db, t, n, nil, nil, nil)
}

// NameTaken reports whether an object of the schema, a constraint included, has the name.
func (d *Database) NameTaken(schema, name string) bool {
	return d.taken(schema, name) || slices.ContainsFunc(d.Tables(), func(t *Table) bool {
		return strings.EqualFold(t.Schema, schema) && t.HasConstraint(name)
	})
}

// HasConstraint reports whether a constraint of the table has the name.
func (t *Table) HasConstraint(name string) bool {
	return slices.ContainsFunc(t.Checks, func(c *Check) bool { return strings.EqualFold(c.Name, name) }) ||
		slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Default != "" && strings.EqualFold(c.DefaultName, name) }) ||
		slices.ContainsFunc(t.Indexes, func(ix *Index) bool {
			return (ix.PrimaryKey || ix.UniqueConstraint) && strings.EqualFold(ix.Name, name)
		})
}

// checked says that a CHECK constraint reads the column.
func (t *Table) checked(c *Column) bool {
	return slices.ContainsFunc(t.Checks, func(k *Check) bool { return slices.Contains(k.Columns, c.ID) })
}
