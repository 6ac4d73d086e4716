package expr

import "testing"

func TestConditions(t *testing.T) {
	check(t, showCond, []pair{
		{"@i = 7", "true"}, {"@i <> 7", "false"}, {"@i != 7", "false"}, {"@i < 8", "true"}, {"@i <= 7", "true"},
		{"@i > 7", "false"}, {"@i >= 7", "true"}, {"@i !< 7", "true"}, {"@i !> 6", "false"}, {"7 = @i", "true"},
		{"@n = 1", "unknown"}, {"@n = NULL", "unknown"}, {"NOT @n = 1", "unknown"}, {"@n <> 1", "unknown"},
		{"@n = 1 AND 1 = 0", "false"}, {"@n = 1 OR 1 = 1", "true"}, {"@n = 1 AND 1 = 1", "unknown"}, {"1 = 0 AND 1/0 = 1", "false"},
		{"@n IS NULL", "true"}, {"@i IS NOT NULL", "true"}, {"@s IS NULL", "false"}, {"NULL IS NULL", "true"},
		{"@i BETWEEN 1 AND 7", "true"}, {"@i NOT BETWEEN 8 AND 9", "true"}, {"@i BETWEEN @n AND 5", "false"}, {"@i BETWEEN @n AND 9", "unknown"},
		{"@i IN (1, 7)", "true"}, {"@i IN (1, 2, 3, 4, 5)", "false"}, {"@i IN (1, 2, 3, 4, 7)", "true"}, {"@i IN (1, NULL)", "unknown"},
		{"@i NOT IN (1, NULL)", "unknown"}, {"@i NOT IN (1, 2)", "true"}, {"@s IN ('x', 'ABC')", "true"},
		{"'a' = 'A'", "true"}, {"'a' = 'a  '", "true"}, {"'a' < 'B'", "true"}, {"'é' = 'e'", "false"}, {"N'É' = N'é'", "true"},
		{"'a' < 'a' + CHAR(9)", "false"}, {"'' = ' '", "true"}, {"0x = 0x00", "true"}, {"0x01 < 0x0100FF", "true"},
		{"@i = '7'", "true"}, {"'x' = 1", "error 245: Conversion failed when converting the varchar value 'x' to data type int."},
		{"1 = 1.0", "true"}, {"0.1 + 0.2 = 0.3", "true"}, {"1e0 = 1", "true"}, {"$1 = 1", "true"},
		{"CAST('20200101' AS date) = '2020-01-01'", "true"}, {"CAST('20200101' AS datetime) < CAST('20200102' AS date)", "true"},
		{"NEWID() = 1", "error 402: The data types uniqueidentifier and int are incompatible in the equal to operator."},
		{"CAST('20200101' AS date) = 1", "error 206: Operand type clash: int is incompatible with date"},
		{"@n IS DISTINCT FROM 1", "true"}, {"@n IS NOT DISTINCT FROM @n", "true"}, {"@i IS DISTINCT FROM 7", "false"},
		{"SERVERPROPERTY('x') = N'16.0'", "true"},
		{"EXISTS (SELECT n FROM t_1)", "true"}, {"NOT EXISTS (SELECT n FROM t)", "true"},
		{"@i IN (SELECT n FROM t_1_7)", "true"}, {"@i IN (SELECT n FROM t_1_2)", "false"}, {"@i IN (SELECT n FROM t_1_null)", "unknown"},
		{"@i NOT IN (SELECT n FROM t_1_null)", "unknown"}, {"@n IN (SELECT n FROM t)", "false"}, {"@n IN (SELECT n FROM t_1)", "unknown"},
		{"(SELECT n FROM t_9) > 8", "true"},
		{"CONTAINS(a, 'x')", "error 40000: condition FullTextPredicate is not supported by the embedded engine"},
		{"@zz = 1", `error 137: Must declare the scalar variable "@zz".`},
		{"foo = 1", "error 207: Invalid column name 'foo'."},
	})
}

func TestLike(t *testing.T) {
	check(t, showCond, []pair{
		{"'abc' LIKE 'a%'", "true"}, {"'abc' LIKE 'A_C'", "true"}, {"'abc' LIKE 'b%'", "false"}, {"'abc' LIKE '%b%'", "true"},
		{"'abc' LIKE '%'", "true"}, {"'' LIKE '%'", "true"}, {"'' LIKE ''", "true"}, {"'abc' LIKE ''", "false"}, {"'abc' NOT LIKE 'a%'", "false"},
		{"'abc' LIKE '[a-c]bc'", "true"}, {"'abc' LIKE '[^a-c]bc'", "false"}, {"'abc' LIKE '[abx]bc'", "true"}, {"'5' LIKE '[0-9]'", "true"},
		{"'a%c' LIKE 'a!%c' ESCAPE '!'", "true"}, {"'abc' LIKE 'a!%c' ESCAPE '!'", "false"}, {"'a%c' LIKE 'a[%]c'", "true"},
		{"'a]c' LIKE 'a]c'", "true"}, {"'a-c' LIKE 'a[-]c'", "true"}, {"'[x' LIKE '[[]x'", "true"}, {"'[x' LIKE '[x'", "false"},
		{"'abc  ' LIKE 'abc'", "true"}, {"'abc' LIKE 'abc '", "false"}, {"N'abc ' LIKE N'abc'", "false"}, {"@c LIKE 'ab'", "true"},
		{"@c LIKE N'ab'", "false"}, {"NULL LIKE 'a'", "unknown"}, {"'a' LIKE NULL", "unknown"}, {"12 LIKE '1%'", "true"},
		{"'aXbXc' LIKE '%X%X_'", "true"}, {"'mississippi' LIKE '%iss%ip%i'", "true"}, {"'aaa' LIKE '%ab'", "false"},
		{"'abc' LIKE 'a' ESCAPE 'xy'", `error 506: The invalid escape character "xy" was specified in a LIKE predicate.`},
	})
}
