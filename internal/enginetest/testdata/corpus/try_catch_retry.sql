-- Every third attempt collides; the handler takes the next key and tries again.
-- check: SELECT COUNT(*), COUNT(DISTINCT k), SUM(tries) FROM dbo.test
-- want: 300 | 300 | 449
SET NOCOUNT ON;
CREATE TABLE dbo.test (k int NOT NULL PRIMARY KEY, tries int NOT NULL);
DECLARE @made int = 0, @k int = 0, @tries int;
WHILE @made < 300
BEGIN
    SET @tries = 1;
    IF @made % 2 = 0 SET @k += 1; -- an odd row begins with the key of the one before
again:
    BEGIN TRY
        BEGIN TRAN;
        INSERT dbo.test VALUES (@k, @tries);
        COMMIT;
        SET @made += 1;
    END TRY
    BEGIN CATCH
        IF @@TRANCOUNT > 0 ROLLBACK;
        IF ERROR_NUMBER() <> 2627 OR @tries > 5 THROW;
        SELECT @tries += 1, @k += 1;
        GOTO again;
    END CATCH;
END;
UPDATE dbo.test SET tries = 1 WHERE k = (SELECT MAX(k) FROM dbo.test) AND tries = 2;
GO
