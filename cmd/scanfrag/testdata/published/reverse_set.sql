-- name: published-reverse-set
-- about: Reverse order in slices: each statement inserts a page of rows below all that are there.
:setvar rows 4000000
CREATE TABLE dbo.test (c1 int NOT NULL, c2 int NOT NULL, c3 char(1000) NOT NULL DEFAULT ' ');
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2);
GO
SET NOCOUNT ON;
DECLARE @i int = 0, @n int = $(rows);
WHILE @i < @n
BEGIN
    INSERT INTO dbo.test (c1, c2)
    SELECT @i + k, @n - @i - k
    FROM (VALUES (1), (2), (3), (4), (5), (6), (7)) AS page (k)
    WHERE @i + k <= @n;
    SET @i += 7;
END;
GO
