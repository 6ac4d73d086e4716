-- A copy takes the place of the original: its columns, key and index get the names of the other's.
-- check: SELECT COUNT(*), SUM(id), SUM(value) FROM dbo.test
-- want: 20 | 210 | 420
-- check: SELECT name, is_primary_key FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.test') ORDER BY index_id
-- want: PK_test | 1
-- want: IX_test_value | 0
-- check: SELECT name FROM sys.default_constraints WHERE parent_object_id = OBJECT_ID('dbo.test')
-- want: DF_test_value
-- check: SELECT name FROM sys.columns WHERE object_id = OBJECT_ID('dbo.test') ORDER BY column_id
-- want: id
-- want: value
CREATE TABLE dbo.test (id int NOT NULL CONSTRAINT PK_test PRIMARY KEY CLUSTERED, value int NOT NULL CONSTRAINT DF_test_value DEFAULT (0));
CREATE TABLE dbo.test_copy (new_id int NOT NULL CONSTRAINT PK_copy PRIMARY KEY CLUSTERED, v int NOT NULL CONSTRAINT DF_copy DEFAULT (1));
CREATE NONCLUSTERED INDEX IX_copy ON dbo.test_copy (v);
INSERT dbo.test_copy SELECT number, number * 2 FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 20;
GO
BEGIN TRY
    BEGIN TRANSACTION;
    DROP TABLE dbo.test;
    EXEC sp_rename 'dbo.test_copy', 'test';
    EXEC sp_rename 'dbo.PK_copy', 'PK_test', 'OBJECT';
    EXEC sp_rename @objname = 'dbo.DF_copy', @newname = 'DF_test_value';
    EXEC sp_rename N'[dbo].[test].[IX_copy]', N'IX_test_value', N'INDEX';
    EXEC sp_rename 'dbo.test.new_id', 'id', 'COLUMN';
    EXEC sp_rename 'dbo.test.v', value, 'COLUMN';
    COMMIT;
END TRY
BEGIN CATCH
    IF @@TRANCOUNT > 0 ROLLBACK;
    THROW;
END CATCH
GO
-- Undone with its transaction.
BEGIN TRANSACTION;
EXEC sp_rename 'dbo.test.id', 'lost', 'COLUMN';
ROLLBACK;
GO
