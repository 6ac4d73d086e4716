-- Duplicates are deleted through a CTE with ROW_NUMBER.
-- check: SELECT COUNT(*), COUNT(DISTINCT n), SUM(n) FROM dbo.test
-- want: 100 | 100 | 4950
CREATE TABLE dbo.test (id int IDENTITY, n int NOT NULL);
INSERT dbo.test (n) SELECT number % 100 FROM master..spt_values WHERE type = 'P' AND number < 1000;
GO
WITH d AS (SELECT n, ROW_NUMBER() OVER (PARTITION BY n ORDER BY id) AS rn FROM dbo.test)
DELETE FROM d WHERE rn > 1;
GO
