CREATE TABLE dbo.test (i int NOT NULL, c varchar(890) NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
WHILE @i <= 10000
BEGIN
    INSERT INTO dbo.test VALUES (@i, REPLICATE('a', 890));
    SET @i += 1;
END;
GO
UPDATE dbo.test SET c = 'aaaaaa';
GO
--> shortened
CREATE CLUSTERED INDEX cx ON dbo.test (i);
DROP INDEX cx ON dbo.test;
GO
--> clustered and dropped
