package engine

import (
	"errors"
	"fmt"
	"strings"

	"scanfrag/internal/btree"
	"scanfrag/internal/sqltype"
)

// duplicateOf turns a *btree.DuplicateKey of index i, whose rows have the given form, into error 2627
// (constraint) or 2601 (index); any other error stays.
func (t *Table) duplicateOf(i int, form rowForm, err error) error {
	var dup *btree.DuplicateKey
	if !errors.As(err, &dup) {
		return err
	}
	ix := t.Indexes[i]
	key := keyText(ix, form, dup.Record)
	if !ix.PrimaryKey && !ix.UniqueConstraint {
		return &Error{Number: 2601, Class: 14, State: 1, dup: ix, Text: fmt.Sprintf(
			"Cannot insert duplicate key row in object '%s.%s' with unique index '%s'. The duplicate key value is %s.", t.Schema, t.Name, ix.Name, key)}
	}
	kind := "UNIQUE KEY"
	if ix.PrimaryKey {
		kind = "PRIMARY KEY"
	}
	return &Error{Number: 2627, Class: 14, State: 1, dup: ix, Text: fmt.Sprintf(
		"Violation of %s constraint '%s'. Cannot insert duplicate key in object '%s.%s'. The duplicate key value is %s.", kind, ix.Name, t.Schema, t.Name, key)}
}

// buildDuplicate is error 1505 of CREATE UNIQUE INDEX.
func (t *Table) buildDuplicate(ix *Index, form rowForm, err error) error {
	var dup *btree.DuplicateKey
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	if !errors.As(err, &dup) {
		return fmt.Errorf("create index %s: %w", ix.Name, err)
	}
	return errorf(1505, "The CREATE UNIQUE INDEX statement terminated because a duplicate key was found for the object name '%s.%s' and the index name '%s'. The duplicate key value is %s.",
		t.Schema, t.Name, ix.Name, keyText(ix, form, dup.Record))
}

// keyText is an index key as error texts show it: (1, abc, <NULL>).
func keyText(ix *Index, form rowForm, rec []byte) string {
	var parts []string
	for _, k := range ix.Keys {
		for i := range form.cols {
			c := &form.cols[i]
			if c.ID != k.ColumnID {
				continue
			}
			if v := c.valueOf(form.raw(c, rec)); v.Null {
				parts = append(parts, "<NULL>")
			} else {
				parts = append(parts, sqltype.Format(c.Type, v))
			}
			break
		}
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
