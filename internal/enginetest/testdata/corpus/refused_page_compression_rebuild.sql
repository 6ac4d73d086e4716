-- So is a rebuild with page compression; the rows stay as they are.
-- error: DATA_COMPRESSION
-- check: SELECT COUNT(*), SUM(id) FROM dbo.test
-- want: 2 | 3
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, pad char(900) NOT NULL DEFAULT '');
INSERT dbo.test (id) VALUES (1), (2);
GO
ALTER TABLE dbo.test REBUILD WITH (DATA_COMPRESSION = PAGE);
GO
