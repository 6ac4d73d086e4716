package query

import (
	"reflect"
	"strconv"

	"github.com/sqlc-dev/teesql/ast"
)

// groupMarker begins the names of the columns that stand for GROUP BY expressions.
const groupMarker = "\x00group"

// regroup replaces whole GROUP BY expressions in n by markers, outside aggregate arguments.
func (b *block) regroup(n any) any {
	if b.agg == nil {
		return n
	}
	keys := map[string]int{}
	for i, g := range b.agg.groups {
		if g.src < 0 {
			keys[nodeKey(g.node)] = i
		}
	}
	if len(keys) == 0 {
		return n
	}
	return substitute(n, func(e ast.ScalarExpression) (ast.ScalarExpression, bool) {
		if c, ok := e.(*ast.FunctionCall); ok && isAggregate(c) && c.OverClause == nil {
			return nil, false
		}
		if i, ok := keys[nodeKey(e)]; ok {
			return ColumnNamed(groupMarker + strconv.Itoa(i)), false
		}
		return nil, true
	})
}

// substitute copies n with every scalar expression for which f returns another replaced. f says
// whether to look inside what it keeps.
func substitute(n any, f func(e ast.ScalarExpression) (replacement ast.ScalarExpression, descend bool)) any {
	return subst(reflect.ValueOf(n), f).Interface()
}

func subst(v reflect.Value, f func(ast.ScalarExpression) (ast.ScalarExpression, bool)) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		r := subst(v.Elem(), f)
		if !r.Type().Implements(v.Type()) {
			return v
		}
		return r
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return v
		}
		switch v.Interface().(type) {
		case *ast.QuerySpecification, *ast.BinaryQueryExpression:
			// Subqueries see grouped columns through their scope.
			return v
		}
		if e, ok := v.Interface().(ast.ScalarExpression); ok {
			r, descend := f(e)
			if r != nil {
				return reflect.ValueOf(r)
			}
			if !descend {
				return v
			}
		}
		out := reflect.New(v.Elem().Type())
		out.Elem().Set(v.Elem())
		for i := range v.Elem().NumField() {
			if v.Elem().Type().Field(i).IsExported() {
				fv := v.Elem().Field(i)
				if nv := subst(fv, f); nv.Type().AssignableTo(fv.Type()) {
					out.Elem().Field(i).Set(nv)
				}
			}
		}
		return out
	case reflect.Slice:
		if v.Len() == 0 {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			nv := subst(v.Index(i), f)
			if !nv.Type().AssignableTo(v.Type().Elem()) {
				nv = v.Index(i)
			}
			out.Index(i).Set(nv)
		}
		return out
	}
	return v
}
