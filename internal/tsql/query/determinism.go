package query

import (
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/syntax"
)

// deterministic are the built-in functions whose value follows from their arguments alone (documented); none of a user's
// is, as there is no SCHEMABINDING.
var deterministic = words(`ABS ACOS ASCII ASIN ATAN ATN2 BINARY_CHECKSUM BIT_COUNT CEILING CHAR CHARINDEX CHECKSUM CHOOSE CONCAT CONCAT_WS COS COT
	DATALENGTH DATEADD DATEDIFF DATEDIFF_BIG DATEFROMPARTS DATEPART DATETIME2FROMPARTS DATETIMEFROMPARTS DATETIMEOFFSETFROMPARTS DATETRUNC DATE_BUCKET DAY
	DEGREES DIFFERENCE EOMONTH EXP FLOOR GET_BIT GREATEST HASHBYTES ISNULL ISNUMERIC LEAST LEFT LEFT_SHIFT LEN LOG LOG10 LOWER LTRIM MONTH NCHAR PARSENAME
	PATINDEX PI POWER QUOTENAME RADIANS RAND REPLACE REPLICATE REVERSE RIGHT RIGHT_SHIFT ROUND RTRIM SET_BIT SIGN SIN SMALLDATETIMEFROMPARTS SOUNDEX SPACE
	SQRT SQUARE STR STUFF SUBSTRING SWITCHOFFSET TAN TIMEFROMPARTS TODATETIMEOFFSET TRANSLATE TRIM UNICODE UPPER YEAR`)

// ofDates are those of them that read a date of text by the session's settings.
var ofDates = words("DATEADD DATEDIFF DATEDIFF_BIG DATEPART DATETRUNC DATE_BUCKET DAY EOMONTH MONTH YEAR")

// byWeek are the parts of a date that depend on SET DATEFIRST.
var byWeek = words("WEEKDAY DW W WEEK WK WW")

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

func isFunction(f *ast.FunctionCall, name string) bool {
	return f.CallTarget == nil && strings.EqualFold(f.FunctionName.Value, name)
}

// determinism says whether an expression's value follows from the row alone, and whether no floating-point number has a part in it.
func determinism(s expr.Scope, n ast.ScalarExpression) (certain, precise bool) {
	certain, precise = true, true
	typeOf := func(n ast.ScalarExpression) sqltype.Kind {
		if e, err := expr.Compile(s, n); err == nil {
			return e.Type.Kind
		}
		return sqltype.KindNull // a word such as DAY
	}
	syntax.Walk(n, func(n any) bool {
		sub, ok := n.(ast.ScalarExpression)
		if !ok {
			return true
		}
		switch n := n.(type) {
		case *ast.BinaryExpression, *ast.UnaryExpression, *ast.ParenthesisExpression:
			return true // as its operands; to compile each part of a long chain would take the square of its length
		case *ast.ParameterlessCall, *ast.GlobalVariableExpression, *ast.ParseCall, *ast.TryParseCall:
			certain = false
		case *ast.FunctionCall:
			certain = certain && steady(n, typeOf)
		case *ast.CastCall:
			certain = certain && steadyCast(typeOf(n.Parameter), typeOf(n), nil)
		case *ast.TryCastCall:
			certain = certain && steadyCast(typeOf(n.Parameter), typeOf(n), nil)
		case *ast.ConvertCall:
			certain = certain && steadyCast(typeOf(n.Parameter), typeOf(n), n.Style)
		case *ast.TryConvertCall:
			certain = certain && steadyCast(typeOf(n.Parameter), typeOf(n), n.Style)
		}
		precise = precise && !typeOf(sub).IsApprox()
		return true
	})
	return certain, precise
}

// steady reports a deterministic call, its arguments apart.
func steady(f *ast.FunctionCall, typeOf func(ast.ScalarExpression) sqltype.Kind) bool {
	name := strings.ToUpper(f.FunctionName.Value)
	if f.CallTarget != nil || !deterministic[name] || name == "RAND" && len(f.Parameters) == 0 {
		return false
	}
	if !ofDates[name] {
		return true
	}
	for i, p := range f.Parameters {
		if ref, ok := p.(*ast.ColumnReferenceExpression); ok && i == 0 && name == "DATEPART" && ref.MultiPartIdentifier != nil &&
			byWeek[strings.ToUpper(identifiers(ref.MultiPartIdentifier)[0])] {
			return false
		}
		if typeOf(p).IsString() {
			return false
		}
	}
	return true
}

// steadyCast reports a conversion that depends on no setting. Between text and datetime or smalldatetime, and from text to any
// date, it takes a style that says all (documented).
func steadyCast(from, to sqltype.Kind, style ast.ScalarExpression) bool {
	old := from == sqltype.DateTime || from == sqltype.SmallDateTime
	if from == sqltype.SQLVariant || !(old && to.IsString()) && !(from.IsString() && to.IsDateTime()) {
		return from != sqltype.SQLVariant
	}
	lit, ok := style.(*ast.IntegerLiteral)
	if !ok {
		return false
	}
	switch n, _ := strconv.Atoi(lit.Value); n {
	case 20, 21:
		return true
	case 106, 107, 109, 113:
		return false
	default:
		return n > 100
	}
}
