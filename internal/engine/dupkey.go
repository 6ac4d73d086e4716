package engine

import (
	"errors"
	"fmt"
	"strings"

	"scanfrag/internal/btree"
	"scanfrag/internal/sqltype"
)

// insertError turns a duplicate key of index i into SQL Server's error.
func (t *Table) insertError(i int, err error) error {
	var dup *btree.DuplicateKey
	if errors.As(err, &dup) {
		return t.duplicate(i, dup.Record)
	}
	return err
}

// duplicate is error 2627 (constraint) or 2601 (index) for a record of the table.
func (t *Table) duplicate(i int, rec []byte) error {
	ix := t.Indexes[i]
	e := &Error{Class: 14, State: 1}
	key := t.keyText(ix, rec)
	switch {
	case ix.PrimaryKey || ix.UniqueConstraint:
		kind := "UNIQUE KEY"
		if ix.PrimaryKey {
			kind = "PRIMARY KEY"
		}
		e.Number = 2627
		e.Text = fmt.Sprintf("Violation of %s constraint '%s'. Cannot insert duplicate key in object '%s.%s'. The duplicate key value is %s.", kind, ix.Name, t.Schema, t.Name, key)
	default:
		e.Number = 2601
		e.Text = fmt.Sprintf("Cannot insert duplicate key row in object '%s.%s' with unique index '%s'. The duplicate key value is %s.", t.Schema, t.Name, ix.Name, key)
	}
	return e
}

// buildDuplicate is error 1505 of CREATE UNIQUE INDEX.
func (t *Table) buildDuplicate(ix *Index, rec []byte) error {
	return errorf(1505, "The CREATE UNIQUE INDEX statement terminated because a duplicate key was found for the object name '%s.%s' and the index name '%s'. The duplicate key value is %s.",
		t.Schema, t.Name, ix.Name, t.keyText(ix, rec))
}

// keyText is an index key as error texts show it: (1, abc, <NULL>).
func (t *Table) keyText(ix *Index, rec []byte) string {
	var parts []string
	for _, k := range ix.Keys {
		c := t.columnByID(k.ColumnID)
		v := c.value(rec)
		if v.Null {
			parts = append(parts, "<NULL>")
		} else {
			parts = append(parts, sqltype.Format(c.Type, v))
		}
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
