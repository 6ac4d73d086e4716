-- A scalar function makes the values.
-- check: SELECT COUNT(*), SUM(f) FROM dbo.test
-- want: 60 | 4052739537880
CREATE FUNCTION dbo.Fib (@n int) RETURNS bigint AS
BEGIN
    DECLARE @a bigint = 0, @b bigint = 1, @t bigint, @i int = 0;
    WHILE @i < @n
    BEGIN
        SELECT @t = @a + @b, @i += 1;
        SELECT @a = @b, @b = @t;
    END;
    RETURN @a;
END;
GO
SELECT number AS n, dbo.Fib(number) AS f INTO dbo.test
FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 60;
GO
