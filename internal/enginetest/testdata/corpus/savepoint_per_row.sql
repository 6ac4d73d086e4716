-- Named transactions, a savepoint per row, nested COMMITs.
-- check: SELECT COUNT(*), SUM(id) FROM dbo.test
-- want: 15 | 225
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY);
GO
DECLARE @i int = 0, @tran varchar(20) = 'outer_tran', @sp varchar(32);
BEGIN TRANSACTION @tran WITH MARK 'load';
BEGIN TRAN inner_tran;
WHILE @i < 30
BEGIN
    SET @sp = 'sp' + CAST(@i AS varchar(10));
    SAVE TRANSACTION @sp;
    INSERT dbo.test VALUES (@i);
    IF @i % 2 = 0 ROLLBACK TRANSACTION @sp;
    SET @i += 1;
END
COMMIT TRAN inner_tran;
IF @@TRANCOUNT <> 1 RAISERROR('wrong count', 16, 1);
COMMIT TRANSACTION @tran;
GO
