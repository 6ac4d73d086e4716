-- name: published-alternating-loop
-- about: Alternating key as published: one row at a time, low keys ascending and high keys descending in turn.
:setvar rows 4000000
CREATE TABLE dbo.test (
    c1 int,
    c2 int,
    c3 char(256) DEFAULT ' ',
    c4 char(740) DEFAULT ' '
);
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2, c3);
GO
SET NOCOUNT ON
DECLARE @i int, @n int
SELECT @i = 1, @n = $(rows)
BEGIN TRAN
WHILE @i <= @n
BEGIN
    IF @i % 2 = 0
        INSERT dbo.test (c1, c2) VALUES (@i, @i)
    ELSE
        INSERT dbo.test (c1, c2) VALUES (@i, @n - @i)
    IF @i % 100000 = 0
    BEGIN
        COMMIT TRAN
        BEGIN TRAN
    END
    SELECT @i = @i + 1
END
COMMIT TRAN
GO
