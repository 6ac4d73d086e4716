-- A load in random key order, rebuilt with a fill factor.
-- check: SELECT COUNT(*), SUM(k) FROM dbo.test
-- want: 1008 | 508536
-- check: SELECT CAST(avg_fragmentation_in_percent AS int) / 10, page_count FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.test'), 1, NULL, 'DETAILED') WHERE index_level = 0
-- want: 0 | 101
SET NOCOUNT ON;
CREATE TABLE dbo.test (k int NOT NULL, pad char(400) NOT NULL DEFAULT 'r');
CREATE CLUSTERED INDEX cx ON dbo.test (k);
DECLARE @k int = 1, @i int = 1;
WHILE @i < 1009 BEGIN INSERT dbo.test (k) VALUES (@k); SELECT @k = @k * 11 % 1009, @i += 1; END;
GO
ALTER INDEX cx ON dbo.test REBUILD WITH (FILLFACTOR = 51, SORT_IN_TEMPDB = OFF);
GO
