-- A temp table holds keys in a pseudo-random order (a multiplicative generator modulo a prime), then feeds the load.
-- check: SELECT COUNT(*), COUNT(DISTINCT k), MIN(k), MAX(k), SUM(k) FROM dbo.test
-- want: 1008 | 1008 | 1 | 1008 | 508536
SET NOCOUNT ON;
IF OBJECT_ID('tempdb..#order') IS NOT NULL DROP TABLE #order;
CREATE TABLE #order (seq int IDENTITY(1,1) PRIMARY KEY, k int NOT NULL);
DECLARE @k int = 1, @i int = 1;
WHILE @i < 1009
BEGIN
    INSERT #order (k) VALUES (@k);
    SET @k = @k * 11 % 1009;
    SET @i = @i + 1;
END
CREATE TABLE dbo.test (k int NOT NULL, pad char(300) NOT NULL DEFAULT 'z');
CREATE CLUSTERED INDEX cx ON dbo.test (k);
SET @i = 1;
WHILE @i <= 1008
BEGIN
    INSERT dbo.test (k) SELECT k FROM #order WHERE seq = @i;
    SET @i += 1;
END;
DROP TABLE #order;
GO
