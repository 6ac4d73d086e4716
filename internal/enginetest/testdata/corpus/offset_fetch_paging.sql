-- The same with OFFSET and FETCH.
-- check: SELECT COUNT(*), SUM(pos * n) FROM dbo.test
-- want: 210 | 3109085
SELECT number AS n INTO dbo.src FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 210;
CREATE TABLE dbo.test (pos int IDENTITY(1,1), n int);
DECLARE @at int = 0;
WHILE 1 = 1
BEGIN
    INSERT dbo.test (n) SELECT n FROM dbo.src ORDER BY n OFFSET @at ROWS FETCH NEXT 40 ROWS ONLY;
    IF @@ROWCOUNT < 40 BREAK;
    SET @at += 40;
END;
GO
