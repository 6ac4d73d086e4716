-- A procedure hands the next key out through an OUTPUT parameter.
-- check: SELECT COUNT(*), MIN(k), MAX(k) FROM dbo.test
-- want: 120 | 5 | 600
CREATE TABLE dbo.test (k int NOT NULL PRIMARY KEY);
CREATE TABLE dbo.keys (last int NOT NULL);
INSERT dbo.keys VALUES (0);
GO
CREATE PROC dbo.NextKey @step int, @key int OUTPUT AS
    UPDATE dbo.keys SET @key = last = last + @step;
GO
SET NOCOUNT ON;
DECLARE @n int = 0, @k int;
WHILE @n < 120
BEGIN
    EXEC dbo.NextKey 5, @k OUTPUT;
    INSERT dbo.test VALUES (@k);
    SET @n += 1;
END;
GO
