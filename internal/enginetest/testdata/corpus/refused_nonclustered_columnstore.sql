-- So is a nonclustered one, and one inside CREATE TABLE.
-- error: column store index
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 0
CREATE TABLE dbo.test (id int NOT NULL, v int NOT NULL);
GO
CREATE NONCLUSTERED COLUMNSTORE INDEX ncci ON dbo.test (v);
GO
