-- varchar(max) variables: built in a loop, longer than 8000, and REPLICATE's limit.
-- check: SELECT l1, l2, l3, l4 FROM dbo.test
-- want: 20000 | 8000 | 9000 | 12000
DECLARE @s varchar(max) = '', @i int = 0, @n nvarchar(max) = N'', @cut varchar(max), @r varchar(max);
WHILE @i < 2000
BEGIN
    SET @s = @s + '0123456789';
    SET @i += 1;
END
SET @cut = REPLICATE('a', 9000);
SET @r = REPLICATE(CAST('a' AS varchar(max)), 9000);
SET @n += REPLICATE(CONVERT(nvarchar(max), N'xy'), 6000);
SELECT LEN(@s) AS l1, LEN(@cut) AS l2, LEN(@r) AS l3, LEN(@n) AS l4 INTO dbo.test;
GO
