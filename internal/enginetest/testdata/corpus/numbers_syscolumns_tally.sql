-- A tally table from the compatibility view of columns, crossed with itself.
-- check: SELECT COUNT(*), MIN(N), MAX(N), SUM(N) FROM dbo.test
-- want: 11000 | 1 | 11000 | 60505500
SELECT TOP 11000 N = CAST(ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS int)
  INTO dbo.test
  FROM Master.dbo.SysColumns sc1,
       Master.dbo.SysColumns sc2;
ALTER TABLE dbo.test ALTER COLUMN N int NOT NULL;
ALTER TABLE dbo.test ADD CONSTRAINT PK_test_N PRIMARY KEY CLUSTERED (N) WITH FILLFACTOR = 100;
GO
