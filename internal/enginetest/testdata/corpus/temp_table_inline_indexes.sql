-- A temp table with a clustered, a unique and an inline index, then a global temp table.
-- check: SELECT COUNT(*), SUM(k), MAX(v) FROM dbo.test
-- want: 1000 | 500500 | 9
SET NOCOUNT ON;
IF OBJECT_ID('tempdb..#work') IS NOT NULL DROP TABLE #work;
IF OBJECT_ID('tempdb.dbo.##shared', 'U') IS NOT NULL DROP TABLE ##shared;
CREATE TABLE #work (k int NOT NULL, v tinyint NOT NULL INDEX ix_v NONCLUSTERED, INDEX ix_kv UNIQUE NONCLUSTERED (k, v));
CREATE CLUSTERED INDEX cx ON #work (k DESC);
CREATE TABLE ##shared (k int NOT NULL PRIMARY KEY, v tinyint NOT NULL);
INSERT #work SELECT number, number % 10 FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 1000;
INSERT ##shared SELECT k, v FROM #work WITH (INDEX(cx), NOLOCK) ORDER BY k DESC;
SELECT s.k, w.v INTO dbo.test FROM ##shared s INNER MERGE JOIN #work w WITH (INDEX = ix_kv) ON w.k = s.k;
DROP TABLE #work, ##shared;
GO
