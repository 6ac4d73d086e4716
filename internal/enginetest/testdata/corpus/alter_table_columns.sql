-- Columns are added with defaults, dropped, widened and made NOT NULL.
-- check: SELECT COUNT(*), SUM(a), SUM(c), MAX(DATALENGTH(e)) FROM dbo.test
-- want: 300 | 45150 | 2100 | 40
-- check: SELECT name, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('dbo.test') ORDER BY column_id
-- want: a | 0
-- want: c | 0
-- want: e | 0
CREATE TABLE dbo.test (a int NOT NULL, b char(10) NULL);
INSERT dbo.test (a) SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 300;
GO
ALTER TABLE dbo.test ADD c int NOT NULL CONSTRAINT df_c DEFAULT 7;
ALTER TABLE dbo.test ADD d datetime NULL, e char(20) NULL;
GO
UPDATE dbo.test SET d = GETDATE(), e = 'filled';
GO
ALTER TABLE dbo.test DROP COLUMN b, d;
ALTER TABLE dbo.test ALTER COLUMN e char(40) NOT NULL;
ALTER TABLE dbo.test ALTER COLUMN a bigint NOT NULL;
GO
