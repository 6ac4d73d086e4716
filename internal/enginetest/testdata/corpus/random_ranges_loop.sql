-- Random values of every kind within their bounds.
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 1000
-- check: SELECT COUNT(*) FROM dbo.test WHERE a NOT BETWEEN 1 AND 6 OR b NOT BETWEEN 0 AND 99 OR c < '20200101' OR c > '20201231' OR d NOT IN ('red', 'green', 'blue') OR LEN(e) <> 8 OR f NOT BETWEEN 0 AND 255 OR DATALENGTH(g) <> 16
-- want: 0
SET NOCOUNT ON;
CREATE TABLE dbo.test (id int IDENTITY(1,1) NOT NULL, a int NOT NULL, b int NOT NULL, c datetime NOT NULL, d varchar(5) NOT NULL, e char(8) NOT NULL, f int NOT NULL, g binary(16) NOT NULL);
DECLARE @i int, @lower int, @upper int;
SELECT @i = 1, @lower = 1, @upper = 6;
WHILE @i <= 1000
BEGIN
    INSERT dbo.test (a, b, c, d, e, f, g)
    VALUES (
        ROUND(((@upper - @lower) * RAND() + @lower), 0),
        ABS(CHECKSUM(NEWID())) % 100,
        DATEADD(day, ABS(CHECKSUM(NEWID())) % 366, '20200101'),
        CHOOSE(CAST(RAND() * 3 AS int) + 1, 'red', 'green', 'blue'),
        LEFT(CONVERT(varchar(36), NEWID()), 8),
        CAST(CRYPT_GEN_RANDOM(1) AS tinyint),
        HASHBYTES('MD5', CAST(@i AS varchar(10))));
    SET @i = @i + 1;
END
GO
