-- Doubling that adds the highest key so far: keys stay dense.
-- check: SELECT COUNT(*), MIN(k), MAX(k), SUM(k) FROM dbo.test
-- want: 5000 | 1 | 5000 | 12502500
CREATE TABLE dbo.test (k int NOT NULL PRIMARY KEY);
INSERT dbo.test VALUES (1);
DECLARE @max int = 5000, @rc int = 1;
WHILE @rc * 2 <= @max
BEGIN
    INSERT INTO dbo.test SELECT k + @rc FROM dbo.test;
    SET @rc = @rc * 2;
END;
INSERT INTO dbo.test SELECT k + @rc FROM dbo.test WHERE k + @rc <= @max;
GO
