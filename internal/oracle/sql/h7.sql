CREATE TABLE dbo.test (id bigint IDENTITY NOT NULL, col1 varchar(1024) NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
WHILE @i <= 1000
BEGIN
    INSERT INTO dbo.test (col1) SELECT REPLICATE('A', 200);
    SET @i += 1;
END;
GO
--> loaded
UPDATE dbo.test SET col1 = REPLICATE('B', 1000) WHERE id % 2 = 0;
GO
--> grown
DELETE FROM dbo.test WHERE id > 5;
GO
--> deleted
