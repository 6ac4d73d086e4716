-- sp_executesql with parameters, one of them an output.
-- check: SELECT COUNT(*), SUM(a), SUM(b) FROM dbo.test
-- want: 300 | 45150 | 135450
CREATE TABLE dbo.test (a int NOT NULL, b int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @sql nvarchar(200) = N'INSERT INTO dbo.test (a, b) VALUES (@a, @b); SET @n = @n + @@ROWCOUNT;';
DECLARE @i int = 1, @n int = 0, @b int;
WHILE @i <= 300
BEGIN
    SET @b = @i * 3;
    EXEC sp_executesql @sql, N'@a int, @b int, @n int OUTPUT', @a = @i, @b = @b, @n = @n OUTPUT;
    SET @i += 1;
END;
IF @n <> 300 RAISERROR('%d rows were counted', 16, 1, @n);
GO
