-- A column and an index are renamed after the load.
-- check: SELECT COUNT(*), SUM(k) FROM dbo.test
-- want: 64 | 2080
-- check: SELECT name FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.test')
-- want: cx_new
CREATE TABLE dbo.test (wrong_name int NOT NULL);
CREATE CLUSTERED INDEX cx_old ON dbo.test (wrong_name);
INSERT dbo.test SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 64;
GO
EXEC sp_rename 'dbo.test.wrong_name', 'k', 'COLUMN';
EXEC sp_rename N'dbo.test.cx_old', N'cx_new', N'INDEX';
GO
