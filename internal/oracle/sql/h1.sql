CREATE TABLE dbo.test (id int IDENTITY(1,1), name varchar(200) NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @n int = 1000000;
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    INSERT INTO dbo.test (name) VALUES ('Name');
    IF @i % 100000 = 0
    BEGIN
        COMMIT TRANSACTION;
        BEGIN TRANSACTION;
    END;
    SET @i += 1;
END;
COMMIT TRANSACTION;
