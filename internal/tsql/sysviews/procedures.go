package sysviews

import (
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// procArgs are a procedure's arguments in the order of its parameters.
type procArgs []system.Arg

func (a procArgs) text(i int) (string, bool) { return a[i].Value.S, !a[i].Value.Null }

// proc registers a procedure. One that returns no error ends with status 0.
func proc(name string, params []system.Param, run func(c *system.Call, a procArgs) error) {
	system.RegisterProc(&system.Proc{Name: name, Params: params, Run: func(c *system.Call, a []system.Arg) (int32, error) {
		if err := run(c, a); err != nil {
			return 1, err
		}
		return 0, nil
	}})
}

// in is a parameter that may be left out; d is its default.
func in(name string, t sqltype.Type, d value) system.Param {
	return system.Param{Name: name, Type: t, Default: as(t, d), HasDefault: true}
}

// must is a parameter that may not.
func must(name string, t sqltype.Type) system.Param { return system.Param{Name: name, Type: t} }

// result sends the items as a result set with the columns of a view.
func result[T any](c *system.Call, fs []field[T], items []T) error {
	cols := make([]system.Column, len(fs))
	for i, f := range fs {
		cols[i] = system.Column{Name: f.name, Type: f.typ, Nullable: f.null}
	}
	rows := make([][]value, len(items))
	for n, item := range items {
		rows[n] = make([]value, len(fs))
		for i, f := range fs {
			v := null
			if f.get != nil {
				v = f.get(item)
			}
			rows[n][i] = as(f.typ, v)
		}
	}
	return c.Result(cols, rows)
}

// column of text by number: for result sets whose items are rows of strings.
func texts(names []string, types ...sqltype.Type) []field[[]string] {
	var out []field[[]string]
	for i, n := range names {
		out = append(out, opt(n, types[min(i, len(types)-1)], func(r []string) value { return str(r[i]) }))
	}
	return out
}
