package tsql

import (
	"slices"
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
	"scanfrag/internal/tsql/system"
)

// bind puts arguments in the order of the parameters: errors 201 missing, 8143 given twice, 8144 too many, 8145 unknown name, 8162 OUTPUT of
// a parameter that is none.
func (r *routine) bind(name string, params []Param) (vals []sqltype.Value, source []int, err error) {
	want := r.def.Params
	vals, source = r.vals[:0], r.source[:0]
	for range want {
		vals, source = append(vals, sqltype.Value{}), append(source, -1)
	}
	r.vals, r.source = vals, source
	if len(params) > len(want) {
		return nil, nil, query.TooManyArguments(name)
	}
	for k, a := range params {
		i := k
		if a.Name != "" {
			if i = slices.IndexFunc(want, func(p syntax.Parameter) bool { return strings.EqualFold(p.Name, a.Name) }); i < 0 {
				return nil, nil, notParameter(a.Name, name)
			}
		}
		switch {
		case source[i] >= 0:
			return nil, nil, errorf(8143, 16, "Parameter '%s' was supplied multiple times.", want[i].Name)
		case a.Output && !want[i].Output:
			return nil, nil, notOutput(want[i].Name)
		}
		source[i] = k
	}
	for i, k := range source {
		switch {
		case want[i].Rows != nil, k >= 0 && params[k].rows != nil:
			if vals[i], err = r.dflts[i], r.checkRows(i, params, k); err != nil {
				return nil, nil, err
			}
		case k >= 0 && (params[k].Type.Kind != sqltype.KindNull || params[k].Value.Null):
			if vals[i], err = sqltype.ConvertFrom(params[k].Value, params[k].Type, want[i].Type, 0, false); err != nil {
				return nil, nil, err
			}
		case want[i].Default == nil:
			return nil, nil, notSupplied(name, want[i].Name)
		default:
			vals[i] = r.dflts[i]
		}
	}
	return vals, source, nil
}

// bindArgs puts arguments in the order of the procedure's parameters, converted: errors 8144 too many, 8145 unknown
// name, 201 missing.
func bindArgs(p *system.Proc, params []Param) ([]system.Arg, error) {
	if len(params) > len(p.Params) {
		return nil, query.TooManyArguments(p.Name)
	}
	args := make([]system.Arg, len(p.Params))
	for i := range params {
		k := paramIndex(p, params, i)
		if k < 0 {
			return nil, notParameter(params[i].Name, p.Name)
		}
		if params[i].Output && !p.Params[k].Output {
			return nil, notOutput(p.Params[k].Name)
		}
		if params[i].Type.Kind == sqltype.KindNull && !params[i].Value.Null {
			continue // DEFAULT
		}
		v, err := sqltype.ConvertFrom(params[i].Value, params[i].Type, p.Params[k].Type, 0, false)
		if err != nil {
			return nil, err
		}
		args[k] = system.Arg{Value: v, Given: true}
	}
	for k := range args {
		if args[k].Given {
			continue
		}
		if !p.Params[k].HasDefault {
			return nil, notSupplied(p.Name, p.Params[k].Name)
		}
		args[k].Value = p.Params[k].Default
	}
	return args, nil
}

func paramIndex(p *system.Proc, params []Param, i int) int {
	if params[i].Name == "" {
		if i < len(p.Params) {
			return i
		}
		return -1
	}
	for k := range p.Params {
		if strings.EqualFold(p.Params[k].Name, params[i].Name) {
			return k
		}
	}
	return -1
}

func notSupplied(procedure, parameter string) error {
	return errorf(201, 16, "Procedure or function '%s' expects parameter '%s', which was not supplied.", procedure, parameter)
}

func notParameter(name, procedure string) error {
	return errorf(8145, 16, "%s is not a parameter for procedure %s.", name, procedure)
}

func notOutput(parameter string) error {
	return errorf(8162, 16, "The formal parameter \"%s\" was not declared as an OUTPUT parameter, but the actual parameter passed in requested output.", parameter)
}
