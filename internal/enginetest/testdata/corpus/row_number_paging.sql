-- Pages of 25 by ROW_NUMBER are copied in descending order of pages.
-- check: SELECT COUNT(*), SUM(pos * n) FROM dbo.test
-- want: 200 | 1374200
SELECT number AS n INTO dbo.src FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 200;
CREATE TABLE dbo.test (pos int IDENTITY(1,1), n int);
GO
DECLARE @page int = 8, @size int = 25;
WHILE @page > 0
BEGIN
    WITH paged AS (SELECT n, ROW_NUMBER() OVER (ORDER BY n) AS rn FROM dbo.src)
    INSERT dbo.test (n)
    SELECT n FROM paged WHERE rn BETWEEN (@page - 1) * @size + 1 AND @page * @size ORDER BY rn;
    SET @page -= 1;
END;
GO
