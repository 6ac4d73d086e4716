-- A cursor reads one table and writes another.
-- check: SELECT COUNT(*), SUM(total) FROM dbo.test
-- want: 300 | 4545100
SET NOCOUNT ON;
CREATE TABLE dbo.source (id int PRIMARY KEY);
CREATE TABLE dbo.test (id int NOT NULL, total int NOT NULL);
INSERT dbo.source SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 300;
DECLARE @id int, @running int = 0;
DECLARE src CURSOR LOCAL FAST_FORWARD FOR SELECT id FROM dbo.source ORDER BY id;
OPEN src;
FETCH NEXT FROM src INTO @id;
WHILE @@FETCH_STATUS = 0
BEGIN
    SET @running += @id;
    INSERT dbo.test VALUES (@id, @running);
    FETCH NEXT FROM src INTO @id;
END;
CLOSE src;
DEALLOCATE src;
GO
