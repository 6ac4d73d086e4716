-- Cascaded cross joins of a two-row CTE: 2, 4, 16, 256, 65536 rows, cut by TOP.
-- check: SELECT COUNT(*), COUNT(DISTINCT n), MIN(n), MAX(n) FROM dbo.test
-- want: 20000 | 20000 | 1 | 20000
SET NOCOUNT ON;
CREATE TABLE dbo.test (n int NOT NULL, filler char(50) NOT NULL DEFAULT '');
DECLARE @rows bigint = 20000;
WITH L0 AS (SELECT 1 AS c UNION ALL SELECT 1),
     L1 AS (SELECT 1 AS c FROM L0 AS a CROSS JOIN L0 AS b),
     L2 AS (SELECT 1 AS c FROM L1 AS a CROSS JOIN L1 AS b),
     L3 AS (SELECT 1 AS c FROM L2 AS a CROSS JOIN L2 AS b),
     L4 AS (SELECT 1 AS c FROM L3 AS a CROSS JOIN L3 AS b),
     Nums AS (SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS n FROM L4)
INSERT INTO dbo.test (n)
SELECT TOP (@rows) n FROM Nums ORDER BY n;
GO
