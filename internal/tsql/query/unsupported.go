package query

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// unsupportedNode refuses a syntax node by the words of its type: *ast.DataModificationTableReference is
// "data modification table reference".
func unsupportedNode(n any) error {
	switch n.(type) {
	case *ast.OpenJsonTableReference:
		return Unsupported("OPENJSON")
	case *ast.BulkOpenRowset:
		return Unsupported("OPENROWSET (BULK …)")
	case *ast.OpenRowsetTableReference:
		return Unsupported("OPENROWSET")
	}
	return Unsupported("the syntax '" + NodeName(n) + "'")
}

// badSyntax is error 102 for a tree the parser should not have built.
func badSyntax(near string) error {
	e := sqltype.Errorf(102, "Incorrect syntax near '%s'.", near)
	e.Class = 15
	return e
}

// NodeName spells a syntax node's type in words.
func NodeName(n any) string {
	t := fmt.Sprintf("%T", n)
	t = t[strings.LastIndexByte(t, '.')+1:]
	var b strings.Builder
	for i, r := range t {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
