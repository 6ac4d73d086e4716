-- UNION ALL, UNION, EXCEPT and INTERSECT over multiples.
-- check: SELECT tag, COUNT(*), SUM(n) FROM dbo.test GROUP BY tag ORDER BY tag
-- want: all | 833 | 417333
-- want: both | 166 | 83166
-- want: either | 667 | 334167
-- want: only2 | 334 | 167334
SELECT number AS n INTO dbo.nums FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 1000;
CREATE TABLE dbo.test (tag varchar(10) NOT NULL, n int NOT NULL);
GO
INSERT dbo.test SELECT 'all', n FROM (SELECT n FROM dbo.nums WHERE n % 2 = 0 UNION ALL SELECT n FROM dbo.nums WHERE n % 3 = 0) AS u;
INSERT dbo.test SELECT 'either', n FROM (SELECT n FROM dbo.nums WHERE n % 2 = 0 UNION SELECT n FROM dbo.nums WHERE n % 3 = 0) AS u;
INSERT dbo.test SELECT 'only2', n FROM (SELECT n FROM dbo.nums WHERE n % 2 = 0 EXCEPT SELECT n FROM dbo.nums WHERE n % 3 = 0) AS u;
INSERT dbo.test SELECT 'both', n FROM (SELECT n FROM dbo.nums WHERE n % 2 = 0 INTERSECT SELECT n FROM dbo.nums WHERE n % 3 = 0) AS u;
GO
