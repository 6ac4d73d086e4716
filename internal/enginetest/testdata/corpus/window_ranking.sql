-- RANK, DENSE_RANK and NTILE over groups.
-- check: SELECT COUNT(*), SUM(rk), SUM(dr), SUM(tile) FROM dbo.test
-- want: 100 | 4600 | 550 | 250
SELECT number AS n,
       RANK() OVER (ORDER BY number / 10) AS rk,
       DENSE_RANK() OVER (ORDER BY number / 10) AS dr,
       NTILE(4) OVER (ORDER BY number) AS tile
INTO dbo.test
FROM master..spt_values WHERE type = 'P' AND number < 100;
GO
