package sysviews

import (
	"strings"

	"scanfrag/internal/tsql/system"
)

// Functions about objects and columns.
func init() {
	meta("OBJECT_ID", tInt, func(c *system.Call, a args) value {
		name, ok := a.text(0)
		o, found := findObject(c, name)
		if !ok || !found {
			return null
		}
		if len(a) > 1 {
			typ, ok := a.text(1)
			if !ok || !strings.EqualFold(strings.TrimRight(typ, " "), o.typ) {
				return null
			}
		}
		return num(o.id)
	})
	meta("OBJECT_NAME", tName, func(c *system.Call, a args) value {
		o, ok := objectArg(c, a, 0, 1)
		return known(ok, str(o.name))
	})
	meta("OBJECT_SCHEMA_NAME", tName, func(c *system.Call, a args) value {
		o, ok := objectArg(c, a, 0, 1)
		return known(ok, str(o.schema))
	})
	meta("OBJECT_DEFINITION", tText, func(c *system.Call, a args) value {
		o, ok := objectArg(c, a, 0, 1)
		switch {
		case ok && o.module != nil:
			return str(o.module.Text)
		case ok && o.check != nil:
			return str(o.check.Text)
		case !ok || o.column == nil:
			return null
		}
		return str(o.column.Default)
	})
	meta("COL_LENGTH", tSmall, func(c *system.Call, a args) value {
		name, _ := a.text(0)
		column, _ := a.text(1)
		o, _ := findObject(c, name)
		found, ok := columnNamed(o, column)
		return known(ok, num(found.typ.MaxLength()))
	})
	meta("COL_NAME", tName, func(c *system.Call, a args) value {
		o, _ := objectArg(c, a, 0, -1)
		id, _ := a.num(1)
		found, ok := columnWhere(o, func(c column) bool { return int64(c.id) == id })
		return known(ok, str(found.name))
	})
}

// objectArg is the object with the id in argument i, in the database with the id in argument db
// (-1: none), else in the current one.
func objectArg(c *system.Call, a args, i, db int) (object, bool) {
	id, ok := a.num(i)
	if !ok {
		return object{}, false
	}
	d := database(c)
	if db >= 0 {
		d = databaseArg(c, a, db)
	}
	if d == nil {
		return object{}, false
	}
	return objectByID(d, id)
}

func columnWhere(o object, is func(column) bool) (found column, ok bool) {
	columnsOf(o, func(c column) bool {
		if is(c) {
			found, ok = c, true
		}
		return !ok
	})
	return found, ok
}

func columnNamed(o object, name string) (column, bool) {
	return columnWhere(o, func(c column) bool { return strings.EqualFold(c.name, name) })
}
