package query

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

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

// HasSubquery reports whether an expression or condition contains a query.
func HasSubquery(n any) bool {
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

// ColumnNamed is a reference to a column by its name alone.
func ColumnNamed(name string) *ast.ColumnReferenceExpression {
	return &ast.ColumnReferenceExpression{ColumnType: "Regular", MultiPartIdentifier: &ast.MultiPartIdentifier{
		Count: 1, Identifiers: []*ast.Identifier{{Value: name, QuoteType: "SquareBracket"}}}}
}

// IsDefault reports the word DEFAULT, which stands for a value.
func IsDefault(n ast.ScalarExpression) bool {
	switch n := n.(type) {
	case *ast.DefaultLiteral:
		return true
	case *ast.ColumnReferenceExpression:
		return n.MultiPartIdentifier != nil && len(n.MultiPartIdentifier.Identifiers) == 1 &&
			strings.EqualFold(n.MultiPartIdentifier.Identifiers[0].Value, "DEFAULT") && n.MultiPartIdentifier.Identifiers[0].QuoteType == "NotQuoted"
	}
	return false
}
