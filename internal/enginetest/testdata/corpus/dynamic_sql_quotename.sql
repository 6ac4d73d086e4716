-- Dynamic SQL with QUOTENAME, parameters, OUTPUT, and a loop over sys.tables.
-- check: SELECT tbl, rows FROM dbo.test ORDER BY tbl
-- want: t_1 | 10
-- want: t_2 | 20
-- want: t_3 | 30
SET NOCOUNT ON;
CREATE TABLE dbo.test (tbl sysname NOT NULL, rows int NOT NULL);
DECLARE @i tinyint = 1, @sql nvarchar(max), @t sysname, @cnt int = 5;
WHILE @i <= 3
BEGIN
    SET @sql = N'CREATE TABLE dbo.' + QUOTENAME(CONCAT(N't_', @i)) + N' (id int NOT NULL PRIMARY KEY, pad char(50) NOT NULL DEFAULT SPACE(0));
INSERT dbo.' + QUOTENAME('t_' + CAST(@i AS nvarchar(3))) + N' (id) SELECT TOP (@n) ROW_NUMBER() OVER (ORDER BY (SELECT 1)) FROM sys.all_objects;';
    EXEC sys.sp_executesql @stmt = @sql, @params = N'@n int', @n = @cnt;
    SET @i += 1;
END
GO
DECLARE c CURSOR LOCAL FAST_FORWARD READ_ONLY FOR SELECT name FROM sys.tables WHERE name LIKE N't[_]%' ORDER BY name;
DECLARE @name sysname, @sql nvarchar(4000), @rows int, @k int = 0;
OPEN c;
WHILE 1 = 1
BEGIN
    FETCH NEXT FROM c INTO @name;
    IF @@FETCH_STATUS <> 0 BREAK;
    SET @k += 10;
    SELECT @sql = N'DELETE dbo.' + QUOTENAME(@name) + N'; INSERT dbo.' + QUOTENAME(@name) + N' (id) SELECT TOP (@n) number FROM master..spt_values WHERE type = ''P''; SELECT @out = COUNT(*) FROM dbo.' + QUOTENAME(@name);
    EXECUTE sp_executesql @sql, N'@n int, @out int OUTPUT', @k, @rows OUT;
    INSERT dbo.test VALUES (@name, @rows);
END
CLOSE c; DEALLOCATE c;
GO
