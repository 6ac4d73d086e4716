package expr

import "testing"

func TestDateFunctions(t *testing.T) {
	check(t, show, []pair{
		{"GETDATE()", "Feb 29 2024  1:05PM"}, {"SYSDATETIME()", "2024-02-29 13:05:07.1234567"}, {"SYSUTCDATETIME()", "2024-02-29 11:05:07.1234567"},
		{"CURRENT_TIMESTAMP", "Feb 29 2024  1:05PM"}, {"SYSDATETIMEOFFSET()", "2024-02-29 13:05:07.1234567 +02:00"},
		{"CONVERT(varchar(30), GETDATE(), 121)", "2024-02-29 13:05:07.123"}, {"CONVERT(varchar(30), GETUTCDATE(), 126)", "2024-02-29T11:05:07.123"},
		{"DATEADD(day, 1, '20240228')", "Feb 29 2024 12:00AM"}, {"DATEADD(month, 1, CAST('2024-01-31' AS date))", "2024-02-29"}, {"DATEADD(yy, -1, CAST('2024-02-29' AS date))", "2023-02-28"},
		{"CONVERT(varchar(30), DATEADD(ms, 5, CAST('20240101' AS datetime)), 121)", "2024-01-01 00:00:00.007"},
		{"DATEADD(second, -1, CAST('20240101' AS datetime2(0)))", "2023-12-31 23:59:59"}, {"DATEADD(hour, 25, CAST('23:00' AS time(0)))", "00:00:00"},
		{"DATEADD(hour, 1, CAST('2024-01-01' AS date))", "error 9810: The datepart hour is not supported by date function dateadd for data type date."},
		{"DATEADD(year, 9000, GETDATE())", "error 517: Adding a value to a 'datetime' column caused an overflow."},
		{"DATEADD(day, 1.9, CAST('2024-01-01' AS date))", "2024-01-02"}, {"DATEADD(foo, 1, GETDATE())", "error 155: 'foo' is not a recognized dateadd option."},
		{"DATEDIFF(day, '20240101', '20240301')", "60"}, {"DATEDIFF(year, '20231231', '20240101')", "1"}, {"DATEDIFF(month, '20240131', '20240201')", "1"},
		{"DATEDIFF(week, '20240106', '20240107')", "1"}, {"DATEDIFF(week, '20240107', '20240113')", "0"}, {"DATEDIFF(quarter, '20231231', '20240101')", "1"},
		{"DATEDIFF(hour, '2024-01-01 00:59', '2024-01-01 01:00')", "1"}, {"DATEDIFF(ms, '20240101', '2024-01-01 00:00:01.5')", "1500"},
		{"DATEDIFF(second, '19000101', '20240101')", "error 535: The datediff function resulted in an overflow. The number of dateparts separating two date/time instances is too large. Try to use datediff with a less precise datepart."},
		{"DATEDIFF_BIG(second, '19000101', '20240101')", "3913056000"}, {"DATEDIFF(ns, '00:00:00', '00:00:00.0000001')", "100"},
		{"DATEPART(year, GETDATE())", "2024"}, {"DATEPART(dw, '20240101')", "2"}, {"DATEPART(week, '20240107')", "2"}, {"DATEPART(dy, '20240301')", "61"}, {"DATEPART(qq, '20240401')", "2"},
		{"DATEPART(iso_week, '20210103')", "53"}, {"DATEPART(iso_week, '20240101')", "1"}, {"DATEPART(ms, GETDATE())", "123"}, {"DATEPART(ns, SYSDATETIME())", "123456700"},
		{"DATENAME(month, GETDATE())", "February"}, {"DATENAME(dw, '20240101')", "Monday"}, {"DATENAME(year, GETDATE())", "2024"},
		{"YEAR('20240229')", "2024"}, {"MONTH('20240229')", "2"}, {"DAY(GETDATE())", "29"}, {"YEAR(0)", "1900"},
		{"EOMONTH('20240215')", "2024-02-29"}, {"EOMONTH('20240131', 1)", "2024-02-29"}, {"DATEFROMPARTS(2024, 2, 29)", "2024-02-29"},
		{"DATEFROMPARTS(2023, 2, 29)", "error 289: Cannot construct data type date, some of the arguments have values which are not valid."},
		{"DATETIMEFROMPARTS(2024,1,2,3,4,5,6)", "Jan  2 2024  3:04AM"}, {"DATETIME2FROMPARTS(2024,1,2,3,4,5,6,3)", "2024-01-02 03:04:05.006"}, {"TIMEFROMPARTS(1,2,3,4,1)", "01:02:03.4"},
		{"DATETRUNC(month, CAST('2024-02-29 13:05' AS datetime2(0)))", "2024-02-01 00:00:00"},
		{"ISDATE('2024-02-30')", "0"}, {"ISDATE('2024-02-29')", "1"}, {"ISDATE('x')", "0"}, {"ISDATE(NULL)", "0"},
		{"SWITCHOFFSET(SYSDATETIMEOFFSET(), '-05:00')", "2024-02-29 06:05:07.1234567 -05:00"}, {"TODATETIMEOFFSET('2024-01-01', 60)", "2024-01-01 00:00:00.0000000 +01:00"},
	})
}

func TestSessionFunctions(t *testing.T) {
	check(t, show, []pair{
		{"@@ROWCOUNT", "7"}, {"@@TRANCOUNT + 1", "2"}, {"@@ERROR", "208"}, {"@@SPID", "51"}, {"@@MAX_PRECISION", "38"}, {"@@IDENTITY", "NULL"}, {"@@DATEFIRST", "7"},
		{"@@CPU_BUSY", "error 40000: @@CPU_BUSY is not supported by the embedded engine"}, {"@@nope", `error 137: Must declare the scalar variable "@@nope".`},
		{"SCOPE_IDENTITY()", "NULL"}, {"XACT_STATE()", "-1"}, {"ERROR_NUMBER()", "8134"}, {"ERROR_MESSAGE()", "Divide by zero error encountered."}, {"ERROR_LINE()", "3"},
		{"ERROR_PROCEDURE()", "NULL"}, {"ERROR_SEVERITY()", "16"}, {"DB_NAME()", "scanfrag"}, {"OBJECT_ID('t')", "NULL"}, {"SERVERPROPERTY('ProductVersion')", "16.0"},
		{"CAST(SERVERPROPERTY('x') AS varchar(4)) + '!'", "16.0!"}, {"OBJECT_ID()", "error 189: The object_id function requires 1 to 2 arguments."},
	})
}
