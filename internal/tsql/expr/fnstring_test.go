package expr

import "testing"

func TestStringFunctions(t *testing.T) {
	check(t, show, []pair{
		{"LEN('abc  ')", "3"}, {"LEN('')", "0"}, {"LEN(@c)", "2"}, {"DATALENGTH(@c)", "5"}, {"DATALENGTH(N'abc')", "6"}, {"DATALENGTH(1)", "4"},
		{"LEN(0x2020)", "0"}, {"DATALENGTH(0x2020)", "2"}, {"LEN(12345)", "5"}, {"DATALENGTH(1.5)", "5"}, {"LEN(NULL)", "NULL"}, {"LEN(N'a😀')", "3"},
		{"LEFT('abc', 2)", "ab"}, {"LEFT('abc', 9)", "abc"}, {"LEFT('abc', 0)", ""}, {"RIGHT('abc', 2)", "bc"}, {"RIGHT(12345, 2)", "45"},
		{"LEFT('abc', -1)", "error 536: Invalid length parameter passed to the left function."},
		{"SUBSTRING('abcdef', 2, 3)", "bcd"}, {"SUBSTRING('abcdef', 0, 3)", "ab"}, {"SUBSTRING('abcdef', -2, 4)", "a"}, {"SUBSTRING('abc', 9, 1)", ""},
		{"SUBSTRING('abc', 2, 2147483647)", "bc"}, {"SUBSTRING(0x010203, 2, 2)", "0x0203"},
		{"SUBSTRING('abc', 1, -1)", "error 537: Invalid length parameter passed to the LEFT or SUBSTRING function."},
		{"UPPER('aé')", "AÉ"}, {"LOWER('ÀB')", "àb"}, {"LTRIM('  a ')", "a "}, {"RTRIM('  a ')", "  a"}, {"TRIM('  a ')", "a"},
		{"TRIM('x' FROM 'xxaxx')", "a"}, {"TRIM(LEADING 'x' FROM 'xxaxx')", "axx"}, {"REVERSE('abc')", "cba"},
		{"REPLACE('aXbxc', 'x', '-')", "a-b-c"}, {"REPLACE('abc', '', 'z')", "abc"}, {"REPLACE('abc', 'b', NULL)", "NULL"},
		{"REPLICATE('ab', 3)", "ababab"}, {"REPLICATE('ab', -1)", "NULL"}, {"REPLICATE('ab', 0)", ""}, {"LEN(REPLICATE('ab', 9000))", "8000"},
		{"LEN(REPLICATE(N'ab', 9000))", "4000"}, {"LEN(REPLICATE(CAST('ab' AS varchar(max)), 9000))", "18000"}, {"DATALENGTH(SPACE(10))", "10"},
		{"STUFF('abcdef', 2, 3, 'XY')", "aXYef"}, {"STUFF('abc', 4, 1, 'X')", "NULL"}, {"STUFF('abc', 1, 0, 'X')", "Xabc"}, {"STUFF('abc', 2, 1, NULL)", "ac"},
		{"CHARINDEX('C', 'abcabc')", "3"}, {"CHARINDEX('c', 'abcabc', 4)", "6"}, {"CHARINDEX('z', 'abc')", "0"}, {"CHARINDEX('', 'abc')", "0"},
		{"PATINDEX('%[0-9]%', 'ab3c')", "3"}, {"PATINDEX('ab%', 'abc')", "1"}, {"PATINDEX('%z%', 'abc')", "0"}, {"PATINDEX('%b_', 'abc')", "2"},
		{"ASCII('A')", "65"}, {"ASCII('€')", "128"}, {"ASCII('')", "NULL"}, {"UNICODE(N'€')", "8364"}, {"CHAR(65)", "A"}, {"CHAR(128)", "€"}, {"CHAR(256)", "NULL"}, {"NCHAR(8364)", "€"},
		{"STR(5)", "         5"}, {"STR(123.456, 6, 2)", "123.46"}, {"STR(123.456, 2)", "**"}, {"STR(-1.5, 5, 1)", " -1.5"},
		{"CONCAT('a', NULL, 1, N'b')", "a1b"}, {"CONCAT_WS(',', 'a', NULL, 'b')", "a,b"}, {"QUOTENAME('a]b')", "[a]]b]"}, {"QUOTENAME('a''b', '''')", "'a''b'"},
		{"TRANSLATE('2*[3+4]', '[]', '()')", "2*(3+4)"},
		{"FORMAT(1234.5, 'N2')", "1,234.50"}, {"FORMAT(7, '000')", "007"}, {"FORMAT(1234567.891, '#,##0.0')", "1,234,567.9"},
		{"FORMAT(CAST('2024-02-29 13:05:07' AS datetime), 'yyyy-MM-dd HH:mm')", "2024-02-29 13:05"},
		{"FORMAT(1, 'weird')", "error 40000: FORMAT picture 'weird' is not supported by the embedded engine"},
		{"SUBSTRING('abc', 1)", "error 174: The substring function requires 3 argument(s)."},
		{"CONCAT('a')", "error 189: The concat function requires 2 to 254 arguments."},
		{"NOSUCH(1)", "error 195: 'NOSUCH' is not a recognized built-in function name."},
		{"dbo.f(1)", `error 4121: Cannot find either column "dbo" or the user-defined function or aggregate "dbo.f", or the name is ambiguous.`},
		{"HASHBYTES('SHA1', 'abc')", "0xA9993E364706816ABA3E25717850C26C9CD0D89D"}, {"HASHBYTES('MD5', N'a')", "0x4144E195F46DE78A3623DA7364D04F11"},
		{"HASHBYTES('nope', 'abc')", "NULL"}, {"PARSENAME('a.[b.c].d', 2)", "b.c"}, {"PARSENAME('a', 2)", "NULL"},
	})
	check(t, typeOf, []pair{
		{"LEFT(@s, 3)", "varchar(3)"}, {"UPPER(@c)", "varchar(5)"}, {"REPLICATE('ab', 3)", "varchar(6)"}, {"SPACE(3)", "varchar(3)"},
		{"CONCAT(@s, @i)", "varchar(40)"}, {"REPLACE(@s, 'a', 'b')", "varchar(8000)"}, {"STUFF(@s, 1, 1, N'abc')", "nvarchar(13)"}, {"SUBSTRING(@s, 2, 3)", "varchar(3)"},
		{"QUOTENAME('a')", "nvarchar(258)"}, {"CHAR(1)", "char(1)"},
	})
}
