-- Primary key, default and check constraints are added and dropped afterwards.
-- check: SELECT COUNT(*), SUM(v) FROM dbo.test
-- want: 11 | 99
-- check: SELECT COUNT(*) FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.test') AND is_primary_key = 1
-- want: 1
CREATE TABLE dbo.test (id int NOT NULL, v int NOT NULL);
INSERT dbo.test SELECT number, 9 FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 10;
GO
ALTER TABLE dbo.test ADD CONSTRAINT pk_test PRIMARY KEY CLUSTERED (id) WITH (FILLFACTOR = 80);
ALTER TABLE dbo.test ADD CONSTRAINT df_v DEFAULT (9) FOR v;
GO
INSERT dbo.test (id) VALUES (11);
ALTER TABLE dbo.test DROP CONSTRAINT df_v;
ALTER TABLE dbo.test DROP CONSTRAINT pk_test;
ALTER TABLE dbo.test ADD PRIMARY KEY NONCLUSTERED (id);
GO
