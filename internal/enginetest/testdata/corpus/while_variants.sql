-- WHILE with a subquery, with EXISTS, with @@ROWCOUNT, WHILE (1=1) with BREAK, nested.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 110 | 5370
CREATE TABLE dbo.test (n int NOT NULL);
INSERT dbo.test VALUES (1);
WHILE (SELECT COUNT(*) FROM dbo.test) < 100
    INSERT dbo.test SELECT MAX(n) + 1 FROM dbo.test;
WHILE EXISTS (SELECT 1 FROM dbo.test WHERE n < 0) DELETE dbo.test WHERE n < 0;
DECLARE @i int = 1, @j int, @r int = 1;
WHILE 1=1
BEGIN
    SELECT @j = 0;
    WHILE @j < 5
    BEGIN
        SET @j = @j + 1;
        IF @j = 2 CONTINUE;
        IF @j > 3 BREAK;
        INSERT dbo.test VALUES (@i * 10 + @j);
    END;
    SET @i += 1;
    IF NOT (@i <= 5) BREAK
END
WHILE @r > 0
BEGIN
    DELETE TOP (3) FROM dbo.test WHERE n < 0;
    SET @r = @@ROWCOUNT;
END
GO
