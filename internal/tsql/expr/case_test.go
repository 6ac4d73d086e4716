package expr

import "testing"

func TestCase(t *testing.T) {
	check(t, show, []pair{
		{"CASE WHEN @i = 7 THEN 'x' ELSE 'yy' END", "x"},
		{"CASE WHEN @i = 8 THEN 1 END", "NULL"},
		{"CASE @i % 2 WHEN 0 THEN 'even' WHEN 1 THEN 'odd' END", "odd"},
		{"CASE @n WHEN NULL THEN 1 ELSE 2 END", "2"},
		{"CASE WHEN 1 = 1 THEN 1 ELSE 2.5 END", "1.0"},
		{"CASE WHEN 1 = 1 THEN 1 ELSE 'a' END", "1"},
		{"CASE WHEN 1 = 0 THEN 1 ELSE 'a' END", "error 245: Conversion failed when converting the varchar value 'a' to data type int."},
		{"CASE WHEN 1 = 1 THEN 1 ELSE 1/0 END", "1"},
		{"CASE WHEN 1 = 1 THEN NULL ELSE NULL END", "error 8133: At least one of the result expressions in a CASE specification must be an expression other than the NULL constant."},
		{"IIF(@i > 5, 'big', 'small')", "big"},
		{"COALESCE(@n, NULL, 3)", "3"},
		{"COALESCE(@n, @n)", "NULL"},
		{"COALESCE(NULL, NULL)", "error 4127: At least one of the arguments to COALESCE must be an expression that is not the NULL constant."},
		{"NULLIF(@i, 7)", "NULL"},
		{"NULLIF(@i, 8)", "7"},
		{"ISNULL(@n, 5)", "5"},
		{"ISNULL(CAST(NULL AS varchar(2)), 'abcdef')", "ab"},
		{"ISNULL(NULL, 'abc')", "abc"},
		{"CHOOSE(2, 'a', 'b', 'c')", "b"},
		{"CHOOSE(4, 'a', 'b', 'c')", "NULL"},
		{"GREATEST(1, 3, 2)", "3"},
		{"LEAST(1, NULL, 0.5)", "0.5"},
	})
	check(t, typeOf, []pair{
		{"CASE WHEN 1 = 1 THEN 'a' ELSE 'bcd' END", "varchar(3)"},
		{"CASE WHEN 1 = 1 THEN 1 ELSE $2 END", "money"},
		{"CASE WHEN 1 = 1 THEN @t ELSE 1 END", "int"},
		{"CASE WHEN 1 = 1 THEN 1.5 ELSE 100 END", "decimal(11,1)"},
		{"CASE WHEN 1 = 1 THEN N'x' ELSE 'bcd' END", "nvarchar(3)"},
		{"COALESCE(@s, N'abcdefghijklmn')", "nvarchar(14)"},
		{"ISNULL(@s, 'abcdefghijklmn')", "varchar(10)"},
		{"CASE WHEN 1 = 1 THEN GETDATE() ELSE '2020' END", "datetime"},
	})
}
