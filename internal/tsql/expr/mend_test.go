package expr

import (
	"context"
	"strings"
	"testing"

	"github.com/sqlc-dev/teesql/ast"
	"github.com/sqlc-dev/teesql/parser"
)

func TestPrecedence(t *testing.T) {
	check(t, show, []pair{
		{"2 + 3 * 4", "14"},
		{"2 * 3 + 4", "10"},
		{"10 - 2 - 3", "5"},
		{"100 / 10 / 5", "2"},
		{"100 / (10 / 5)", "50"},
		{"7 % 4 * 2", "6"},
		{"2 * 7 % 4", "2"},
		{"1|2+4&4", "4"},        // ((1|2)+4)&4
		{"1|(2+4)&4", "4"},      // (1|6)&4
		{"1|2+(4&4)", "7"},      // (1|2)+4
		{"8|1&3", "1"},          // (8|1)&3
		{"1 ^ 3 + 1", "3"},      // (1^3)+1
		{"1 + 1 ^ 3", "1"},      // (1+1)^3
		{"6 & 3 + 1", "3"},      // (6&3)+1
		{"5 - 3 & 3 | 8", "10"}, // ((5-3)&3)|8
		{"2 * 3 & 3 * 5", "6"},  // (2*3)&(3*5)
		{"1 ^ 2 | 3 & 2", "2"},  // ((1^2)|3)&2
		{"-2 + 3", "1"},
		{"- -2", "2"},
		{"-(2 + 3) * 2", "-10"},
		{"2 - -2", "4"},
		{"-7 % 3", "-1"},
		{"100 / -2 * 5", "-10"},                // 100 / -(2*5)
		{"-100.0/-100.0*10.0", "0.1000000000"}, // -(100.0 / -(100.0*10.0))
		{"~1 + 1", "-1"},
		{"~1 * 2", "-4"},
		{"-~1", "2"},
		{"+7 * 2", "14"},
		{"1 - 2 * 3 - 4 * 5 + 6", "-19"},
		{"(((7)))", "7"},
		{"@i + 2 * 3", "13"},
	})
}

func TestReassociateLeftToRightReading(t *testing.T) {
	// The parser's path for SELECT @i + b * c reads from left to right.
	script, err := parser.Parse(context.Background(), strings.NewReader("SELECT @i + 2 * 3 - 4 / 2"))
	if err != nil {
		t.Fatal(err)
	}
	el := script.Batches[0].Statements[0].(*ast.SelectStatement).QueryExpression.(*ast.QuerySpecification).SelectElements[0]
	e, err := Compile(testScope{}, el.(*ast.SelectScalarExpression).Expression)
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.Eval(testEnv())
	if err != nil || v.I != 11 {
		t.Fatalf("7 + 2 * 3 - 4 / 2 = %d, %v; want 11", v.I, err)
	}
}

func TestBooleanPrecedence(t *testing.T) {
	check(t, showCond, []pair{
		{"1=1 OR 1=1 AND 1=0", "true"},
		{"(1=1 OR 1=1 AND 1=0)", "true"},
		{"(1=1 OR 1=1) AND 1=0", "false"},
		{"1=0 AND 1=0 OR 1=1", "true"},
		{"NOT 1=0 AND 1=0", "false"},
		{"NOT (1=0 AND 1=0)", "true"},
		{"NOT 1=1 OR 1=1", "true"},
		{"1=1 OR 1=0 AND 1=0 OR 1=0", "true"},
		{"1=0 OR 1=1 AND 1=0 OR 1=0", "false"},
	})
}

// sets renders a query of one-number SELECTs with explicit parentheses.
func sets(q ast.QueryExpression) string {
	q = MendQuery(q)
	switch q := q.(type) {
	case *ast.BinaryQueryExpression:
		op := map[string]string{"Union": "U", "Intersect": "I", "Except": "E"}[q.BinaryQueryExpressionType]
		if q.All {
			op += "A"
		}
		return "(" + sets(q.FirstQueryExpression) + op + sets(q.SecondQueryExpression) + ")"
	case *ast.QueryParenthesisExpression:
		return "[" + sets(q.QueryExpression) + "]"
	case *ast.QuerySpecification:
		return q.SelectElements[0].(*ast.SelectScalarExpression).Expression.(*ast.IntegerLiteral).Value
	}
	return "?"
}

func TestMendQuery(t *testing.T) {
	for _, c := range []pair{
		{"1 UNION 2 INTERSECT 3", "(1U(2I3))"},
		{"1 INTERSECT 2 UNION 3", "((1I2)U3)"},
		{"1 EXCEPT 2 UNION ALL 3", "((1E2)UA3)"},
		{"1 UNION ALL 2 EXCEPT 3 INTERSECT 4", "((1UA2)E(3I4))"},
		{"1 INTERSECT 2 INTERSECT 3", "((1I2)I3)"},
		{"(1 UNION 2) INTERSECT 3", "([(1U2)]I3)"},
		{"1 UNION (2 EXCEPT 3 INTERSECT 4)", "(1U[(2E(3I4))])"},
		{"1", "1"},
	} {
		text := c.in
		for _, d := range "1234" {
			text = strings.ReplaceAll(text, string(d), "SELECT "+string(d))
		}
		script, err := parser.Parse(context.Background(), strings.NewReader(text+" ORDER BY 1"))
		if err != nil {
			t.Fatal(text, err)
		}
		q := script.Batches[0].Statements[0].(*ast.SelectStatement).QueryExpression
		if got := sets(q); got != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		}
		if b, ok := MendQuery(q).(*ast.BinaryQueryExpression); ok && b.OrderByClause == nil {
			t.Errorf("%s: ORDER BY lost", c.in)
		}
	}
}
