package ddl

import (
	"errors"
	"slices"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
)

// accessed puts before error 4922 of a column what it is about: an error 5074 for each object that needs the column.
func accessed(t *engine.Table, c *engine.Column, err error) error {
	var e *engine.Error
	if !errors.As(err, &e) || e.Number != 4922 {
		return err
	}
	out := &sqltype.Error{Number: e.Number, State: e.State, Class: e.Class, Text: e.Text}
	add := func(kind, name string) {
		out.Before = append(out.Before, sqltype.Errorf(5074, "The %s '%s' is dependent on column '%s'.", kind, name, c.Name))
	}
	if c.Default != "" {
		add("object", c.DefaultName)
	}
	for _, ix := range t.Indexes {
		switch {
		case !slices.ContainsFunc(ix.Keys, func(k engine.IndexKey) bool { return k.ColumnID == c.ID }) && !slices.Contains(ix.Include, c.ID):
		case ix.PrimaryKey || ix.UniqueConstraint:
			add("object", ix.Name)
		default:
			add("index", ix.Name)
		}
	}
	for _, ck := range t.Checks {
		if slices.Contains(ck.Columns, c.ID) {
			add("object", ck.Name)
		}
	}
	for i := range t.Columns {
		if o := &t.Columns[i]; o.Computed != nil && slices.Contains(o.Computed.Columns, c.ID) {
			add("column", o.Name)
		}
	}
	return out
}
