-- EXEC with named, positional and default parameters, a return code, a string, a variable as the procedure's name.
-- check: SELECT who, a, b FROM dbo.test ORDER BY who
-- want: 1 | 1 | 2
-- want: 2 | 5 | 9
-- want: 3 | 7 | 2
-- want: 4 | 3 | 4
-- want: 5 | 8 | 2
-- want: 6 | 77 | 0
CREATE TABLE dbo.test (who int, a int, b int);
GO
CREATE OR ALTER PROCEDURE dbo.usp_add (@who int, @a int = 1, @b int = 2) AS
BEGIN
    SET NOCOUNT ON;
    INSERT dbo.test VALUES (@who, @a, @b);
    RETURN @a * 11;
END
GO
dbo.usp_add 1
EXEC dbo.usp_add @who = 2, @b = 9, @a = 5;
EXEC dbo.usp_add 3, 7, DEFAULT;
EXEC ('EXEC dbo.usp_add 4, 3, 4');
DECLARE @p sysname = N'dbo.usp_add', @rc int, @v int = 7;
EXEC @p 5, 8;
EXEC @rc = dbo.usp_add @who = 6, @a = @v, @b = 0;
UPDATE dbo.test SET a = @rc WHERE who = 6;
GO
