-- spt_values against itself, numbered and cut.
-- check: SELECT COUNT(*), SUM(CAST(n AS bigint)) FROM dbo.test
-- want: 30000 | 450015000
CREATE TABLE dbo.test (n int NOT NULL, s char(20) NOT NULL DEFAULT 'load');
GO
INSERT dbo.test (n)
SELECT TOP 30000 ROW_NUMBER() OVER (ORDER BY (SELECT 1))
FROM master.dbo.spt_values a, master.dbo.spt_values b;
GO
