-- A recursive CTE without MAXRECURSION stops at level 100 with an error.
-- error: error 530, level 16
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 0
CREATE TABLE dbo.test (n int NOT NULL);
GO
WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
INSERT dbo.test SELECT i FROM n;
GO
