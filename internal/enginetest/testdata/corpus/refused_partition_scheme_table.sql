-- A table on a partition scheme.
-- error: artition
-- check: SELECT OBJECT_ID('dbo.test')
-- want: NULL
CREATE TABLE dbo.test (id int NOT NULL) ON ps (id);
GO
