-- A yyyymmdd key by CONVERT style 112 and the first of the month by DATEADD of DATEDIFF.
-- check: SELECT COUNT(*), MIN(ymd), MAX(ymd), COUNT(DISTINCT month_start) FROM dbo.test
-- want: 90 | 20240101 | 20240330 | 3
SELECT CAST(CONVERT(char(8), DATEADD(dd, number, '2024-01-01'), 112) AS int) AS ymd,
       DATEADD(mm, DATEDIFF(mm, 0, DATEADD(dd, number, '2024-01-01')), 0) AS month_start
INTO dbo.test
FROM master..spt_values WHERE type = 'P' AND number < 90;
GO
