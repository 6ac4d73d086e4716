CREATE TABLE dbo.test (id int IDENTITY(1,1), number float);
CREATE CLUSTERED INDEX cx ON dbo.test (id DESC);
GO
SET NOCOUNT ON;
DECLARE @i int = 0;
WHILE @i < 100000
BEGIN
    INSERT INTO dbo.test VALUES (RAND());
    SET @i += 1;
END;
