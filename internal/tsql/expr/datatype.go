package expr

import (
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// DataType resolves a type reference of a declaration: DECLARE, a column, a
// parameter; varchar without a length is varchar(1). Errors: 243 and 2715 unknown
// type, 1001, 131, 192, 2716, 2750 bad arguments; types that SQL Server has and the engine
// lacks (xml, text, geography …) are refused by name.
func DataType(n ast.DataTypeReference) (sqltype.Type, error) { return dataType(n, sqltype.FromName) }

// dataTypeCast is DataType with CAST's default length of 30.
func dataTypeCast(n ast.DataTypeReference) (sqltype.Type, error) {
	return dataType(n, sqltype.FromNameCast)
}

// known to SQL Server, absent here.
var foreignTypes = map[string]bool{"text": true, "ntext": true, "image": true, "xml": true, "hierarchyid": true, "geography": true, "geometry": true, "cursor": true, "table": true, "json": true,
	"vector": true}

func dataType(n ast.DataTypeReference, build func(string, ...int) (sqltype.Type, error)) (sqltype.Type, error) {
	var name *ast.SchemaObjectName
	var params []ast.ScalarExpression
	option := ""
	switch n := n.(type) {
	case *ast.SqlDataTypeReference:
		name, params, option = n.Name, n.Parameters, n.SqlDataTypeOption
	case *ast.UserDataTypeReference:
		name, params = n.Name, n.Parameters
	case *ast.XmlDataTypeReference:
		return sqltype.Type{}, unsupported("data type xml")
	default:
		return sqltype.Type{}, unsupported("data type %s", nodeName(n))
	}
	word := strings.ToLower(option)
	switch {
	case word == "" && name != nil && name.BaseIdentifier != nil:
		word = strings.ToLower(name.BaseIdentifier.Value)
		if name.SchemaIdentifier != nil && !strings.EqualFold(name.SchemaIdentifier.Value, "sys") {
			return sqltype.Type{}, unknownType(name)
		}
	case word == "":
		return sqltype.Type{}, unsupported("data type %s", nodeName(n))
	}
	if foreignTypes[word] {
		return sqltype.Type{}, unsupported("data type %s", word)
	}
	if word == "timestamp" || word == "rowversion" {
		if len(params) > 0 {
			return sqltype.Type{}, sqltype.Errorf(2716, "Column, parameter, or variable #1: Cannot specify a column width on data type timestamp.")
		}
		return sqltype.RowVersion, nil
	}
	args := make([]int, 0, 2)
	for _, p := range params {
		i, err := typeArg(p, word)
		if err != nil {
			return sqltype.Type{}, err
		}
		args = append(args, i)
	}
	if _, ok := sqltype.KindByName(word); !ok {
		return sqltype.Type{}, unknownType(name)
	}
	return build(word, args...)
}

func unknownType(name *ast.SchemaObjectName) error {
	full := name.BaseIdentifier.Value
	if name.SchemaIdentifier != nil {
		full = name.SchemaIdentifier.Value + "." + full
	}
	e := sqltype.Errorf(2715, "Column, parameter, or variable: Cannot find data type %s.", full)
	e.State = 3
	return e
}

func typeArg(p ast.ScalarExpression, word string) (int, error) {
	switch p := p.(type) {
	case *ast.MaxLiteral:
		return sqltype.MaxArg, nil
	case *ast.IntegerLiteral:
		if i, err := strconv.Atoi(p.Value); err == nil {
			return i, nil
		}
		return 0, sqltype.Errorf(131, "The size (%s) given to the type '%s' exceeds the maximum allowed for any data type (8000).", p.Value, word)
	case *ast.NumericLiteral:
		return 0, sqltype.Errorf(131, "The size (%s) given to the type '%s' exceeds the maximum allowed for any data type (8000).", p.Value, word)
	}
	return 0, unsupported("argument %s of data type %s", nodeName(p), word)
}
