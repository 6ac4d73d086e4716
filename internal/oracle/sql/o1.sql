-- Two insertion points, low ascending and high descending, that meet in the middle and interleave.
-- Published before 2016, when the first eight pages of an index came from mixed extents.
ALTER DATABASE CURRENT SET MIXED_PAGE_ALLOCATION ON;
GO
CREATE TABLE dbo.test (c1 int, c2 int, c3 char(1000) DEFAULT ' ');
CREATE CLUSTERED INDEX cx ON dbo.test (c2);
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @n int = 2000000;
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    INSERT INTO dbo.test (c1, c2) VALUES (@i, CASE WHEN @i % 2 = 0 THEN @i ELSE @n - @i END);
    IF @i % 100000 = 0
    BEGIN
        COMMIT TRANSACTION;
        BEGIN TRANSACTION;
    END;
    SET @i += 1;
END;
COMMIT TRANSACTION;
