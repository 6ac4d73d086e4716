-- A CHECK constraint lets only every second row through.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 50 | 2550
CREATE TABLE dbo.test (n int NOT NULL CONSTRAINT ck_even CHECK (n % 2 = 0));
GO
DECLARE @i int = 1;
WHILE @i <= 100
BEGIN
    BEGIN TRY
        INSERT dbo.test VALUES (@i);
    END TRY
    BEGIN CATCH
        IF ERROR_NUMBER() <> 547 THROW;
    END CATCH;
    SET @i += 1;
END;
GO
