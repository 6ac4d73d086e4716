-- Splitting a list with a numbers table and CHARINDEX, as before 2016.
-- check: SELECT COUNT(*), SUM(v) FROM dbo.test
-- want: 4 | 100
CREATE FUNCTION dbo.fn_Split (@list varchar(8000), @delim char(1))
RETURNS @t TABLE (pos int IDENTITY(1,1) PRIMARY KEY, item varchar(100))
AS
BEGIN
    DECLARE @p int
    SET @list = @list + @delim
    SET @p = CHARINDEX(@delim, @list)
    WHILE @p > 0
    BEGIN
        INSERT @t (item) SELECT LTRIM(RTRIM(LEFT(@list, @p - 1)))
        SET @list = STUFF(@list, 1, @p, '')
        SET @p = CHARINDEX(@delim, @list)
    END
    RETURN
END
GO
SELECT f.pos, CAST(f.item AS int) AS v INTO dbo.test FROM dbo.fn_Split('10,20, 30 ,40', ',') AS f
GO
