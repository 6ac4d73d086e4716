package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/system"
)

// object is one row of sys.all_objects. Of table, column, index, check, view and proc those are
// set that it is or belongs to.
type object struct {
	db           *engine.Database
	id, parent   int64
	schema, name string
	typ          string // sys.objects.type
	table        *engine.Table
	column       *engine.Column
	index        *engine.Index
	check        *engine.Check
	view         *system.Table
	columns      []system.Column // of a system view that is a name alone
	proc         *system.Proc
	module       *engine.Module
	synonym      *engine.Module
	sequence     *engine.Sequence
}

func tableObject(t *engine.Table) object {
	return object{db: t.Database(), id: int64(t.ID), schema: t.Schema, name: t.Name, typ: "U", table: t}
}

func moduleObject(d *engine.Database, m *engine.Module) object {
	o := object{db: d, id: int64(m.ID), schema: m.Schema, name: m.Name, typ: m.Kind, module: m}
	if m.Kind == engine.Synonym {
		o.module, o.synonym = nil, m
	}
	return o
}

// shipped reports an object that comes with the server (is_ms_shipped).
func (o *object) shipped() bool {
	return o.table == nil && o.module == nil && o.synonym == nil && o.sequence == nil
}

// base reports the system objects that sys.objects has too: tables and queues.
func (o *object) base() bool { return o.typ == "S" || o.typ == "SQ" }

// tableObjects yields a table and its constraints.
func tableObjects(t *engine.Table, yield func(object) bool) bool {
	if !yield(tableObject(t)) {
		return false
	}
	sub := object{db: t.Database(), parent: int64(t.ID), schema: t.Schema, table: t}
	for _, ix := range t.Indexes {
		o := sub
		if o.typ = keyType(ix); o.typ == "" {
			continue
		}
		o.name, o.index = ix.Name, ix
		o.id = constraintID(t, "K", ix.Name)
		if !yield(o) {
			return false
		}
	}
	for _, ck := range t.Checks {
		o := sub
		o.typ, o.name, o.check = "C", ck.Name, ck
		o.id = constraintID(t, "C", ck.Name)
		if !yield(o) {
			return false
		}
	}
	for i := range t.Columns {
		col := &t.Columns[i]
		if col.Default == "" {
			continue
		}
		o := sub
		o.typ, o.name, o.column = "D", col.DefaultName, col
		o.id = constraintID(t, "D", o.name)
		if !yield(o) {
			return false
		}
	}
	return true
}

func keyType(ix *engine.Index) string {
	switch {
	case ix.PrimaryKey:
		return "PK"
	case ix.UniqueConstraint:
		return "UQ"
	}
	return ""
}

func viewObject(d *engine.Database, v *system.Table) object {
	o := object{db: d, id: systemID(v.Schema, v.Name), schema: v.Schema, name: v.Name, typ: "V", view: v}
	switch {
	case v.OnlyIn != "":
		o.typ, o.id = "U", hashID(v.Schema, v.Name)
	case v.Params != nil:
		o.typ = "IF"
	}
	return o
}
