-- Five interleaved insertion points: the key is the row number by halves of a modulo.
-- check: SELECT COUNT(*), COUNT(DISTINCT k), MIN(k), MAX(k) FROM dbo.test
-- want: 2000 | 2000 | 0 | 1999
SET NOCOUNT ON;
CREATE TABLE dbo.test (id int NOT NULL, k int NOT NULL, pad char(500) NOT NULL DEFAULT '');
CREATE UNIQUE CLUSTERED INDEX cx ON dbo.test (k);
DECLARE @i int = 0, @n int = 2000, @points int = 5;
BEGIN TRAN;
WHILE @i < @n
BEGIN
    INSERT dbo.test (id, k) VALUES (@i + 1, @i % @points * (@n / @points) + @i / @points);
    IF @i % 500 = 499 BEGIN COMMIT TRAN; BEGIN TRAN; END;
    SET @i += 1;
END;
COMMIT TRAN;
GO
