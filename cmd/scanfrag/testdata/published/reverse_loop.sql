-- name: published-reverse-loop
-- about: Reverse order as published: one row at a time, each key below the one before.
:setvar rows 4000000
CREATE TABLE dbo.test (c1 int, c2 int, c3 char(1000) DEFAULT ' ');
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2);
GO
SET NOCOUNT ON
DECLARE @i int, @n int
SELECT @i = 1, @n = $(rows)
BEGIN TRAN
WHILE @i <= @n
BEGIN
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
