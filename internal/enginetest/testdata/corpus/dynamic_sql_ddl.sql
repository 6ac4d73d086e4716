-- Tables and columns are made by text put together in a loop.
-- check: SELECT COUNT(*), SUM(c1 + c2 + c3 + c4 + c5 + c6) FROM dbo.test
-- want: 10 | 210
DECLARE @sql nvarchar(max) = N'CREATE TABLE dbo.test (', @vals nvarchar(max) = N'', @i int = 1;
WHILE @i <= 6
BEGIN
    SET @sql += CASE WHEN @i > 1 THEN N', ' ELSE N'' END + QUOTENAME(N'c' + CAST(@i AS nvarchar(10))) + N' int NOT NULL';
    SET @vals += CASE WHEN @i > 1 THEN N', ' ELSE N'' END + CAST(@i AS nvarchar(10));
    SET @i += 1;
END;
SET @sql += N');';
EXEC (@sql);
SET @i = 0;
WHILE @i < 10
BEGIN
    EXEC ('INSERT dbo.test VALUES (' + @vals + ')');
    SET @i += 1;
END;
GO
