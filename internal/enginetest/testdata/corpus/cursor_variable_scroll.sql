-- A scrollable static cursor in a variable, read backwards: keys descend.
-- check: SELECT COUNT(*), SUM(pos * n) FROM dbo.test
-- want: 100 | 171700
SELECT TOP 100 CAST(ROW_NUMBER() OVER (ORDER BY number) AS int) AS n INTO dbo.src FROM master..spt_values;
CREATE TABLE dbo.test (pos int IDENTITY, n int);
DECLARE @c CURSOR, @n int;
SET @c = CURSOR SCROLL STATIC FOR SELECT n FROM dbo.src ORDER BY n;
OPEN @c;
FETCH LAST FROM @c INTO @n;
WHILE @@FETCH_STATUS = 0
BEGIN
    INSERT dbo.test (n) VALUES (@n);
    FETCH PRIOR FROM @c INTO @n;
END;
CLOSE @c;
DEALLOCATE @c;
GO
