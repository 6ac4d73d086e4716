package expr

import "testing"

func TestCast(t *testing.T) {
	check(t, show, []pair{
		{"CAST(1.9 AS int)", "1"}, {"CAST(-1.9 AS int)", "-1"}, {"CAST($1.5 AS int)", "2"}, {"CAST(1.9e0 AS int)", "1"}, {"CAST(' 12 ' AS int)", "12"}, {"CAST('' AS int)", "0"},
		{"CAST('1.5' AS int)", "error 245: Conversion failed when converting the varchar value '1.5' to data type int."},
		{"CAST('99999999999' AS int)", "error 248: The conversion of the varchar value '99999999999' overflowed an int column."},
		{"CAST('300' AS tinyint)", "error 244: The conversion of the varchar value '300' overflowed an INT1 column. Use a larger integer column."},
		{"CAST('x' AS bigint)", "error 8114: Error converting data type varchar to bigint."},
		{"CAST(300 AS tinyint)", "error 220: Arithmetic overflow error for data type tinyint, value = 300."},
		{"CAST(3000000000 AS int)", "error 8115: Arithmetic overflow error converting numeric to data type int."},
		{"CAST(3e9 AS int)", "error 232: Arithmetic overflow error for type int, value = 3000000000.000000."},
		{"CAST('true' AS bit)", "1"}, {"CAST(5 AS bit)", "1"}, {"CAST('x' AS bit)", "error 245: Conversion failed when converting the varchar value 'x' to data type bit."},
		{"CAST(1.555 AS decimal(5,2))", "1.56"}, {"CAST(1000 AS decimal(5,2))", "error 8115: Arithmetic overflow error converting int to data type numeric."},
		{"CAST('1e3' AS decimal(5,2))", "error 8114: Error converting data type varchar to numeric."}, {"CAST('1e3' AS float)", "1000"}, {"CAST('x' AS float)", "error 8114: Error converting data type varchar to float."},
		{"CAST(1 AS varchar(5))", "1"}, {"CAST(123456 AS varchar(3))", "*"}, {"CAST(123456 AS nvarchar(3))", "error 8115: Arithmetic overflow error converting expression to data type nvarchar."},
		{"CAST(1.5 AS varchar(2))", "error 8115: Arithmetic overflow error converting numeric to data type varchar."}, {"CAST('abcdef' AS varchar(3))", "abc"}, {"CAST('ab' AS char(4)) + '|'", "ab  |"},
		{"DATALENGTH(CAST('x' AS char))", "30"}, {"DATALENGTH(CAST('x' AS binary))", "30"}, {"CAST(1e6 AS varchar(20))", "1e+006"}, {"CAST(0.1e0 AS varchar(20))", "0.1"}, {"CAST(123456.789e0 AS varchar(20))", "123457"},
		{"CONVERT(varchar(30), 123456.789e0, 1)", "1.2345679e+005"}, {"CONVERT(varchar(30), 1e0/3, 2)", "3.333333333333333e-001"},
		{"CAST(1 AS binary(4))", "0x00000001"}, {"CAST(258 AS varbinary(2))", "0x0102"}, {"CAST(0x0102 AS int)", "258"}, {"CAST('ab' AS varbinary(4))", "0x6162"}, {"CAST(0x6162 AS varchar(4))", "ab"}, {"CAST(N'a' AS varbinary(4))", "0x6100"},
		{"CONVERT(varchar(10), 0x6162, 1)", "0x6162"}, {"CONVERT(varchar(10), 0x6162, 2)", "6162"}, {"CONVERT(varbinary(4), '0x6162', 1)", "0x6162"}, {"CAST('ab' AS binary(4))", "0x61620000"},
		{"CAST(CAST('20200101' AS datetime) AS int)", "43829"}, {"CAST(43829 AS datetime)", "Jan  1 2020 12:00AM"}, {"CAST('20200101' AS datetime) + 0", "Jan  1 2020 12:00AM"},
		{"CAST(1 AS date)", "error 529: Explicit conversion from data type int to date is not allowed."}, {"CAST(GETDATE() AS date)", "2024-02-29"}, {"CAST(GETDATE() AS time(3))", "13:05:07.123"},
		{"CAST('2020-13-01' AS datetime)", "error 242: The conversion of a varchar data type to a datetime data type resulted in an out-of-range value."},
		{"CAST('2020-13-01' AS date)", "error 241: Conversion failed when converting date and/or time from character string."}, {"CAST('hello' AS datetime)", "error 241: Conversion failed when converting date and/or time from character string."},
		{"CAST('17520101' AS datetime)", "error 242: The conversion of a varchar data type to a datetime data type resulted in an out-of-range value."},
		{"CAST('6F9619FF-8B86-D011-B42D-00C04FC964FF' AS uniqueidentifier)", "6F9619FF-8B86-D011-B42D-00C04FC964FF"}, {"CAST(CAST('6F9619FF-8B86-D011-B42D-00C04FC964FF' AS uniqueidentifier) AS binary(16))", "0xFF19966F868B11D0B42D00C04FC964FF"},
		{"CAST('x' AS uniqueidentifier)", "error 8169: Conversion failed when converting from a character string to uniqueidentifier."}, {"CAST(NEWID() AS varchar(10))", "error 8170: Insufficient result space to convert uniqueidentifier value to char."},
		{"TRY_CAST('x' AS int)", "NULL"}, {"TRY_CAST(1/0 AS int)", "error 8134: Divide by zero error encountered."}, {"TRY_CONVERT(date, '31/02/2024', 103)", "NULL"}, {"TRY_CONVERT(int, '5')", "5"}, {"TRY_CAST(1 AS date)", "error 529: Explicit conversion from data type int to date is not allowed."}, {"PARSE('5' AS int)", "5"}, {"TRY_PARSE('x' AS int)", "NULL"},
		{"CONVERT(varchar(10), CAST('20240229' AS datetime), 103)", "29/02/2024"}, {"CONVERT(char(8), CAST('20240229' AS datetime), 112)", "20240229"}, {"CONVERT(varchar(20), CAST('20240229' AS datetime), 999)", "error 281: 999 is not a valid style number when converting from datetime to a character string."},
		{"CONVERT(date, '29/02/2024', 103)", "2024-02-29"}, {"CONVERT(date, '02/03/2024')", "2024-02-03"}, {"CONVERT(date, '02/03/2024', 103)", "2024-03-02"},
		{"CAST(NULL AS int)", "NULL"}, {"CAST('€é' AS varbinary(4))", "0x80E9"}, {"CAST(N'日本' AS varchar(4))", "??"}, {"CAST('5' AS xml)", "error 40000: data type xml is not supported by the embedded engine"},
		{"CAST(1 AS dbo.foo)", "error 2715: Column, parameter, or variable: Cannot find data type dbo.foo."}, {"CAST(1 AS varchar(9000))", "error 131: The size (9000) given to the type 'varchar' exceeds the maximum allowed for any data type (8000)."},
		{"CAST(1 AS decimal(39))", "error 2750: Specified column precision 39 is greater than the maximum precision of 38."}, {"CAST('a' AS sysname)", "a"},
		{"CAST(0.1e0 AS decimal(20,18))", "0.100000000000000010"}, {"CAST(CAST(1.1 AS real) AS float)", "1.1"}, {"CAST(-0.5 AS varchar(5))", "-0.5"},
	})
	check(t, typeOf, []pair{
		{"CAST(1 AS varchar(max))", "varchar(max)"}, {"CAST(1 AS varchar)", "varchar(30)"}, {"CAST(1 AS nchar(5))", "nchar(5)"}, {"CAST(1 AS dec(7,2))", "decimal(7,2)"}, {"CAST(1 AS decimal)", "decimal(18,0)"},
		{"CAST(1 AS float(20))", "real"}, {"CAST(1 AS double precision)", "float"}, {"CAST(1 AS integer)", "int"}, {"CAST(GETDATE() AS datetime2(3))", "datetime2(3)"}, {"CAST(GETDATE() AS time)", "time(7)"}, {"CAST(1 AS sysname)", "nvarchar(128)"},
	})
}
