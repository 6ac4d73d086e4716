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
GO
--> deleted
ALTER INDEX ALL ON dbo.test REORGANIZE;
GO
--> reorganized
