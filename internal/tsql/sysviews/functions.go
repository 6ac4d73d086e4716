package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// args are a function's arguments; one that was left out is NULL.
type args []value

func (a args) at(i int) value {
	if i < len(a) {
		return a[i]
	}
	return null
}

func (a args) text(i int) (string, bool) { v := a.at(i); return v.S, !v.Null }
func (a args) num(i int) (int64, bool)   { v := a.at(i); return v.I, !v.Null }

// meta registers a metadata function of type t. Its values are NULL where SQL Server's are:
// for what does not exist.
func meta(name string, t sqltype.Type, f func(c *system.Call, a args) value) {
	system.RegisterFunc(&system.Func{Name: name, Type: t, Run: func(c *system.Call, a []value) (value, error) {
		v := f(c, a)
		if !v.Null && t.Kind == sqltype.Decimal {
			return sqltype.Convert(v, t, 0, true)
		}
		return as(t, v), nil
	}})
}

// constant registers a function that always gives v.
func constant(name string, t sqltype.Type, v value) {
	meta(name, t, func(*system.Call, args) value { return v })
}

// databaseArg is the database with the id in argument i, or the current one.
func databaseArg(c *system.Call, a args, i int) *engine.Database {
	id, ok := a.num(i)
	if !ok {
		return database(c)
	}
	return databaseByID(c, id)
}

func databaseByID(c *system.Call, id int64) (found *engine.Database) {
	for _, d := range c.Session.Instance().Databases() {
		if int64(d.ID()) == id {
			found = d
		}
	}
	return found
}
