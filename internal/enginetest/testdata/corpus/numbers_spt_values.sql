-- The P rows of spt_values count 0 to 2047.
-- check: SELECT COUNT(*), SUM(n), MAX(n) FROM dbo.test
-- want: 2048 | 2096128 | 2047
CREATE TABLE dbo.test (n int NOT NULL PRIMARY KEY);
INSERT INTO dbo.test (n)
SELECT number FROM master..spt_values WHERE type = 'P';
GO
