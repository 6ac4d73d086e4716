-- Deletes in batches until one affects nothing.
-- check: SELECT COUNT(*), MIN(id), MAX(id) FROM dbo.test
-- want: 1048 | 1000 | 2047
-- check: SELECT COUNT(*), SUM(n) FROM dbo.batches
-- want: 8 | 1000
SET NOCOUNT ON;
SELECT number AS id, CAST('x' AS char(500)) AS pad INTO dbo.test FROM master..spt_values WHERE type = 'P';
CREATE CLUSTERED INDEX cx ON dbo.test (id);
CREATE TABLE dbo.batches (n int);
DECLARE @n int = 1;
WHILE @n > 0
BEGIN
    DELETE TOP (150) FROM dbo.test WHERE id < 1000;
    SET @n = @@ROWCOUNT;
    INSERT dbo.batches VALUES (@n);
END;
GO
