package syntax

import (
	"reflect"

	"github.com/sqlc-dev/teesql/ast"
)

// Walk calls visit for every syntax node under n, parents first, until visit says not to descend.
func Walk(n any, visit func(n any) (descend bool)) {
	walk(reflect.ValueOf(n), visit)
}

func walk(v reflect.Value, visit func(any) bool) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), visit)
		}
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return
		}
		if v.CanInterface() && !visit(v.Interface()) {
			return
		}
		e := v.Elem()
		for i := range e.NumField() {
			if e.Type().Field(i).IsExported() {
				walk(e.Field(i), visit)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	}
}

// Frag is a node's place in the text; nil when it has none.
func Frag(n any) *ast.Fragment {
	f, ok := n.(interface{ Frag() *ast.Fragment })
	if !ok || reflect.ValueOf(n).IsNil() {
		return nil
	}
	return f.Frag()
}

// Line is a node's first line, 0 when unknown.
func Line(n any) int32 {
	if f := Frag(n); f != nil {
		return int32(f.StartLine)
	}
	return 0
}

// Mutate offers every node under n, held in an interface field or element, to f, children first, and puts what f
// returns in its place; nil keeps the node. n is a pointer.
func Mutate(n any, f func(n any) any) { mutate(reflect.ValueOf(n).Elem(), f) }

func mutate(v reflect.Value, f func(any) any) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		mutate(v.Elem(), f)
		if r := f(v.Interface()); r != nil {
			v.Set(reflect.ValueOf(r))
		}
	case reflect.Pointer:
		if !v.IsNil() && v.Elem().Kind() == reflect.Struct {
			mutate(v.Elem(), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				mutate(v.Field(i), f)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			mutate(v.Index(i), f)
		}
	}
}
