-- BREAK and CONTINUE in a loop without a condition.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 150 | 15000
CREATE TABLE dbo.test (n int);
DECLARE @i int = 0;
WHILE 1 = 1
BEGIN
    SET @i = @i + 1;
    IF @i > 200 BREAK;
    IF @i % 4 = 0 CONTINUE;
    INSERT dbo.test VALUES (@i);
END;
GO
