-- name: published-alternating-set
-- about: Alternating key in pairs: each statement inserts one low and one high key.
-- One statement for all rows would sort them by key first, so a pair is as set-based as this load can be.
:setvar rows 4000000
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(256) NOT NULL DEFAULT ' ',
    c4 char(740) NOT NULL DEFAULT ' '
);
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2, c3);
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
WHILE @i < $(rows)
BEGIN
    IF @@TRANCOUNT = 0 BEGIN TRANSACTION;
    INSERT INTO dbo.test (c1, c2) VALUES (@i, $(rows) - @i), (@i + 1, @i + 1);
    SET @i += 2;
    IF @i % 100000 = 1 COMMIT TRANSACTION;
END;
IF @@TRANCOUNT > 0 COMMIT TRANSACTION;
GO
