-- A recursive CTE counts to n.
-- check: SELECT COUNT(*), MIN(n), MAX(n), SUM(n) FROM dbo.test
-- want: 5000 | 1 | 5000 | 12502500
CREATE TABLE dbo.test (n int NOT NULL PRIMARY KEY, pad char(100) NOT NULL DEFAULT 'x');
GO
WITH numbers AS (
    SELECT 1 AS n
    UNION ALL
    SELECT n + 1 FROM numbers WHERE n < 5000
)
INSERT INTO dbo.test (n)
SELECT n FROM numbers
OPTION (MAXRECURSION 0);
GO
