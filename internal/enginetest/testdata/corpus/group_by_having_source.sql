-- Rows come from an aggregate with HAVING.
-- check: SELECT COUNT(*), SUM(g), SUM(n) FROM dbo.test
-- want: 10 | 45 | 340
SELECT number % 30 AS g, COUNT(*) AS n INTO dbo.test
FROM master..spt_values WHERE type = 'P' AND number < 1000
GROUP BY number % 30 HAVING COUNT(*) > 33;
GO
