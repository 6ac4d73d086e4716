-- A loop that waits, prints and reports progress with NOWAIT.
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 3
SET NOCOUNT ON;
CREATE TABLE dbo.test (id int IDENTITY, at datetime2 NOT NULL DEFAULT SYSDATETIME());
DECLARE @i int = 1;
WHILE @i <= 3
BEGIN
    INSERT dbo.test DEFAULT VALUES;
    RAISERROR ('row %d of %d', 0, 1, @i, 3) WITH NOWAIT;
    PRINT CONCAT('row ', @i);
    WAITFOR DELAY '00:00:00.010';
    SET @i += 1;
END;
GO
