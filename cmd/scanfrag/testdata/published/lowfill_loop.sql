-- name: published-lowfill-loop
-- about: Low fill factor: the numbers one by one into a heap, then a clustered index half full.
:setvar rows 4000000
SET NOCOUNT ON;
CREATE TABLE dbo.test (
    x int NOT NULL,
    y char(896) NOT NULL DEFAULT '',
    z char(120) NOT NULL DEFAULT ''
);
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
BEGIN TRAN;
WHILE @i <= $(rows)
BEGIN
    INSERT dbo.test (x) VALUES (@i);
    IF @i % 100000 = 0
    BEGIN
        COMMIT TRAN;
        BEGIN TRAN;
    END;
    SET @i = @i + 1;
END;
COMMIT TRAN;
GO
CREATE CLUSTERED INDEX cx_test ON dbo.test (x, y) WITH (FILLFACTOR = 51);
GO
