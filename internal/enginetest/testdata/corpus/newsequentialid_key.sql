-- Random against sequential GUID keys: defaults of NEWID() and NEWSEQUENTIALID().
-- check: SELECT COUNT(*), COUNT(DISTINCT id) FROM dbo.test
-- want: 2000 | 2000
-- check: SELECT COUNT(*) FROM dbo.test_seq
-- want: 2000
CREATE TABLE dbo.test (id UNIQUEIDENTIFIER ROWGUIDCOL NOT NULL DEFAULT NEWID() PRIMARY KEY CLUSTERED, created DATETIME2(3) NOT NULL DEFAULT SYSDATETIME(), filler CHAR(200) NOT NULL DEFAULT 'x');
CREATE TABLE dbo.test_seq (id UNIQUEIDENTIFIER NOT NULL CONSTRAINT DF_seq DEFAULT NEWSEQUENTIALID(), filler CHAR(200) NOT NULL DEFAULT 'x', CONSTRAINT PK_seq PRIMARY KEY CLUSTERED (id));
GO
SET NOCOUNT ON;
DECLARE @Counter INT = 0;
WHILE (@Counter < 2000)
BEGIN
    INSERT INTO dbo.test DEFAULT VALUES;
    INSERT INTO dbo.test_seq DEFAULT VALUES;
    SET @Counter += 1;
END
GO
SELECT OBJECT_NAME(object_id) AS [Table], index_type_desc, alloc_unit_type_desc, CAST(avg_fragmentation_in_percent AS DECIMAL(5,2)) AS frag, page_count, record_count
FROM sys.dm_db_index_physical_stats(DB_ID(), NULL, NULL, NULL, 'SAMPLED')
WHERE page_count > 0 AND object_id IN (OBJECT_ID('dbo.test'), OBJECT_ID('dbo.test_seq'))
ORDER BY 1;
GO
