-- A sql_variant column is refused by name.
-- error: sql_variant
-- check: SELECT OBJECT_ID('dbo.test')
-- want: NULL
CREATE TABLE dbo.test (id int NOT NULL, v sql_variant NULL);
GO
