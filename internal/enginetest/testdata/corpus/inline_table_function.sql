-- The classic inline numbers function.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 2501 | 4376750
CREATE FUNCTION dbo.GetNums (@low bigint, @high bigint) RETURNS TABLE
AS
RETURN
    WITH L0 AS (SELECT c FROM (VALUES (1),(1),(1),(1),(1),(1),(1),(1)) AS D(c)),
         L1 AS (SELECT 1 AS c FROM L0 AS a CROSS JOIN L0 AS b),
         L2 AS (SELECT 1 AS c FROM L1 AS a CROSS JOIN L1 AS b),
         Nums AS (SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS rownum FROM L2)
    SELECT TOP (@high - @low + 1) @low + rownum - 1 AS n FROM Nums ORDER BY rownum;
GO
SELECT n INTO dbo.test FROM dbo.GetNums(500, 3000);
GO
