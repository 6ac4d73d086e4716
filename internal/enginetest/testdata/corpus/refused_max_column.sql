-- A varchar(max) column is refused by name.
-- error: varchar(max) in a table (column 'doc')
-- check: SELECT OBJECT_ID('dbo.test')
-- want: NULL
CREATE TABLE dbo.test (id int NOT NULL, doc varchar(max) NULL);
GO
