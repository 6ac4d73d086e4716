-- Constraints without names, several in one ADD, and DROP COLUMN of several.
-- check: SELECT COUNT(*), SUM(a), SUM(b), SUM(c) FROM dbo.test
-- want: 20 | 210 | 43 | 58
-- check: SELECT COUNT(*) FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.test') AND (is_primary_key = 1 OR is_unique_constraint = 1)
-- want: 2
CREATE TABLE dbo.test (a int NOT NULL, b int NOT NULL, c int NOT NULL, d int NOT NULL);
INSERT dbo.test SELECT number, 2, 2, number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 19;
GO
ALTER TABLE dbo.test ADD PRIMARY KEY CLUSTERED (a);
ALTER TABLE dbo.test ADD DEFAULT 5 FOR b;
ALTER TABLE dbo.test ADD UNIQUE (d), e int NULL, f int NULL;
GO
ALTER TABLE dbo.test DROP COLUMN e, f;
INSERT dbo.test (a, c, d) VALUES (20, 20, 20);
GO
