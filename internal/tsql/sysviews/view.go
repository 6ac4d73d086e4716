package sysviews

import (
	"strings"
	"time"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// value is short for what every column gives.
type value = sqltype.Value

// Types of the columns of SQL Server's views.
var (
	tBit      = sqltype.Of(sqltype.Bit)
	tTiny     = sqltype.Of(sqltype.TinyInt)
	tSmall    = sqltype.Of(sqltype.SmallInt)
	tInt      = sqltype.Of(sqltype.Int)
	tBig      = sqltype.Of(sqltype.BigInt)
	tFloat    = sqltype.Of(sqltype.Float)
	tReal     = sqltype.Of(sqltype.Real)
	tDateTime = sqltype.Of(sqltype.DateTime)
	tGUID     = sqltype.Of(sqltype.UniqueIdentifier)
	tVariant  = sqltype.Of(sqltype.SQLVariant)
	tName     = sqltype.NVarCharOf(128) // sysname
	tDesc     = sqltype.NVarCharOf(60)  // …_desc
	tText     = sqltype.NVarCharOf(sqltype.MaxArg)
	tLSN      = sqltype.DecimalOf(25, 0)
)

// field is one column of a view over items of type T. A nil get is always NULL.
type field[T any] struct {
	name string
	typ  sqltype.Type
	null bool
	get  func(T) value
}

// col is a NOT NULL column, opt a nullable one.
func col[T any](name string, t sqltype.Type, get func(T) value) field[T] {
	return field[T]{name, t, false, get}
}

func opt[T any](name string, t sqltype.Type, get func(T) value) field[T] {
	return field[T]{name, t, true, get}
}

// always are columns of one type and one value: what the engine has only one state of.
func always[T any](t sqltype.Type, v value, names ...string) []field[T] {
	var out []field[T]
	for _, n := range names {
		out = append(out, field[T]{n, t, v.Null, func(T) value { return v }})
	}
	return out
}

// zeros are NOT NULL bits that are 0, nulls columns of which nothing is known or that
// describe what the engine does not have.
func zeros[T any](names ...string) []field[T] { return always[T](tBit, num(0), names...) }

func nulls[T any](t sqltype.Type, names ...string) []field[T] {
	return always[T](t, null, names...)
}

// fields joins single columns and groups of them.
func fields[T any](parts ...any) []field[T] {
	var out []field[T]
	for _, p := range parts {
		switch p := p.(type) {
		case field[T]:
			out = append(out, p)
		case []field[T]:
			out = append(out, p...)
		default:
			panic("sysviews: not a column of this view")
		}
	}
	return out
}

// Values of columns: the column decides the kind.
var null = value{Null: true}

func num[N int | int32 | int64 | uint16 | uint32 | uint8 | uint64](n N) value {
	return value{Kind: sqltype.BigInt, I: int64(n)}
}

func str(s string) value { return value{Kind: sqltype.NVarChar, S: s} }

func bin(b ...byte) value { return value{Kind: sqltype.VarBinary, S: string(b)} }

func flt(f float64) value { return sqltype.FloatOf(f) }

func bit(b bool) value {
	if b {
		return num(1)
	}
	return num(0)
}

// when is a datetime; NULL for the zero time.
func when(t time.Time) value {
	if t.IsZero() {
		return null
	}
	v, ok := sqltype.ClockFromTime(t).Value(tDateTime)
	if !ok {
		return null
	}
	return v
}

// known is v when it is known, else NULL.
func known(ok bool, v value) value {
	if ok {
		return v
	}
	return null
}

// as makes v a value of type t: its kind, and the blanks of char.
func as(t sqltype.Type, v value) value {
	switch {
	case v.Null:
		return sqltype.NullOf(t.Kind)
	case t.Kind == sqltype.SQLVariant:
		return v
	case t.Kind == sqltype.Char || t.Kind == sqltype.NChar:
		if n := t.Chars() - sqltype.UTF16Len(v.S); n > 0 {
			v.S += strings.Repeat(" ", n)
		}
	case t.Kind == sqltype.Real:
		v = sqltype.RealOf(v.Float())
	}
	v.Kind = t.Kind
	return v
}

// each produces the items of a view until yield says stop.
type each[T any] func(c *system.Call, args []value, yield func(T) bool) error

// view registers a virtual table in a schema; fn registers a table function.
func view[T any](schema, name string, fs []field[T], items each[T]) {
	register(&system.Table{Schema: schema, Name: name}, fs, items)
}

func fn[T any](schema, name string, params []system.Param, fs []field[T], items each[T]) {
	register(&system.Table{Schema: schema, Name: name, Params: params}, fs, items)
}

// lonely registers a table function that cannot stand under APPLY with columns as arguments.
func lonely[T any](schema, name string, params []system.Param, fs []field[T], items each[T]) {
	register(&system.Table{Schema: schema, Name: name, Params: params, Uncorrelated: true}, fs, items)
}

func register[T any](t *system.Table, fs []field[T], items each[T]) {
	var every []int
	for i, f := range fs {
		every = append(every, i)
		t.Columns = append(t.Columns, system.Column{Name: f.name, Type: f.typ, Nullable: f.null})
	}
	t.Rows = func(c *system.Call, args []value, yield func([]value) bool) error {
		row, read := make([]value, len(fs)), c.Columns
		if read == nil {
			read = every
		}
		return items(c, args, func(item T) bool {
			for _, i := range read {
				v := null
				if fs[i].get != nil {
					v = fs[i].get(item)
				}
				row[i] = as(fs[i].typ, v)
			}
			return yield(row)
		})
	}
	system.RegisterTable(t)
}

// param is a parameter of a table function without a default: DEFAULT and NULL mean all.
func param(name string, t sqltype.Type) system.Param {
	return system.Param{Name: name, Type: t, Default: sqltype.NullOf(t.Kind), HasDefault: true}
}

// database is the one the call is about.
func database(c *system.Call) *engine.Database {
	if c.Database != nil {
		return c.Database
	}
	return c.Session.Database()
}

// used reports whether looking at a database's file is free: a system database makes its
// file on first use, and that is not for a view to do.
func used(d *engine.Database) bool { return d.ID() > 4 || len(d.Tables()) > 0 }
