-- Published before 2016, when the first eight pages of an index came from mixed extents.
ALTER DATABASE CURRENT SET MIXED_PAGE_ALLOCATION ON;
GO
CREATE TABLE dbo.test (id int PRIMARY KEY, filler char(14) NOT NULL DEFAULT '');
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @n int = 1000000;
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    INSERT INTO dbo.test (id) VALUES (@i);
    IF @i % 100000 = 0
    BEGIN
        COMMIT TRANSACTION;
        BEGIN TRANSACTION;
    END;
    SET @i += 1;
END;
COMMIT TRANSACTION;
GO
--> ascending
DROP TABLE dbo.test;
CREATE TABLE dbo.test (id int PRIMARY KEY, filler char(14) NOT NULL DEFAULT '');
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @n int = 1000000;
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    INSERT INTO dbo.test (id) VALUES (@n - @i);
    IF @i % 100000 = 0
    BEGIN
        COMMIT TRANSACTION;
        BEGIN TRANSACTION;
    END;
    SET @i += 1;
END;
COMMIT TRANSACTION;
GO
--> descending
