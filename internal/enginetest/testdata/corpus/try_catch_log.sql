-- Bad rows go into a table of errors, good ones into the table.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 90 | 4500
-- check: SELECT number, COUNT(*) FROM dbo.errors GROUP BY number
-- want: 8134 | 10
CREATE TABLE dbo.test (n int NOT NULL, x int NOT NULL);
CREATE TABLE dbo.errors (number int NOT NULL, message nvarchar(4000) NOT NULL, at_line int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
WHILE @i <= 100
BEGIN
    BEGIN TRY
        INSERT dbo.test VALUES (@i, 1000 / (@i % 10));
    END TRY
    BEGIN CATCH
        INSERT dbo.errors VALUES (ERROR_NUMBER(), ERROR_MESSAGE(), ERROR_LINE());
    END CATCH;
    SET @i += 1;
END;
GO
