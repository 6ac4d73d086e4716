-- Half of the batches are rolled back; a savepoint keeps part of one.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 101 | 10450
SET NOCOUNT ON;
SET XACT_ABORT ON;
CREATE TABLE dbo.test (n int NOT NULL PRIMARY KEY);
DECLARE @b int = 0, @i int;
WHILE @b < 20
BEGIN
    BEGIN TRAN;
    SET @i = 0;
    WHILE @i < 10 BEGIN INSERT dbo.test VALUES (@b * 10 + @i); SET @i += 1; END;
    IF @b % 2 = 0 COMMIT ELSE ROLLBACK;
    SET @b += 1;
END;
BEGIN TRAN;
INSERT dbo.test VALUES (1000);
SAVE TRAN kept;
INSERT dbo.test VALUES (1001);
ROLLBACK TRAN kept;
COMMIT;
GO
