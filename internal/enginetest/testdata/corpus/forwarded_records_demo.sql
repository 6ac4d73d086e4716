-- Forwarded records: a heap of short rows that grow.
-- check: SELECT COUNT(*), MAX(LEN(pad)) FROM dbo.test
-- want: 500 | 2000
-- check: SELECT CASE WHEN forwarded_record_count > 100 THEN 'many' END FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.test'), 0, NULL, 'DETAILED') WHERE index_level = 0
-- want: many
DROP TABLE IF EXISTS dbo.test;
CREATE TABLE dbo.test (id INT IDENTITY(1, 1) NOT NULL, pad VARCHAR(8000) NULL);
GO
SET NOCOUNT ON
INSERT dbo.test DEFAULT VALUES;
GO 500
UPDATE dbo.test SET pad = REPLICATE(CAST('A' AS VARCHAR(8000)), 2000) WHERE id % 1 = 0;
GO
