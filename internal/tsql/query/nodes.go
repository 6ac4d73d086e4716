package query

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/syntax"
)

// walkExpr visits the nodes of an expression, not those of subqueries in it.
func walkExpr(n any, visit func(n any) bool) {
	syntax.Walk(n, func(n any) bool {
		switch n.(type) {
		case *ast.ScalarSubquery, *ast.QuerySpecification, *ast.BinaryQueryExpression, *ast.QueryParenthesisExpression:
			return false
		}
		return visit(n)
	})
}

// walkAll visits every node, subqueries included.
func walkAll(n any, visit func(n any)) {
	syntax.Walk(n, func(n any) bool {
		visit(n)
		return true
	})
}

func containsSubquery(n any) bool {
	found := false
	syntax.Walk(n, func(n any) bool {
		switch n.(type) {
		case *ast.ScalarSubquery, *ast.QuerySpecification:
			found = true
		}
		return !found
	})
	return found
}

// nodeKey spells a node's meaning without its place in the text: equal keys are the same expression.
func nodeKey(n any) string {
	var b strings.Builder
	writeKey(&b, reflect.ValueOf(n))
	return b.String()
}

func writeKey(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			b.WriteByte('-')
			return
		}
		writeKey(b, v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			b.WriteByte('-')
			return
		}
		switch n := v.Interface().(type) {
		case *ast.ParenthesisExpression:
			writeKey(b, reflect.ValueOf(n.Expression))
			return
		case *ast.Identifier:
			b.WriteString(strconv.Quote(strings.ToLower(n.Value)))
			return
		}
		writeKey(b, v.Elem())
	case reflect.Struct:
		b.WriteString(v.Type().Name())
		b.WriteByte('{')
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Name != "Fragment" {
				writeKey(b, v.Field(i))
				b.WriteByte(',')
			}
		}
		b.WriteByte('}')
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			writeKey(b, v.Index(i))
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case reflect.String:
		b.WriteString(strconv.Quote(v.String()))
	default:
		if v.CanInterface() {
			fmt.Fprint(b, v.Interface())
		}
	}
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

// compare orders two non-NULL values of one kind.
func compare(a, b sqltype.Value) int { return sqltype.Compare(a, b) }

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
			return &ast.ColumnReferenceExpression{ColumnType: "Regular", MultiPartIdentifier: &ast.MultiPartIdentifier{
				Count: 1, Identifiers: []*ast.Identifier{{Value: groupMarker + strconv.Itoa(i)}}}}, false
		}
		return nil, true
	})
}

// HasSubquery reports whether an expression or condition contains a query.
func HasSubquery(n any) bool { return containsSubquery(n) }
