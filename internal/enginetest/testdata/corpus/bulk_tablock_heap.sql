-- INSERT .. SELECT under TABLOCK into a heap, in key order.
-- check: SELECT COUNT(*), COUNT(DISTINCT c1), SUM(CAST(c1 AS bigint)) FROM dbo.test
-- want: 8000 | 8000 | 32004000
CREATE TABLE dbo.test (c1 int NOT NULL, c2 int NOT NULL, c3 char(1000) NOT NULL DEFAULT ' ');
GO
INSERT INTO dbo.test WITH (TABLOCK) (c1, c2)
SELECT TOP (8000) ROW_NUMBER() OVER (ORDER BY (SELECT 1)), 1
FROM sys.all_columns a CROSS JOIN sys.all_columns b
OPTION (MAXDOP 1);
GO
