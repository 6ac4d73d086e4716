-- TRY/CATCH, RAISERROR with arguments, THROW, XACT_STATE, XACT_ABORT.
-- check: SELECT step, num, msg, sev, st, xs FROM dbo.test ORDER BY step
-- want: 1 | 50000 | Row 7 of table test is bad: 12.5 | 16 | 3 | 0
-- want: 2 | 51000 | thrown | 16 | 1 | 0
-- want: 3 | 8134 | Divide by zero error encountered. | 16 | 1 | 1
-- want: 4 | 245 | Conversion failed when converting the varchar value 'abc' to data type int. | 16 | 1 | -1
-- want: 5 | 51000 | thrown again | 16 | 5 | 0
CREATE TABLE dbo.test (step int NOT NULL, num int, msg nvarchar(400), sev int, st int, xs int);
GO
SET NOCOUNT ON;
DECLARE @xs int, @num int, @msg nvarchar(400), @sev int, @st int, @tbl sysname = N'test', @d varchar(10) = '12.5';
BEGIN TRY
    RAISERROR (N'Row %d of table %s is bad: %s', 16, 3, 7, @tbl, @d);
END TRY
BEGIN CATCH
    INSERT dbo.test VALUES (1, ERROR_NUMBER(), ERROR_MESSAGE(), ERROR_SEVERITY(), ERROR_STATE(), XACT_STATE());
END CATCH;
BEGIN TRY
    THROW 51000, 'thrown', 1;
END TRY
BEGIN CATCH
    INSERT dbo.test VALUES (2, ERROR_NUMBER(), ERROR_MESSAGE(), ERROR_SEVERITY(), ERROR_STATE(), XACT_STATE());
END CATCH;
BEGIN TRAN;
BEGIN TRY
    DECLARE @z int = 0;
    SET @z = 1 / @z;
END TRY
BEGIN CATCH
    INSERT dbo.test VALUES (3, ERROR_NUMBER(), ERROR_MESSAGE(), ERROR_SEVERITY(), ERROR_STATE(), XACT_STATE());
    COMMIT;
END CATCH;
BEGIN TRAN;
BEGIN TRY
    SET XACT_ABORT ON;
    DECLARE @c varchar(10) = 'abc';
    SET @z = CAST(@c AS int);
END TRY
BEGIN CATCH
    SELECT @xs = XACT_STATE(), @num = ERROR_NUMBER(), @msg = ERROR_MESSAGE(), @sev = ERROR_SEVERITY(), @st = ERROR_STATE();
    IF XACT_STATE() = -1 ROLLBACK TRANSACTION;
    INSERT dbo.test VALUES (4, @num, @msg, @sev, @st, @xs);
END CATCH;
SET XACT_ABORT OFF;
BEGIN TRY
    BEGIN TRY
        DECLARE @n int = 51000, @t nvarchar(100) = FORMATMESSAGE('thrown %s', 'again');
        THROW @n, @t, 5;
    END TRY
    BEGIN CATCH
        THROW;
    END CATCH
END TRY
BEGIN CATCH
    INSERT dbo.test VALUES (5, ERROR_NUMBER(), ERROR_MESSAGE(), ERROR_SEVERITY(), ERROR_STATE(), XACT_STATE());
END CATCH
GO
