-- Rows of a procedure that logs what it does: all of it is one transaction.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 30 | 465
-- check: SELECT COUNT(*), MIN(trans), MAX(trans) FROM dbo.log
-- want: 3 | 1 | 1
CREATE TABLE dbo.test (n int NOT NULL PRIMARY KEY);
CREATE TABLE dbo.log (first int NOT NULL, trans int NOT NULL);
GO
CREATE PROCEDURE dbo.Ten @first int AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @rows TABLE (n int NOT NULL);
    INSERT dbo.log VALUES (@first, @@TRANCOUNT);
    INSERT @rows SELECT @first + number FROM master..spt_values WHERE type = 'P' AND number < 10;
    SELECT n FROM @rows;
END;
GO
INSERT dbo.test EXEC dbo.Ten 1;
INSERT dbo.test EXEC dbo.Ten 11;
BEGIN TRY
    INSERT dbo.test EXEC dbo.Ten 5;   -- keys that are there: nothing of it stays
END TRY
BEGIN CATCH
    PRINT ERROR_MESSAGE();
END CATCH;
INSERT dbo.test EXEC dbo.Ten 21;
GO
