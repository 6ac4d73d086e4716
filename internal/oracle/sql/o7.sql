CREATE TABLE dbo.test (id int PRIMARY KEY CLUSTERED, filler varchar(4096) NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @i int = 4084, @filler varchar(4096) = REPLICATE('x', 4096);
BEGIN TRANSACTION;
WHILE @i >= 1
BEGIN
    INSERT INTO dbo.test VALUES (@i, @filler);
    SET @i -= 1;
END;
COMMIT TRANSACTION;
GO
--> loaded
DELETE FROM dbo.test WHERE id % 2 = 1;
CHECKPOINT;
GO
-- The ghosts go in the background, within seconds.
DECLARE @tries int = 60;
WHILE @tries > 0 AND EXISTS (
    SELECT * FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID(N'dbo.test'), 1, NULL, 'DETAILED') WHERE ghost_record_count > 1)
BEGIN
    WAITFOR DELAY '00:00:01';
    SET @tries -= 1;
END;
GO
--> deleted
ALTER INDEX ALL ON dbo.test REORGANIZE;
GO
--> reorganized
