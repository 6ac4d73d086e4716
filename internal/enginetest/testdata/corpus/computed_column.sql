-- A computed column, plain and persisted.
-- check: SELECT COUNT(*), SUM(area), SUM(twice) FROM dbo.test
-- want: 50 | 44200 | 2550
CREATE TABLE dbo.test (w int NOT NULL, h AS w + 1, area AS w * (w + 1) PERSISTED, twice AS w * 2);
INSERT dbo.test (w) SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 50;
GO
