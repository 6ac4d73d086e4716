-- Itzik's virtual auxiliary table of numbers as an inline function.
-- check: SELECT COUNT(*), MIN(n), MAX(n), SUM(CAST(n AS bigint)) FROM dbo.test
-- want: 10000 | 1 | 10000 | 50005000
IF OBJECT_ID(N'dbo.GetNums', N'IF') IS NOT NULL DROP FUNCTION dbo.GetNums;
GO
CREATE FUNCTION dbo.GetNums(@low AS BIGINT, @high AS BIGINT) RETURNS TABLE
AS
RETURN
  WITH
    L0   AS (SELECT c FROM (SELECT 1 UNION ALL SELECT 1) AS D(c)),
    L1   AS (SELECT 1 AS c FROM L0 AS A CROSS JOIN L0 AS B),
    L2   AS (SELECT 1 AS c FROM L1 AS A CROSS JOIN L1 AS B),
    L3   AS (SELECT 1 AS c FROM L2 AS A CROSS JOIN L2 AS B),
    L4   AS (SELECT 1 AS c FROM L3 AS A CROSS JOIN L3 AS B),
    L5   AS (SELECT 1 AS c FROM L4 AS A CROSS JOIN L4 AS B),
    Nums AS (SELECT ROW_NUMBER() OVER(ORDER BY (SELECT NULL)) AS rownum
             FROM L5)
  SELECT TOP(@high - @low + 1) @low + rownum - 1 AS n
  FROM Nums
  ORDER BY rownum;
GO
SELECT ISNULL(CAST(n AS INT), 0) AS n, CAST('x' AS CHAR(100)) AS filler
INTO dbo.test
FROM dbo.GetNums(1, 10000) AS Nums
OPTION (MAXDOP 1);
CREATE UNIQUE CLUSTERED INDEX ucx ON dbo.test(n) WITH (FILLFACTOR = 70, PAD_INDEX = ON, SORT_IN_TEMPDB = ON);
GO
