-- The table is built under another name and renamed into place.
-- check: SELECT COUNT(*), SUM(k) FROM dbo.test
-- want: 64 | 2080
CREATE TABLE dbo.staging (k int NOT NULL, filler char(10) NOT NULL DEFAULT 'x');
CREATE TABLE dbo.test (old int);
INSERT dbo.staging (k) SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 64;
GO
EXEC sp_rename 'dbo.test', 'test_old';
EXEC sp_rename 'dbo.staging', 'test';
DROP TABLE dbo.test_old;
GO
