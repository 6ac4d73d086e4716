-- Running totals, LAG, and totals of a partition.
-- check: SELECT COUNT(*), SUM(running), SUM(gap), SUM(total) FROM dbo.test
-- want: 300 | 4545100 | 299 | 4515000
SELECT number AS n,
       SUM(number) OVER (ORDER BY number ROWS UNBOUNDED PRECEDING) AS running,
       number - LAG(number) OVER (ORDER BY number) AS gap,
       SUM(number) OVER (PARTITION BY number % 3) AS total
INTO dbo.test
FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 300;
GO
