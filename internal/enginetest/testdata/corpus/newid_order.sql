-- ORDER BY NEWID() puts rows into a random order; the identity then numbers that order.
-- check: SELECT COUNT(*), COUNT(DISTINCT pos), COUNT(DISTINCT n), SUM(n) FROM dbo.test
-- want: 2048 | 2048 | 2048 | 2096128
CREATE TABLE dbo.test (pos int IDENTITY(1,1) NOT NULL, n int NOT NULL, filler char(100) NOT NULL DEFAULT '');
CREATE CLUSTERED INDEX cx ON dbo.test (n);
INSERT dbo.test (n)
SELECT number FROM master..spt_values WHERE type = 'P' ORDER BY NEWID();
GO
