-- ALTER COLUMN widens a char column of a loaded heap.
-- check: SELECT COUNT(*), SUM(id), SUM(DATALENGTH(v)) FROM dbo.test
-- want: 1500 | 1124250 | 1350000
-- check: SELECT CASE WHEN forwarded_record_count > 1000 THEN 1 ELSE 0 END FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.test'), 0, NULL, 'DETAILED')
-- want: 1
CREATE TABLE dbo.test (id int NOT NULL, v char(10) NOT NULL);
INSERT dbo.test SELECT number, 'n' FROM master..spt_values WHERE type = 'P' AND number < 1500;
GO
ALTER TABLE dbo.test ALTER COLUMN v char(900) NOT NULL;
GO
