-- Each layout is loaded into a schema of its own; the last one becomes dbo.test.
-- check: SELECT COUNT(*), MIN(k), MAX(k), SUM(CAST(part AS int)) FROM dbo.test
-- want: 100 | 1 | 100 | 200
-- check: SELECT s.name, COUNT(*) FROM sys.schemas AS s JOIN sys.tables AS t ON t.schema_id = s.schema_id WHERE s.name LIKE 'case[_]%' GROUP BY s.name ORDER BY s.name
-- want: case_ascending | 1
-- want: case_heap | 1
-- check: SELECT (SELECT COUNT(*) FROM case_heap.test), (SELECT SUM(k) FROM case_ascending.test)
-- want: 100 | 5050
SET NOCOUNT ON;
DECLARE @cases table (n int IDENTITY PRIMARY KEY, name sysname, keys nvarchar(60), [order] nvarchar(20));
INSERT @cases (name, keys, [order]) VALUES
    ('heap', N'', N'ASC'),
    ('ascending', N', CONSTRAINT pk PRIMARY KEY CLUSTERED (k)', N'ASC'),
    ('descending', N', CONSTRAINT pk PRIMARY KEY CLUSTERED (k)', N'DESC');
DECLARE @name sysname, @keys nvarchar(60), @order nvarchar(20), @n int = 1, @sql nvarchar(max);
WHILE @n <= 3
BEGIN
    SELECT @name = N'case_' + name, @keys = keys, @order = [order] FROM @cases WHERE n = @n;
    IF SCHEMA_ID(@name) IS NULL
        EXEC (N'CREATE SCHEMA ' + @name);
    SET @sql = N'IF OBJECT_ID(''' + @name + N'.test'', ''U'') IS NOT NULL DROP TABLE ' + @name + N'.test;
CREATE TABLE ' + @name + N'.test (k int NOT NULL, part tinyint NOT NULL, filler char(50) NOT NULL DEFAULT ''x''' + @keys + N');
INSERT ' + @name + N'.test (k, part)
SELECT number, number % 5 FROM master..spt_values WHERE type = ''P'' AND number BETWEEN 1 AND 100 ORDER BY number ' + @order;
    EXEC sp_executesql @sql;
    SET @n += 1;
END
ALTER SCHEMA dbo TRANSFER case_descending.test;
DROP SCHEMA case_descending;
GO
