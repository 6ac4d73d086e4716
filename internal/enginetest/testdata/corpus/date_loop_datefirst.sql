-- A calendar filled by a DATEADD loop with DATEPART, DATENAME, EOMONTH under DATEFIRST 1.
-- check: SELECT COUNT(*), MIN(d), MAX(d), SUM(CAST(is_weekend AS int)) FROM dbo.test
-- want: 366 | 2024-01-01 | 2024-12-31 | 104
-- check: SELECT dname, mname, wk, isowk, eom, qtr FROM dbo.test WHERE d = '20240229'
-- want: Thursday | February | 9 | 9 | 2024-02-29 | 1
SET DATEFIRST 1;
SET LANGUAGE us_english;
SET DATEFIRST 1;
CREATE TABLE dbo.test (d date NOT NULL PRIMARY KEY, dname varchar(10) NOT NULL, mname varchar(10) NOT NULL, wk tinyint NOT NULL, isowk tinyint NOT NULL, eom date NOT NULL, qtr tinyint NOT NULL, is_weekend bit NOT NULL);
DECLARE @StartDate date = '2024-01-01', @EndDate date = '2024-12-31';
WHILE @StartDate <= @EndDate
BEGIN
    INSERT INTO dbo.test
    SELECT @StartDate, DATENAME(dw, @StartDate), DATENAME(mm, @StartDate), DATEPART(wk, @StartDate), DATEPART(ISO_WEEK, @StartDate),
           EOMONTH(@StartDate), DATEPART(qq, @StartDate), CASE WHEN DATEPART(dw, @StartDate) IN (6, 7) THEN 1 ELSE 0 END;
    SET @StartDate = DATEADD(dd, 1, @StartDate);
END
GO
