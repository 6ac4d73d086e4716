-- A calendar: 366 days of 2008, with names and parts of the date.
-- check: SELECT COUNT(*), MIN(d), MAX(d), SUM(dom), SUM(CASE WHEN m = 2 THEN 1 ELSE 0 END), COUNT(DISTINCT month_name) FROM dbo.test
-- want: 366 | 2008-01-01 | 2008-12-31 | 5767 | 29 | 12
-- check: SELECT month_name, weekday_name, q, last_day FROM dbo.test WHERE d = '20080229'
-- want: February | Friday | 1 | 2008-02-29
CREATE TABLE dbo.test (d date NOT NULL PRIMARY KEY, m int, dom int, q int, month_name varchar(20), weekday_name varchar(20), last_day date);
GO
DECLARE @d date = '20080101';
WHILE @d < '20090101'
BEGIN
    INSERT dbo.test
    VALUES (@d, MONTH(@d), DAY(@d), DATEPART(quarter, @d), DATENAME(month, @d), DATENAME(weekday, @d), EOMONTH(@d));
    SET @d = DATEADD(day, 1, @d);
END;
GO
