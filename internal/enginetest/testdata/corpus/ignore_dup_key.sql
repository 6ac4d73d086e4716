-- IGNORE_DUP_KEY drops duplicates of a set and says so.
-- check: SELECT COUNT(*), SUM(k) FROM dbo.test
-- want: 37 | 666
CREATE TABLE dbo.test (k int NOT NULL);
CREATE UNIQUE CLUSTERED INDEX ux ON dbo.test (k) WITH (IGNORE_DUP_KEY = ON);
INSERT dbo.test SELECT number % 37 FROM master..spt_values WHERE type = 'P' AND number < 500;
GO
