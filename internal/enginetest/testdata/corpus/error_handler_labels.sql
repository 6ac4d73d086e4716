-- The old error handling: @@ERROR after every statement, GOTO, RETURN.
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 2
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY);
GO
DECLARE @err int, @rows int
BEGIN TRAN
INSERT dbo.test VALUES (1)
SELECT @err = @@ERROR, @rows = @@ROWCOUNT
IF @err <> 0 GOTO ErrorHandler
INSERT dbo.test VALUES (2)
SELECT @err = @@ERROR
IF @err <> 0 GOTO ErrorHandler
COMMIT TRAN
RETURN
ErrorHandler:
IF @@TRANCOUNT > 0 ROLLBACK TRAN
RAISERROR ('failed with %d', 16, 1, @err)
RETURN
GO
