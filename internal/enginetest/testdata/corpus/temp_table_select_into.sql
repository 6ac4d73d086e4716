-- SELECT INTO a temp table, an index on it, a join from it.
-- check: SELECT COUNT(*), SUM(square) FROM dbo.test
-- want: 500 | 41791750
SELECT number AS n, number * number AS square INTO #squares FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 1000;
CREATE UNIQUE CLUSTERED INDEX ucx ON #squares (n);
SELECT s.n, s.square INTO dbo.test
FROM #squares s INNER JOIN (SELECT DISTINCT n / 2 AS half FROM #squares) h ON h.half = s.n;
GO
